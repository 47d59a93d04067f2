from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from tournaments.scoring.imps import IMP_TABLES
from tournaments.scoring.methods import ComparisonScope, Method
from tournaments.scoring.parsing import read_value
from tournaments.scoring.results import FactsError
from tournaments.scoring.scales import MAX_BOARDS


class Weight(StrEnum):
    """Equal weights in a mean over several sessions."""

    BOARD = "board"
    SESSION = "session"
    TOP = "top"


@dataclass(frozen=True, slots=True)
class Options:
    """Options that change scores.

    `small_groups`: on a fouled board, groups of 1 to 3 tables next to a larger one get 60,
    65/55 or 70/60/50 percent instead of Neuberg's formula (ASE). `upgrade_averages`: average
    plus is at least, minus at most, the pair's percentage (Law 12C2). `average_net`,
    `average_imps`: value of average plus in match points and IMPs. `datum_drop`: extremes
    dropped at each end of a Butler datum; `datum_step`: its rounding step. `clip`: limit of
    nets in match points. `per_board`: totals as mean (True) or sum (False).
    `boards_per_match`: scheduled length, None for the boards played so far. `bye_score`: per
    board if totals are means. `bye_points`: for tie-breaks only. `annul_leavers`: annul
    matches of an entrant who left a round robin before half of them.
    """

    small_groups: bool = True
    upgrade_averages: bool = True
    average_net: Fraction = Fraction(5)
    average_imps: Fraction = Fraction(2)
    imp_table: str = "belot"
    datum_drop: int | None = None
    datum_step: int = 1
    clip: int | None = None
    per_board: bool | None = None
    weight: Weight = Weight.BOARD
    boards_per_match: int | None = None
    bye_score: Fraction | None = None
    bye_points: Fraction = Fraction(0)
    annul_leavers: bool = False

    def __post_init__(self) -> None:
        if self.imp_table not in IMP_TABLES:
            raise FactsError(
                f"expected one of {', '.join(IMP_TABLES)}, found {self.imp_table!r:.60}",
                "imp_table",
            )
        for name, least in (("datum_drop", 0), ("datum_step", 1), ("clip", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise FactsError(f"expected {least} or more, found {value}", name)
        length = self.boards_per_match
        if length is not None and not 1 <= length <= MAX_BOARDS:
            raise FactsError(f"expected 1 to {MAX_BOARDS}, found {length}", "boards_per_match")


MATCH_OPTIONS: Final = ("bye_score", "bye_points", "annul_leavers")
TEAM_OPTIONS: Final = (
    "per_board", "weight", "imp_table", "clip", "average_imps", "average_net",
    "boards_per_match", *MATCH_OPTIONS,
)  # fmt: skip
FIELD_OPTIONS: Final = (
    "small_groups", "upgrade_averages", "per_board", "weight", "imp_table", "datum_drop",
    "datum_step", "clip", "average_imps", "average_net", "boards_per_match", *MATCH_OPTIONS,
)  # fmt: skip
KNOWN_OPTIONS: Final[Mapping[ComparisonScope, tuple[str, ...]]] = MappingProxyType(
    {
        ComparisonScope.FIELD: FIELD_OPTIONS,
        ComparisonScope.MATCH: TEAM_OPTIONS,
        ComparisonScope.GAMES: MATCH_OPTIONS,
    }
)
"""By kind of method; single methods can ignore some."""


def options_of(method: Method) -> tuple[str, ...]:
    return KNOWN_OPTIONS[method.told.over]


def unknown_options(method: Method, names: Iterable[str]) -> list[str]:
    others = {field.name for field in fields(Options)}.difference(options_of(method))
    return [name for name in names if name in others]


def check_options(method: Method, names: Iterable[str]) -> None:
    """Raise FactsError for an option that the method does not have."""
    for name in unknown_options(method, names):
        known = ", ".join(options_of(method))
        raise FactsError(
            f"the method {method.value} does not know this option; one of {known}",
            f"options.{name}",
        )


def stored_options(method: Method, stored: Mapping[str, object]) -> Options:
    """Parse stored options, ignoring those that the method does not have.

    Raise FactsError for unreadable values.
    """
    values = dict(stored)
    for name in unknown_options(method, stored):
        del values[name]
    return read_value(Options, values, "options")
