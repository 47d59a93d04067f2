"""Sums of a study's boards: whole numbers that can be added in any order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, Self

Rows = Mapping[str, tuple[int, ...]]

RATIO: Final = ("boards", "hands", "hands_squared")
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "boards": ("boards",),
    "par": ("boards",),
    "par_ends": ("boards",),
    "par_contracts": ("boards", "alone", "with_contra"),
    "makes": ("boards", "by_first", "by_other", "by_nobody"),
    "points": ("results",),
    "on_lead": ("boards", "points", "points_squared"),
    "hands": (
        *RATIO,
        *("points", "points_squared", "hands_points"),
        *("made", "made_squared", "hands_made"),
    ),
    "leaders": (
        *RATIO,
        *("by_declarer", "by_partner", "by_left", "by_right"),
        *("gain", "gain_squared", "hands_gain"),
    ),
    "openings": (
        *("boards", "alike", "best_cards"),
        *("spread", "spread_squared", "over_mean", "over_mean_squared"),
    ),
    "spreads": ("boards",),
    "cards": (
        *("boards", "cards", "cards_squared"),
        *("best", "best_squared", "cards_best"),
        *("cost", "cost_squared", "cards_cost"),
    ),
}
"""Explained in ``docs/boards-study.md``."""


@dataclass(frozen=True, slots=True)
class Sums:
    tables: Mapping[str, Rows] = field(default_factory=dict)

    def __add__(self, other: "Sums") -> "Sums":
        return combine_sums([self, other])

    @property
    def boards(self) -> int:
        return self.row("boards", "all")[0]

    def rows(self, table: str) -> Rows:
        """Rows of a table; none is all zero."""
        return self.tables.get(table, {})

    def row(self, table: str, key: str) -> tuple[int, ...]:
        return self.rows(table).get(key, (0,) * len(COLUMNS[table]))

    def values(self, table: str, key: str) -> dict[str, int]:
        return dict(zip(COLUMNS[table], self.row(table, key), strict=True))

    def to_json(self) -> dict[str, dict[str, list[int]]]:
        """Sums as lists, in a canonical order."""
        return {
            table: {key: list(self.tables[table][key]) for key in sorted(self.tables[table])}
            for table in COLUMNS
            if self.tables.get(table)
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Mapping[str, Iterable[int]]]) -> Self:
        return cls(
            {table: {key: tuple(row) for key, row in rows.items()} for table, rows in value.items()}
        )


def combine_sums(many: Iterable[Sums]) -> Sums:
    tables: dict[str, dict[str, tuple[int, ...]]] = {}
    for each in many:
        for name, rows in each.tables.items():
            table = tables.setdefault(name, {})
            for key, row in rows.items():
                had = table.get(key)
                table[key] = row if had is None else tuple(map(int.__add__, had, row))
    return Sums(tables)


def mean_error(count: int, total: int, squares: int) -> float:
    """Standard error of a mean of ``count`` values, from their total and sum of squares."""
    if count < 2:
        return 0.0
    return sqrt(max(count * squares - total * total, 0) / (count * count * (count - 1)))


def ratio_error(
    boards: int, count: int, count_squared: int, total: int, squares: int, products: int
) -> float:
    """Standard error of ``total / count`` where a board gives several values, or none.

    Boards are the independent samples, hands of one board are not: ratio estimator of cluster
    sampling, with the sums over boards of n, n², y, y² and n·y.
    """
    if boards < 2 or not count:
        return 0.0
    # Σ (y − r n)² over the boards, times count², in whole numbers.
    spread = count * count * squares - 2 * count * total * products + total * total * count_squared
    return sqrt(max(spread, 0) * boards / (boards - 1)) / (count * count)
