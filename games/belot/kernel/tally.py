"""Exact sums over many deals, and their statistics."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, NamedTuple

from games.belot.cards import CONTRACTS

MADE: Final = 0
LOST: Final = 1
HANGING: Final = 2
RUN_OF_EIGHT: Final = 3
PASSED_OUT: Final = 4
NO_REACH: Final = -1
OUTCOMES: Final = ("made", "lost", "hanging", "run_of_eight", "passed_out")
SIDES: Final = ("NS", "EW")
FOURTH_CONTRA: Final = 480
"""Added to an ending's code; above all others."""


class Ending(NamedTuple):
    """Ending of one deal; contract and side are numbers (0 if passed out)."""

    outcome: int
    contract: int = 0
    side: int = 0
    contra: int = 0
    capot: bool = False

    @property
    def code(self) -> int:
        rest = ((self.outcome * 6 + self.contract) * 2 + self.side) * 4 + self.contra % 4
        return rest * 2 + self.capot + FOURTH_CONTRA * (self.contra == 4)

    @classmethod
    def of(cls, code: int) -> "Ending":
        fourth, code = divmod(code, FOURTH_CONTRA)
        rest, capot = divmod(code, 2)
        rest, contra = divmod(rest, 4)
        rest, side = divmod(rest, 2)
        outcome, contract = divmod(rest, 6)
        return cls(outcome, contract, side, contra + 4 * fourth, bool(capot))


class Reach(NamedTuple):
    """Result of the declaring side, whatever number it bid."""

    contract: int
    side: int
    points: int
    """Premiums included."""
    is_behind: bool = False
    """See `scoring.is_behind`."""
    tricks: int = 0
    """`numbers.ALL_TRICKS`, `ALONE` or 0."""

    @property
    def code(self) -> int:
        rest = (self.points * 3 + self.tricks) * 2 + self.is_behind
        return (rest * 6 + self.contract) * 2 + self.side

    @classmethod
    def of(cls, code: int) -> "Reach":
        rest, side = divmod(code, 2)
        rest, contract = divmod(rest, 6)
        rest, is_behind = divmod(rest, 2)
        points, tricks = divmod(rest, 3)
        return cls(contract, side, points, bool(is_behind), tricks)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over deals, from which every other number follows.

    Deals counted by net (North–South's score minus East–West's), by ending (`Ending.code`)
    and, where numbers are bid, by the declarers' result (`Reach.code`).
    """

    nets: Mapping[int, int] = field(default_factory=dict)
    endings: Mapping[int, int] = field(default_factory=dict)
    reached: Mapping[int, int] = field(default_factory=dict)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            _sum(self.nets, other.nets),
            _sum(self.endings, other.endings),
            _sum(self.reached, other.reached),
        )

    @property
    def deals(self) -> int:
        return sum(self.nets.values())

    def count(self, outcome: int) -> int:
        """Deals with an outcome: MADE, LOST (by the declarers), HANGING, and so on."""
        return sum(
            count for code, count in self.endings.items() if Ending.of(code).outcome == outcome
        )

    @property
    def capots(self) -> int:
        return sum(count for code, count in self.endings.items() if Ending.of(code).capot)

    @property
    def contracts(self) -> dict[tuple[str, str], tuple[int, int]]:
        """(played, made) by contract and declaring side."""
        totals: dict[tuple[str, str], tuple[int, int]] = {}
        for code, count in sorted(self.endings.items()):
            ending = Ending.of(code)
            if ending.outcome == PASSED_OUT:
                continue
            key = (CONTRACTS[ending.contract], SIDES[ending.side])
            played, made = totals.get(key, (0, 0))
            totals[key] = played + count, made + count * (ending.outcome == MADE)
        return totals

    @property
    def total(self) -> int:
        return sum(net * count for net, count in self.nets.items())

    @property
    def squares(self) -> int:
        return sum(net * net * count for net, count in self.nets.items())

    @property
    def mean(self) -> float:
        """Mean net; 0 without deals."""
        return self.total / self.deals if self.deals else 0.0

    @property
    def deviation(self) -> float:
        """Sample standard deviation (n - 1) of the nets; 0 below two deals."""
        deals = self.deals
        if deals < 2:
            return 0.0
        return sqrt((deals * self.squares - self.total**2) / (deals * (deals - 1)))

    @property
    def error(self) -> float:
        return self.deviation / sqrt(self.deals) if self.deals else 0.0

    def to_json(self) -> dict[str, dict[str, int]]:
        counts = {"nets": self.nets, "endings": self.endings, "reached": self.reached}
        return {
            name: {str(key): count[key] for key in sorted(count)}
            for name, count in counts.items()
            if count or name != "reached"
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Mapping[str, int]]) -> "Tally":
        """Inverse of `to_json`; `reached` can be missing in old data."""
        nets, endings, reached = (
            {int(key): int(count) for key, count in value.get(name, {}).items()}
            for name in ("nets", "endings", "reached")
        )
        return cls(nets, endings, reached)


def _sum(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    return dict(Counter(one) + Counter(other))
