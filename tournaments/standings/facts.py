"""What happened, as plain values: the whole input of the standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.standings.options import Options


class FactsError(ValueError):
    """The facts contradict each other; the message says where."""


class Method(StrEnum):
    """How results are turned into the score that is ranked."""

    MATCHPOINTS = "matchpoints"
    AVERAGE_DIFFERENCE = "average_difference"
    TOTAL_POINTS = "total_points"


class Winners(StrEnum):
    """One ranking of everybody, or one for each line of a Mitchell movement."""

    ONE = "one"
    TWO = "two"


class Section(StrEnum):
    """The ranking a row belongs to."""

    ALL = "all"
    NS = "ns"
    EW = "ew"


class Kind(StrEnum):
    """What became of a scheduled board; `LATE` is still to be played and counts nowhere."""

    PLAYED = "played"
    PASSED_OUT = "passed_out"
    ADJUSTED = "adjusted"
    NOT_PLAYED = "not_played"
    LATE = "late"


class Average(StrEnum):
    """An artificial score: no fault, partly at fault, at fault (Law 12C2)."""

    PLUS = "plus"
    EQUAL = "equal"
    MINUS = "minus"


class Per(StrEnum):
    """Where an adjustment of points enters: among the board scores, or in the final total."""

    BOARD = "board"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Award:
    """One side's adjusted score: an average, or NS nets with weights that sum to 1."""

    average: Average | None = None
    nets: tuple[tuple[int, Fraction], ...] = ()

    def __post_init__(self) -> None:
        if (self.average is None) != bool(self.nets):
            raise FactsError("an award is either an average or assigned nets")
        if self.nets and sum(weight for _, weight in self.nets) != 1:
            raise FactsError("the weights of an assigned score must sum to 1")

    @classmethod
    def assigned(cls, net: int) -> Award:
        """The award of one result, given as NS minus EW match points."""
        return cls(nets=((net, Fraction(1)),))


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board at one table: who sat there and NS minus EW match points (`net`).

    `ref` is the caller's own name for the result. `awards` (NS, EW) belongs to adjusted results;
    unequal awards are a split score.
    """

    board: int
    round: int
    table: int
    ns: int
    ew: int
    net: int | None = None
    kind: Kind = Kind.PLAYED
    awards: tuple[Award, Award] | None = None
    session: int = 1
    ref: int | str | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        if self.ns == self.ew:
            raise FactsError(f"{self.place}: an entrant cannot oppose itself")
        if self.kind is Kind.PLAYED and self.net is None:
            raise FactsError(f"{self.place}: a played board needs its net")
        if (self.kind is Kind.ADJUSTED) != (self.awards is not None):
            raise FactsError(f"{self.place}: awards belong to adjusted results, and only there")

    @property
    def place(self) -> str:
        """Where the result was made, for messages."""
        return f"round {self.round}, table {self.table}, board {self.board}"

    @property
    def compared_net(self) -> int | None:
        """The net that others are compared with; None when the board was not really played."""
        return 0 if self.kind is Kind.PASSED_OUT else self.net if self.kind is Kind.PLAYED else None


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
    reason: str = ""
    author: str = ""
    public: bool = True


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, team or player; `line` fixes the ranking in a two-winner movement."""

    id: int
    line: Section | None = None


@dataclass(frozen=True, slots=True)
class Lineup:
    """A side that stands for several entrants, each of whom gets its score (individual events)."""

    id: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A whole stage as data; order and exact repetitions of results carry no meaning."""

    method: Method
    results: tuple[BoardResult, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    winners: Winners = Winners.ONE
    adjustments: tuple[Adjustment, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    options: Options = field(default_factory=Options)

    def until(self, round: int) -> Facts:
        """The facts as they were when only rounds up to this one had been played."""
        kept = tuple(result for result in self.results if result.round <= round)
        past = tuple(a for a in self.adjustments if a.round is None or a.round <= round)
        return replace(self, results=kept, adjustments=past)


def unique_results(results: Iterable[BoardResult]) -> list[BoardResult]:
    """Each result once, in order of round, table and board; contradictions raise FactsError."""
    kept: dict[tuple[int, int, int, int], BoardResult] = {}
    for result in results:
        key = (result.session, result.round, result.table, result.board)
        if kept.setdefault(key, result) != result:
            raise FactsError(f"{result.place}: two different results")
    return [kept[key] for key in sorted(kept)]
