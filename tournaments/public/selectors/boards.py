"""Boards: full data once over, only counts before."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Max, Min, Q

from games.analysis.selectors import DealAnalysis
from games.wording.deals import DealDisplay, deal_display
from tournaments.bots.selectors.analyses import analysis_of
from tournaments.bots.selectors.field import FieldOfBoard, field_of
from tournaments.models import Board, FouledBoard, Play, Tournament
from tournaments.results.selectors.compared import ComparedResult, finished_results
from tournaments.state.fouled import fouled_ruling
from tournaments.state.visibility import PUBLISHED, finished_boards


@dataclass(frozen=True, slots=True)
class BoardCount:
    """Progress of a board, and its first and last round."""

    number: int
    done: int
    total: int
    first_round: int
    last_round: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class SpreadRow:
    net: int
    contracts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """A table's net minus par and minus the computer field's mean."""

    row: ComparedResult
    par: int | None
    field: Fraction | None


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A finished board with all results, best for North–South first.

    ``fouled``: ruling that cards differed between tables; those as dealt come first.
    """

    count: BoardCount
    deal: DealDisplay
    results: tuple[ComparedResult, ...]
    spread: tuple[SpreadRow, ...]
    field: FieldOfBoard | None
    analysis: DealAnalysis | None
    analysis_state: str
    fouled: FouledBoard | None = None

    @property
    def par_net(self) -> int | None:
        return self.analysis.par.net if self.analysis else None

    @property
    def spread_with_par(self) -> tuple[SpreadRow, ...]:
        """Nets of all tables, highest first, with par inserted."""
        par = self.par_net
        if par is None or not self.spread or par in {row.net for row in self.spread}:
            return self.spread
        return tuple(sorted((*self.spread, SpreadRow(par, ())), key=lambda row: -row.net))

    @property
    def against(self) -> tuple[BoardComparison, ...]:
        return tuple(
            BoardComparison(
                row,
                None if self.par_net is None else row.net - self.par_net,
                None if self.field is None else row.net - self.field.mean,
            )
            for row in self.results
            if row.net is not None and not row.group
        )


def board_counts(tournament: Tournament) -> tuple[BoardCount, ...]:
    """Counts of all published boards; two queries."""
    if tournament.state not in PUBLISHED:
        return ()
    over = set(finished_boards(tournament).values_list("number", flat=True))
    shown = Q(plays__sitting__round__is_published=True)
    boards = Board.objects.filter(tournament=tournament).annotate(
        total=Count("plays", filter=shown),
        done=Count("plays", filter=shown & ~Q(plays__state=Play.State.EMPTY)),
        first=Min("plays__sitting__round__number", filter=shown),
        last=Max("plays__sitting__round__number", filter=shown),
    )
    rows = boards.order_by("number").values_list("number", "done", "total", "first", "last")
    return tuple(
        BoardCount(number, done, total, first or 0, last or 0, number in over)
        for number, done, total, first, last in rows
    )


def board_page(
    tournament: Tournament, count: BoardCount, taker: str | None = ""
) -> BoardPage | None:
    """A board's public page; None before it is over.

    With a turned-up card, hands are shown as if ``taker`` took it; None: the seat that took it at
    every table.
    """
    if not count.is_over:
        return None
    boards = Board.objects.select_related("deal")
    board = boards.get(tournament=tournament, number=count.number)
    analysis = analysis_of(board, tournament)
    results = [row for row in finished_results(tournament) if row.board == count.number]
    fouled = fouled_ruling(board)
    taker = only_taker(results) if taker is None else taker
    return BoardPage(
        count=count,
        deal=deal_display(board.dealt, taker),
        results=tuple(sorted(results, key=best_first)),
        spread=spread_of(results),
        field=field_of(count.number, tournament),
        analysis=analysis.found,
        analysis_state=analysis.state,
        fouled=fouled if fouled and fouled.groups else None,
    )


def only_taker(results: Iterable[ComparedResult]) -> str:
    """The declarer common to all tables with the cards as dealt, or ""."""
    takers = {row.declarer for row in results if row.declarer and not row.group}
    return takers.pop() if len(takers) == 1 else ""


def best_first(row: ComparedResult) -> tuple[int, float, int]:
    """Sort key: North–South's best first, unplayed last; same cards together."""
    return (row.group, float("inf") if row.net is None else -row.net, row.table)


def spread_of(results: list[ComparedResult]) -> tuple[SpreadRow, ...]:
    contracts: dict[int, list[str]] = {}
    for row in results:
        if row.net is not None and not row.group:
            contracts.setdefault(row.net, []).append(row.contract)
    return tuple(SpreadRow(net, tuple(contracts[net])) for net in sorted(contracts, reverse=True))
