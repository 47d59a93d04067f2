"""What comes out: rows, board scores and round totals, all exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.facts import BoardResult, Section


class BoardScore(NamedTuple):
    """One result compared: both sides' scores, percents where the method has them.

    `top` is the most a side could score, in the same unit as `ns` and `ew`; `n` is the number of
    results compared on the board.
    """

    result: BoardResult
    ns: Fraction
    ew: Fraction
    ns_percent: Fraction | None
    ew_percent: Fraction | None
    top: Fraction | None
    n: int


class RoundTotal(NamedTuple):
    """An entrant's round: its own score there, and the running total and place after it."""

    round: int
    score: Fraction
    boards: int
    total: Fraction
    rank: int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a ranking; `rank` counts from 1 and is shared where `tied`."""

    entrant: int
    section: Section
    rank: int
    tied: bool
    total: Fraction
    boards: int
    rounds: tuple[RoundTotal, ...] = ()

    @property
    def place(self) -> str:
        """The place as people write it: "1", and "2=" where it is shared."""
        return f"{self.rank}=" if self.tied else str(self.rank)


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows by section and rank, and the board scores they were made of."""

    rows: tuple[Row, ...]
    boards: tuple[BoardScore, ...]

    def row(self, entrant: int) -> Row:
        """The row of one entrant; KeyError when it does not take part."""
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise KeyError(entrant)

    def section(self, section: Section) -> tuple[Row, ...]:
        """The rows of one ranking, best first."""
        return tuple(row for row in self.rows if row.section is section)
