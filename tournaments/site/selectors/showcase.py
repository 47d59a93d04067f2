"""A real deal for the home page, with its results at four tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.core.cache import cache

from games.belot import Variant
from games.models import Deal
from games.wording.deals import SeatHand, deal_display
from tournaments.models import Tournament
from tournaments.results.selectors.compared import ComparedResult, finished_results
from tournaments.scoring import Method

TABLES = 4
CACHE_SECONDS = 600


@dataclass(frozen=True, slots=True)
class ShownResult:
    """A table's result; ``percent`` is North–South's score."""

    table: int
    contract: str
    declarer: str
    contra: int
    outcome: str
    score: tuple[int, int]
    percent: Fraction

    @property
    def share(self) -> float:
        return float(self.percent)


@dataclass(frozen=True, slots=True)
class Showcase:
    """A hand and four results, best first; ``code`` and ``board`` are empty for the example."""

    hand: SeatHand
    tables: int
    results: tuple[ShownResult, ...]
    code: str = ""
    board: int = 0
    tournament: str = ""
    rules: Variant | None = None
    """None for the built-in example, which has no contra."""


EXAMPLE = Showcase(
    hand=SeatHand("S", ("HK", "HQ", "HT", "C9", "C7"), ("ST", "H9", "C8"), (), ""),
    tables=TABLES,
    results=(
        ShownResult(1, "H", "S", 0, "made", (13, 7), Fraction(100)),
        ShownResult(8, "AT", "N", 0, "made", (17, 13), Fraction(200, 3)),
        ShownResult(3, "AT", "S", 0, "made", (16, 14), Fraction(100, 3)),
        ShownResult(2, "AT", "S", 0, "lost", (0, 30), Fraction(0)),
    ),
)


def showcase() -> Showcase:
    """A varied board of the newest finished public tournament, or the built-in example."""
    newest = Tournament.objects.filter(
        is_public=True, state=Tournament.State.FINISHED, scoring=Method.MATCHPOINTS
    ).first()
    if newest is None:
        return EXAMPLE
    key = f"showcase:{newest.pk}:{newest.facts_version}"
    cached: Showcase | None = cache.get(key)
    if cached is None:
        cached = showcase_from(newest) or EXAMPLE
        cache.set(key, cached, CACHE_SECONDS)
    return cached


def showcase_from(tournament: Tournament) -> Showcase | None:
    """The board with the most different scores, or None below four."""
    boards: dict[int, list[ComparedResult]] = {}
    for row in finished_results(tournament):
        if row.net is not None and row.contract and not row.group:
            boards.setdefault(row.board, []).append(row)
    if not boards:
        return None
    number, rows = max(boards.items(), key=lambda item: (variety(item[1]), -item[0]))
    if variety(rows) < TABLES:
        return None
    shown = spread_out(sorted(rows, key=lambda row: (-row.ns, row.table)))
    deal = Deal.objects.get(board__tournament=tournament, board__number=number)
    seat = shown[0].declarer if shown[0].declarer in "NS" else "S"
    hand = next(hand for hand in deal_display(deal).hands if hand.seat == seat)
    results = tuple(shown_result(row) for row in shown)
    place = tournament.code, number, tournament.name
    return Showcase(hand, len(rows), results, *place, tournament.variant)


def variety(rows: Sequence[ComparedResult]) -> int:
    return len({row.net for row in rows})


def spread_out(rows: Sequence[ComparedResult]) -> list[ComparedResult]:
    """Results with four different scores: best, worst and two between."""
    distinct = list({row.net: row for row in reversed(rows)}.values())[::-1]
    last = len(distinct) - 1
    return [distinct[round(step * last / (TABLES - 1))] for step in range(TABLES)]


def shown_result(row: ComparedResult) -> ShownResult:
    return ShownResult(
        row.table, row.contract, row.declarer, row.contra, row.outcome, row.score, row.ns
    )
