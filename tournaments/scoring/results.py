from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class ResultKey(NamedTuple):
    """Key of a result; board is 0 for a game."""

    session: int
    round: int
    table: int
    board: int = 0


class BoardKey(NamedTuple):
    """A board; each session has its own deals."""

    session: int
    board: int


class FactsError(ValueError):
    """Contradictory facts; the message starts with the path, if known."""

    def __init__(self, message: str, at: str = "") -> None:
        self.at = at
        super().__init__(f"{at}: {message}" if at else message)
        self.message = message

    def inside(self, place: str) -> FactsError:
        """The same error with `place` prepended to its path."""
        dot = "." if place and self.at and not self.at.startswith("[") else ""
        return FactsError(self.message, f"{place}{dot}{self.at}")


class ResultKind(StrEnum):
    """Status of a scheduled board; `LATE` and `NOT_COUNTED` (removed) never count."""

    PLAYED = "played"
    PASSED_OUT = "passed_out"
    ADJUSTED = "adjusted"
    NOT_PLAYED = "not_played"
    LATE = "late"
    NOT_COUNTED = "not_counted"


class Average(StrEnum):
    """Artificial score: not at fault, partly at fault, at fault (Law 12C2)."""

    PLUS = "plus"
    EQUAL = "equal"
    MINUS = "minus"


@dataclass(frozen=True, slots=True)
class Award:
    """One side's adjusted score: an average, or NS nets with weights that sum to 1."""

    average: Average | None = None
    nets: tuple[tuple[int, Fraction], ...] = ()

    def __post_init__(self) -> None:
        if (self.average is None) != bool(self.nets):
            raise FactsError("an award is either an average or assigned nets")
        if any(weight <= 0 for _, weight in self.nets):
            raise FactsError("expected weights above 0", "nets")
        if self.nets and sum(weight for _, weight in self.nets) != 1:
            raise FactsError("the weights of an assigned score must sum to 1", "nets")

    @classmethod
    def of_net(cls, net: int) -> Award:
        """Award of one result, in NS minus EW match points."""
        return cls(nets=((net, Fraction(1)),))


AVERAGES = Award(average=Average.EQUAL), Award(average=Average.EQUAL)


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board at one table: its sides and NS minus EW match points (`net`).

    Unequal `awards` (NS, EW) are a split score. On a fouled board only the same `group` is
    compared; 0 had the cards as dealt.
    """

    board: int
    round: int
    table: int
    ns: int
    ew: int
    net: int | None = None
    kind: ResultKind = ResultKind.PLAYED
    awards: tuple[Award, Award] | None = None
    session: int = 1
    ref: int | str | None = None
    reason: str = ""
    group: int = 0

    def __post_init__(self) -> None:
        if self.ns == self.ew:
            raise FactsError(f"{self.place}: an entrant cannot oppose itself", "ew")
        if self.kind is ResultKind.PLAYED and self.net is None:
            raise FactsError(f"{self.place}: a played board needs its net", "net")
        if (self.kind is ResultKind.ADJUSTED) != (self.awards is not None):
            words = f"{self.place}: awards belong to adjusted results, and only there"
            raise FactsError(words, "awards")

    @property
    def where(self) -> ResultKey:
        return ResultKey(self.session, self.round, self.table, self.board)

    @property
    def place(self) -> str:
        return f"round {self.round}, table {self.table}, board {self.board}"

    @property
    def counts(self) -> bool:
        return self.kind not in (ResultKind.LATE, ResultKind.NOT_COUNTED)

    @property
    def compared_net(self) -> int | None:
        """Net for comparisons; None if the board was not really played."""
        return (
            0
            if self.kind is ResultKind.PASSED_OUT
            else self.net
            if self.kind is ResultKind.PLAYED
            else None
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """A computer field's net for a board: compared but not ranked; group 0 of a fouled board."""

    board: int
    net: int
    session: int = 1


@dataclass(frozen=True, slots=True)
class GameSide:
    """One side of an open game: points, and games won in a best-of match."""

    entrant: int
    points: int
    games: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """An open game with cards dealt at the table: two sides or three players."""

    round: int
    table: int
    sides: tuple[GameSide, ...]
    deals: int = 1
    session: int = 1
    ref: int | str | None = None

    def __post_init__(self) -> None:
        entrants = {side.entrant for side in self.sides}
        if len(entrants) < 2 or len(entrants) != len(self.sides):
            raise FactsError(f"{self.place}: a game needs two or more different sides", "sides")

    @property
    def where(self) -> ResultKey:
        return ResultKey(self.session, self.round, self.table)

    @property
    def place(self) -> str:
        return f"round {self.round}, table {self.table}"


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent; `score` None is the event's default."""

    entrant: int
    round: int
    score: Fraction | None = None
    session: int = 1
    reason: str = ""


def unique_results(results: Iterable[BoardResult]) -> list[BoardResult]:
    """Distinct results in order; raise FactsError for contradictions."""
    unique: dict[ResultKey, BoardResult] = {}
    for result in results:
        if unique.setdefault(result.where, result) != result:
            raise FactsError(f"{result.place}: two different results")
    return [unique[key] for key in sorted(unique)]


def unique_games(games: Iterable[Game]) -> list[Game]:
    """Distinct games in order; raise FactsError for contradictions."""
    unique: dict[ResultKey, Game] = {}
    for game in games:
        if unique.setdefault(game.where, game) != game:
            raise FactsError(f"{game.place}: two different games")
    return [unique[key] for key in sorted(unique)]
