"""Board list: contracts and spread of each finished board."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.analysis.selectors import Par
from games.belot import Variant
from tournaments.bots.selectors.analyses import analyses_by_board
from tournaments.models import Tournament
from tournaments.public.selectors.boards import BoardCount, board_counts
from tournaments.results.selectors.compared import ComparedResult, finished_results

USUAL_SWING: Final[Mapping[str, int]] = {"match_points": 20, "card_points": 200}
"""Difference between a made and a lost contract, by ``Variant.sheet``."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board in the list; only its count until it is over.

    ``contracts``: with counts, most common first; ``nets``: of tables with the cards as dealt;
    ``swing``: best minus worst net; ``liveliness``: ``quiet``, ``lively`` or ``wild``, empty for
    fewer than two tables.
    """

    count: BoardCount
    contracts: tuple[tuple[str, int], ...] = ()
    nets: tuple[int, ...] = ()
    failed: int = 0
    hanging: int = 0
    doubled: int = 0
    capots: int = 0
    par: Par | None = None
    swing: int | None = None
    liveliness: str = ""

    @property
    def mean(self) -> Fraction | None:
        return Fraction(sum(self.nets), len(self.nets)) if self.nets else None

    def was_played(self, contract: str) -> bool:
        return any(code == contract for code, _times in self.contracts)


BOARD_FILTERS: Final[Mapping[str, Callable[[BoardRow], bool]]] = {
    "wild": lambda row: row.liveliness == "wild",
    "lively": lambda row: row.liveliness == "lively",
    "contra": lambda row: row.doubled > 0,
    "capot": lambda row: row.capots > 0,
    "all-trumps": lambda row: row.was_played("AT"),
    "passed-out": lambda row: row.was_played(""),
}
"""By value of ``?show=``."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """Boards played between two rounds; rounds 0: all boards."""

    first_round: int
    last_round: int
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class BoardList:
    """Board list; ``limit``: end of the dot line; ``lively``, ``wild``: thresholds.

    ``total``: all boards; ``kinds``: available filters; ``kind``: active filter, empty for all.
    """

    parts: tuple[BoardPart, ...]
    limit: int
    lively: int
    wild: int
    total: int = 0
    kinds: tuple[tuple[str, int], ...] = ()
    kind: str = ""

    @property
    def rows(self) -> tuple[BoardRow, ...]:
        return tuple(row for part in self.parts for row in part.rows)

    @property
    def has_par(self) -> bool:
        return any(row.par for row in self.rows)

    @property
    def is_all_over(self) -> bool:
        return bool(self.rows) and all(row.count.is_over for row in self.rows)


def board_list(tournament: Tournament, *, by_swing: bool = False, kind: str = "") -> BoardList:
    """Boards in order of play, or widest swing first; nine queries.

    An unavailable ``kind`` is ignored.
    """
    lively, wild = swing_thresholds(tournament.variant)
    every = board_rows(tournament)
    kinds = kinds_of(every)
    kind = kind if kind in dict(kinds) else ""
    rows = [row for row in every if BOARD_FILTERS[kind](row)] if kind else every
    parts = (BoardPart(0, 0, widest_first(rows)),) if by_swing else parts_of(rows)
    end = dot_line_limit(tournament.variant)
    return BoardList(parts, end, lively, wild, total=len(every), kinds=kinds, kind=kind)


def kinds_of(rows: Iterable[BoardRow]) -> tuple[tuple[str, int], ...]:
    """Board count per kind, of kinds that apply to some boards only."""
    over = [row for row in rows if row.count.is_over]
    counts = ((kind, sum(is_such(row) for row in over)) for kind, is_such in BOARD_FILTERS.items())
    return tuple((kind, count) for kind, count in counts if 0 < count < len(over))


def swing_thresholds(variant: Variant) -> tuple[int, int]:
    """Swing thresholds for lively and wild.

    A contract made or lost is lively; wild needs a contra or capot.
    """
    swing = USUAL_SWING[variant.sheet]
    return swing, swing * 9 // 5


def dot_line_limit(variant: Variant) -> int:
    return USUAL_SWING[variant.sheet] * 2


def board_rows(tournament: Tournament) -> tuple[BoardRow, ...]:
    counts = board_counts(tournament)
    if not any(count.is_over for count in counts):
        return tuple(BoardRow(count) for count in counts)
    results: dict[int, list[ComparedResult]] = defaultdict(list)
    for row in finished_results(tournament):
        results[row.board].append(row)
    analyses = analyses_by_board(tournament, every_board=False)
    pars = {number: analysis.par for number, analysis in analyses.items()}
    return tuple(
        board_row(count, results[count.number], pars.get(count.number), tournament.variant)
        if count.is_over
        else BoardRow(count)
        for count in counts
    )


def board_row(
    count: BoardCount, results: Iterable[ComparedResult], par: Par | None, variant: Variant
) -> BoardRow:
    """A finished board; ruled results and other cards are not compared."""
    played = [row for row in results if row.net is not None and not row.group]
    nets = tuple(sorted(row.net for row in played if row.net is not None))
    swing = nets[-1] - nets[0] if len(nets) > 1 else None
    return BoardRow(
        count=count,
        contracts=tuple(Counter(row.contract for row in played).most_common()),
        nets=nets,
        failed=sum(row.outcome == "lost" for row in played),
        hanging=sum(row.outcome == "hanging" for row in played),
        doubled=sum(row.contra > 0 for row in played),
        capots=sum(row.is_capot for row in played),
        par=par,
        swing=swing,
        liveliness=liveliness_of(swing, variant),
    )


def liveliness_of(swing: int | None, variant: Variant) -> str:
    if swing is None:
        return ""
    lively, wild = swing_thresholds(variant)
    return "quiet" if swing < lively else "lively" if swing < wild else "wild"


def parts_of(rows: Iterable[BoardRow]) -> tuple[BoardPart, ...]:
    """Rows grouped by rounds of play; one group if all are equal."""
    grouped = itertools.groupby(rows, lambda row: (row.count.first_round, row.count.last_round))
    parts = tuple(BoardPart(first, last, tuple(part)) for (first, last), part in grouped)
    return parts if len(parts) > 1 else tuple(BoardPart(0, 0, part.rows) for part in parts)


def widest_first(rows: Iterable[BoardRow]) -> tuple[BoardRow, ...]:
    return tuple(sorted(rows, key=lambda row: -1 if row.swing is None else row.swing, reverse=True))
