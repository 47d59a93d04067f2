"""The boards: which are over, and everything about those; of the others only counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Max, Min, Q

from games.analysis.selectors import DealAnalysis
from games.wording.deals import DealFace, deal_face
from tournaments.bots.selectors.analyses import analysis_of
from tournaments.bots.selectors.field import FieldOfBoard, field_of
from tournaments.models import Board, FouledBoard, Play, Tournament
from tournaments.results.selectors.compared import Compared, finished_results
from tournaments.state.fouled import fouled_ruling
from tournaments.state.visibility import PUBLISHED, finished_boards


@dataclass(frozen=True, slots=True)
class BoardCount:
    """How far a board is: results in, results there will be, and when it is (or was) played."""

    number: int
    done: int
    total: int
    first_round: int
    last_round: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """The tables that wrote one net, as their contracts (empty: passed out)."""

    net: int
    contracts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Against:
    """A table's net, and how much more it is than par and than the mean of the computer field."""

    row: Compared
    par: int | None
    field: Fraction | None


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board that is over: the deal, and all results, best for North–South first.

    ``fouled`` is the ruling that not all tables had the same cards; those as dealt come first.
    """

    count: BoardCount
    deal: DealFace
    results: tuple[Compared, ...]
    spread: tuple[SpreadRow, ...]
    field: FieldOfBoard | None
    analysis: DealAnalysis | None
    analysis_state: str
    fouled: FouledBoard | None = None

    @property
    def par_net(self) -> int | None:
        """Par as North–South minus East–West, where it is known."""
        return self.analysis.par.net if self.analysis else None

    @property
    def spread_with_par(self) -> tuple[SpreadRow, ...]:
        """The nets that the tables made, highest first, and par among them though none made it."""
        par = self.par_net
        if par is None or not self.spread or par in {row.net for row in self.spread}:
            return self.spread
        return tuple(sorted((*self.spread, SpreadRow(par, ())), key=lambda row: -row.net))

    @property
    def against(self) -> tuple[Against, ...]:
        """Each table with a score and the cards as dealt held against par and computer field."""
        return tuple(
            Against(
                row,
                None if self.par_net is None else row.net - self.par_net,
                None if self.field is None else row.net - self.field.mean,
            )
            for row in self.results
            if row.net is not None and not row.group
        )


def board_counts(tournament: Tournament) -> tuple[BoardCount, ...]:
    """All boards of a published draw with their counts; two queries."""
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
    """The public page of a board, None before it is over.

    Where a card is turned up the hands are those that ``taker`` taking it gives; None for whoever
    has taken it at all tables.
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
        deal=deal_face(board.dealt, taker),
        results=tuple(sorted(results, key=best_first)),
        spread=spread_of(results),
        field=field_of(count.number, tournament),
        analysis=analysis.found,
        analysis_state=analysis.state,
        fouled=fouled if fouled and fouled.groups else None,
    )


def only_taker(results: Iterable[Compared]) -> str:
    """The seat that played the contract at every table with the cards as dealt, or ""."""
    takers = {row.declarer for row in results if row.declarer and not row.group}
    return takers.pop() if len(takers) == 1 else ""


def best_first(row: Compared) -> tuple[int, float, int]:
    """North–South's best result first; boards that were not played come last.

    Of a fouled board those with the same cards stand together.
    """
    return (row.group, float("inf") if row.net is None else -row.net, row.table)


def spread_of(results: list[Compared]) -> tuple[SpreadRow, ...]:
    """The nets that the cards as dealt brought, highest first, with their tables' contracts."""
    contracts: dict[int, list[str]] = {}
    for row in results:
        if row.net is not None and not row.group:
            contracts.setdefault(row.net, []).append(row.contract)
    return tuple(SpreadRow(net, tuple(contracts[net])) for net in sorted(contracts, reverse=True))
