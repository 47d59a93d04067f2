"""What comes out: rows, board scores, matches and round totals, all exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.facts import Section, TieBreak
from tournaments.scoring.results import BoardResult


class BoardScore(NamedTuple):
    """One result compared: both sides' scores, percents where the method has them.

    `top` is the most a side could score, in the same unit as `ns` and `ew`; `n` is the number of
    results compared on the board. `other` is the result of the other table of a match of teams.
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
        """The round in which it counts: of teams the one in which the second table played it."""
        own = self.result.round
        return own if self.other is None else max(own, self.other.round)

    @property
    def ns_value(self) -> Fraction:
        """The figure that counts for NS: the percent where there is one, else the score."""
        return self.ns if self.ns_percent is None else self.ns_percent

    @property
    def ew_value(self) -> Fraction:
        """The figure that counts for EW: the percent where there is one, else the score."""
        return self.ew if self.ew_percent is None else self.ew_percent


class MatchSide(NamedTuple):
    """One side of a match: what it made (`raw`), what that is worth, and 1, ½ or 0 for winning.

    `entrants` are those who get the score: a pair or team, or the players of an individual's side.
    """

    entrants: tuple[int, ...]
    raw: Fraction
    score: Fraction
    outcome: Fraction
    games: int = 0


class MatchScore(NamedTuple):
    """A round against the same opponents, or one open game; a bye has a single side.

    Of teams whose two tables play in different rounds it is the round that completes the match.
    """

    session: int
    round: int
    table: int
    sides: tuple[MatchSide, ...]
    boards: int


class RoundTotal(NamedTuple):
    """An entrant's round: its own score there, and the running total and place after it."""

    round: int
    score: Fraction
    boards: int
    total: Fraction
    rank: int
    session: int = 1


class TieStep(NamedTuple):
    """One tie-break applied to one entrant: its value, and with whom it was tied before."""

    tie_break: TieBreak
    value: Fraction
    group: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a ranking; `rank` counts from 1 and is shared where `tied`.

    `total` is `score` (the mean or sum of what was played) with the other three
    added.
    `ties` are the tie-breaks it went through, the last one the decisive.
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
        """The place as people write it: "1", and "2=" where it is shared."""
        return f"{self.rank}=" if self.tied else str(self.rank)


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows by section and rank, and the board and match scores they were made of."""

    rows: tuple[Row, ...]
    boards: tuple[BoardScore, ...] = ()
    matches: tuple[MatchScore, ...] = ()

    def row(self, entrant: int) -> Row:
        """The row of one entrant; KeyError when it does not take part."""
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise KeyError(entrant)

    def section(self, section: Section) -> tuple[Row, ...]:
        """The rows of one ranking, best first."""
        return tuple(row for row in self.rows if row.section is section)
