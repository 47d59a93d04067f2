"""A stage as data: the complete input of the standings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.scoring.methods import Method
from tournaments.scoring.options import Options
from tournaments.scoring.results import BoardResult, Bye, Game, Reference
from tournaments.scoring.scales import Tariff, VpScale


class Winners(StrEnum):
    """One ranking of all entrants, or one per line of a Mitchell movement."""

    ONE = "one"
    TWO = "two"


class Section(StrEnum):
    ALL = "all"
    NS = "ns"
    EW = "ew"


class TieBreak(StrEnum):
    DIRECT = "direct"
    DIRECT_BASIC = "direct_basic"
    TOPS = "tops"
    WINS = "wins"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    BUCHHOLZ_MEDIAN = "buchholz_median"
    SONNEBORN_BERGER = "sonneborn_berger"
    OPPONENTS_AVERAGE = "opponents_average"
    CUMULATIVE = "cumulative"
    BASIC_SCORE = "basic_score"
    POINTS_FOR = "points_for"
    POINTS_AGAINST = "points_against"
    DIFFERENCE = "difference"
    COUNT_BACK = "count_back"
    FIRST_GAME = "first_game"
    LAST_GAME = "last_game"
    LOT = "lot"


class AdjustmentLevel(StrEnum):
    """Whether an adjustment enters a board score or the final total."""

    BOARD = "board"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added to an entrant (negative: penalty; 0: warning).

    Unit: percent for matchpoints, else IMPs, VPs or points.
    """

    entrant: int
    amount: Fraction
    per: AdjustmentLevel = AdjustmentLevel.TOTAL
    round: int | None = None
    session: int = 1
    reason: str = ""
    author: str = ""
    public: bool = True


def tariff_penalty(
    offender: int,
    other: int,
    round: int,
    *,
    points: int = 162,
    session: int = 1,
    reason: str = "",
    author: str = "",
) -> tuple[Adjustment, Adjustment]:
    """Usual penalty of open play: 162 points to the other side, a warning to the offender."""
    warning = Adjustment(
        offender,
        Fraction(0),
        AdjustmentLevel.TOTAL,
        round,
        session=session,
        reason=reason,
        author=author,
    )
    return warning, replace(warning, entrant=other, amount=Fraction(points))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, team or player; `line` sets its ranking in a two-winner event."""

    id: int
    line: Section | None = None
    carry: Fraction = Fraction(0)
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A side of several entrants, each of whom gets its score (individual events)."""

    id: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnockoutOrder:
    """Entrants of a knock-out after a round, best first; a group shares its place."""

    round: int
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Walkover:
    """A match not played, or not completed, by the opponents of `entrant`, who advances.

    Played boards keep their scores.
    """

    entrant: int
    round: int
    session: int = 1


@dataclass(frozen=True, slots=True)
class Facts:
    """A whole stage; order and exact repetitions of results do not matter.

    `match` converts matches (a round against the same opponents) to points; without it board
    scores count. `lots` lists entrants as drawn. `references` join comparisons over the field.
    `knockout` orders rank before totals. Matches and byes of `annulled` entrants do not count.
    """

    method: Method
    results: tuple[BoardResult, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    winners: Winners = Winners.ONE
    adjustments: tuple[Adjustment, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    options: Options = field(default_factory=Options)
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    match: VpScale | Tariff | None = None
    tie_breaks: tuple[TieBreak, ...] = ()
    lots: tuple[int, ...] = ()
    references: tuple[Reference, ...] = ()
    knockout: tuple[KnockoutOrder, ...] = ()
    annulled: tuple[int, ...] = ()
    walkovers: tuple[Walkover, ...] = ()

    @property
    def members(self) -> dict[int, tuple[int, ...]]:
        return {lineup.id: lineup.entrants for lineup in self.lineups}

    def until(self, round: int) -> Facts:
        """The facts after this round."""
        return replace(
            self,
            results=tuple(result for result in self.results if result.round <= round),
            games=tuple(game for game in self.games if game.round <= round),
            byes=tuple(bye for bye in self.byes if bye.round <= round),
            adjustments=tuple(a for a in self.adjustments if (a.round or 0) <= round),
            knockout=tuple(order for order in self.knockout if order.round <= round),
            walkovers=tuple(each for each in self.walkovers if each.round <= round),
        )


def is_scored_by_match(facts: Facts) -> bool:
    """Whether totals add up matches instead of boards."""
    method = facts.method
    return facts.match is not None or method.for_games or method is Method.PATTON


def is_mean(facts: Facts) -> bool:
    """Whether totals are means per board."""
    if is_scored_by_match(facts):
        return False
    chosen = facts.options.per_board
    return facts.method.is_mean if chosen is None else chosen
