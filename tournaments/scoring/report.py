from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.facts import Section, TieBreak
from tournaments.scoring.results import BoardResult


class BoardScore(NamedTuple):
    """Both sides' scores of a result.

    `top` is the maximum, in the unit of `ns` and `ew`; `n` the number of compared results;
    `other` the result at the other table of a team match.
    """

    result: BoardResult
    ns: Fraction
    ew: Fraction
    ns_percent: Fraction | None
    ew_percent: Fraction | None
    top: Fraction | None
    n: int
    other: BoardResult | None = None

    @property
    def round(self) -> int:
        """The round in which it counts; for teams, that of the second table."""
        own = self.result.round
        return own if self.other is None else max(own, self.other.round)

    @property
    def ns_value(self) -> Fraction:
        """Percent of NS if there is one, else the score."""
        return self.ns if self.ns_percent is None else self.ns_percent

    @property
    def ew_value(self) -> Fraction:
        return self.ew if self.ew_percent is None else self.ew_percent


class MatchSide(NamedTuple):
    """One side of a match: `raw` score, its value, and 1, ½ or 0 for the outcome."""

    entrants: tuple[int, ...]
    raw: Fraction
    score: Fraction
    outcome: Fraction
    games: int = 0


class MatchScore(NamedTuple):
    """A round against the same opponents, or an open game; a bye has one side.

    For teams playing in different rounds, the round that completes the match.
    """

    session: int
    round: int
    table: int
    sides: tuple[MatchSide, ...]
    boards: int


class RoundTotal(NamedTuple):
    round: int
    score: Fraction
    boards: int
    total: Fraction
    rank: int
    session: int = 1


class TieStep(NamedTuple):
    tie_break: TieBreak
    value: Fraction
    group: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a ranking; `rank` counts from 1, shared if `tied`.

    `total` is `score` plus `carry`, `adjusted` and `handicap`. The last of `ties` decided.
    """

    entrant: int
    section: Section
    rank: int
    tied: bool
    total: Fraction
    boards: int
    score: Fraction = Fraction(0)
    carry: Fraction = Fraction(0)
    adjusted: Fraction = Fraction(0)
    handicap: Fraction = Fraction(0)
    rounds: tuple[RoundTotal, ...] = ()
    ties: tuple[TieStep, ...] = ()

    @property
    def place(self) -> str:
        """Displayed place: "1", or "2=" if shared."""
        return f"{self.rank}=" if self.tied else str(self.rank)


@dataclass(frozen=True, slots=True)
class Standings:
    rows: tuple[Row, ...]
    boards: tuple[BoardScore, ...] = ()
    matches: tuple[MatchScore, ...] = ()

    def row(self, entrant: int) -> Row:
        """An entrant's row; raise KeyError if it does not take part."""
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise KeyError(entrant)

    def section(self, section: Section) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.section is section)
