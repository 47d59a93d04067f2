"""A stage of a tournament as data: the whole input of the standings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.scoring.methods import Method
from tournaments.scoring.options import Options
from tournaments.scoring.results import BoardResult, Bye, Game, Reference
from tournaments.scoring.scales import Tariff, VpScale


class Winners(StrEnum):
    """One ranking of everybody, or one for each line of a Mitchell movement."""

    ONE = "one"
    TWO = "two"


class Section(StrEnum):
    """The ranking a row belongs to."""

    ALL = "all"
    NS = "ns"
    EW = "ew"


class TieBreak(StrEnum):
    """A way to separate equal totals; an organiser chooses an ordered chain of these."""

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


class Per(StrEnum):
    """The place where an adjustment enters: among the board scores, or in the final total."""

    BOARD = "board"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added to an entrant (negative: a penalty) in the units of the event.

    The units are percent in matchpoints, IMPs, VPs or points elsewhere. An amount of 0 is a
    warning. Per `BOARD` it counts as part of one board's score; per `TOTAL` it changes the final
    figure itself.
    """

    entrant: int
    amount: Fraction
    per: Per = Per.TOTAL
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
    """Open play's usual penalty: the other side writes 162 points, the offender a warning."""
    warning = Adjustment(
        offender, Fraction(0), Per.TOTAL, round, session=session, reason=reason, author=author
    )
    return warning, replace(warning, entrant=other, amount=Fraction(points))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, team or player; `line` fixes its ranking where two win, `carry` comes from before.

    `handicap` is added to its total like what it carries.
    """

    id: int
    line: Section | None = None
    carry: Fraction = Fraction(0)
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A side that stands for several entrants, each of whom gets its score (individual events)."""

    id: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnockoutOrder:
    """Entrants of a knock-out after a round, best first; a group shares its place."""

    round: int
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Walkover:
    """A match of a round that its opponents did not play, or not to the end: `entrant` goes on.

    Boards that were played keep their scores, but no match is scored.
    """

    entrant: int
    round: int
    session: int = 1


@dataclass(frozen=True, slots=True)
class Facts:
    """A whole stage as data; order and exact repetitions of results carry no meaning.

    `match` turns each match (one round against the same opponents) into victory points or points
    for winning; without it board scores count themselves. `lots` lists entrants as drawn.
    `references` join the comparison of boards over the whole field (not that of teams).
    `knockout` is the order of a cup after each round; it ranks before totals do. Matches and byes
    of `annulled` entrants do not count.
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
        """The entrants behind each side that is not an entrant itself."""
        return {lineup.id: lineup.entrants for lineup in self.lineups}

    def until(self, round: int) -> Facts:
        """The facts as they were when only rounds up to this one had been played."""
        return replace(
            self,
            results=tuple(result for result in self.results if result.round <= round),
            games=tuple(game for game in self.games if game.round <= round),
            byes=tuple(bye for bye in self.byes if bye.round <= round),
            adjustments=tuple(a for a in self.adjustments if (a.round or 0) <= round),
            knockout=tuple(order for order in self.knockout if order.round <= round),
            walkovers=tuple(each for each in self.walkovers if each.round <= round),
        )


def counts_matches(facts: Facts) -> bool:
    """Return whether totals add up matches instead of boards."""
    method = facts.method
    return facts.match is not None or method.for_games or method is Method.PATTON


def is_mean(facts: Facts) -> bool:
    """Return whether totals are means per board."""
    if counts_matches(facts):
        return False
    chosen = facts.options.per_board
    return facts.method.is_mean if chosen is None else chosen
