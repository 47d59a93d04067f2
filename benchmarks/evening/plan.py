"""Random plan of the evening: every board at every table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from benchmarks.evening.filling import BOARDS_A_ROUND

ROUND_SECONDS: Final = 60.0
"""At usual speed, two boards a round: 200 tables send 400 results a minute."""
POINTS: Final = (50, 62, 74, 83, 90, 98, 110, 120)
ALL_POINTS: Final = 162
LANGUAGES: Final = ("bg", "bg", "bg", "bg", "bg", "bg", "bg", "en", "en", "hr")


class ConfirmationPath(Enum):
    """How a table reaches a confirmed result."""

    ASKED = "the other side's phone asks, and is answered yes"
    HANDED = "the phone is handed over"
    BOTH = "both sides enter the same"
    CHOSEN = "both enter, differently; one side gives in"
    DECIDED = "both enter, differently; the director is called and decides"
    REFUSED = "the other side says no; the director is called and decides"
    LATE = "not played; said in the next round"


WEIGHTS: Final = {
    ConfirmationPath.ASKED: 700,
    ConfirmationPath.HANDED: 150,
    ConfirmationPath.BOTH: 90,
    ConfirmationPath.CHOSEN: 20,
    ConfirmationPath.DECIDED: 15,
    ConfirmationPath.REFUSED: 10,
    ConfirmationPath.LATE: 15,
}
CORRECTED_SHARE: Final = 0.01


@dataclass(frozen=True, kw_only=True)
class Shape:
    tables: int = 200
    minutes: float = 5.0
    speed: float = 1.0
    phones_a_table: int = 5
    spectators_a_table: int = 10
    seed: int = 2026

    @property
    def rounds(self) -> int:
        return max(1, round(self.minutes * 60 / self.round_seconds))

    @property
    def round_seconds(self) -> float:
        return ROUND_SECONDS / self.speed

    @property
    def seconds(self) -> float:
        """Duration of all rounds, including late entries of the last."""
        return (self.rounds + 1) * self.round_seconds

    @property
    def arrival(self) -> float:
        """Seconds in which all clients open their pages before round 1."""
        return max(10.0, self.tables / 10)

    @property
    def results(self) -> int:
        return self.tables * self.rounds * BOARDS_A_ROUND


@dataclass(frozen=True, kw_only=True)
class PlannedBoard:
    """One board at one table: entered ``at`` seconds into its round, first by ``side``."""

    play: int
    round: int
    at: float
    side: str
    manner: ConfirmationPath
    slip: dict[str, Any]
    other_slip: dict[str, Any]
    corrected: bool


def plan_table(rounds: list[list[int]], shape: Shape, rng: random.Random) -> Iterator[PlannedBoard]:
    manners, weights = list(WEIGHTS), list(WEIGHTS.values())
    for number, plays in enumerate(rounds, start=1):
        length = shape.round_seconds / len(plays)
        for index, play in enumerate(plays):
            manner = rng.choices(manners, weights)[0]
            late = shape.round_seconds * 0.8 if manner is ConfirmationPath.LATE else 0.0
            slip = {"not_played": True} if manner is ConfirmationPath.LATE else random_slip(rng)
            yield PlannedBoard(
                play=play,
                round=number,
                at=length * (index + rng.uniform(0.25, 0.75)) + late,
                side=rng.choice(("NS", "EW")),
                manner=manner,
                slip=slip,
                other_slip=different_slip(slip, rng),
                corrected=rng.random() < CORRECTED_SHARE,
            )


def random_slip(rng: random.Random) -> dict[str, Any]:
    points = rng.choice(POINTS)
    return {
        "contract": rng.choice("CDHS"),
        "declarer": rng.choice("NWSE"),
        "contra": 0,
        "points": {"NS": points, "EW": ALL_POINTS - points},
    }


def different_slip(slip: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    while True:
        other = random_slip(rng)
        if other != slip:
            return other
