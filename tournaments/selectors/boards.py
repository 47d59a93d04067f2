"""The boards: which are over, and everything about those; of the others only counts."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q

from games.models import Deal
from tournaments.models import Board, Play, Tournament
from tournaments.selectors.deals import DealFace, deal_face
from tournaments.selectors.results import Compared, finished_results
from tournaments.selectors.rounds import PUBLISHED
from tournaments.selectors.visibility import finished_boards


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
class BoardPage:
    """A board that is over: the deal, and all results, best for North–South first."""

    count: BoardCount
    deal: DealFace
    results: tuple[Compared, ...]
    spread: tuple[SpreadRow, ...]


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


def board_page(tournament: Tournament, count: BoardCount) -> BoardPage | None:
    """What everybody may see of a board, None before it is over."""
    if not count.is_over:
        return None
    deal = Deal.objects.get(board__tournament=tournament, board__number=count.number)
    results = [row for row in finished_results(tournament) if row.board == count.number]
    return BoardPage(
        count=count,
        deal=deal_face(deal),
        results=tuple(sorted(results, key=best_first)),
        spread=spread_of(results),
    )


def best_first(row: Compared) -> tuple[float, int]:
    """North–South's best result first; boards that were not played come last."""
    return (float("inf") if row.net is None else -row.net, row.table)


def spread_of(results: list[Compared]) -> tuple[SpreadRow, ...]:
    """The nets that occurred, highest first, each with its tables' contracts."""
    nets = Counter(row.net for row in results if row.net is not None)
    return tuple(
        SpreadRow(net, tuple(row.contract for row in results if row.net == net))
        for net in sorted(nets, reverse=True)
    )
