"""The boards: which are over, and those in full."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.selectors.boards import BoardCount, board_counts, board_page
from tournaments.selectors.frames import frame_of
from tournaments.views.public.missing import missing_page
from tournaments.views.public.pages import live_page, public_tournament

HANDS = ("dealt", "suit")


def board_list(request: HttpRequest, code: str) -> HttpResponse:
    """All boards: the finished ones lead to their page, the others show counts."""
    tournament = public_tournament(code)
    return live_page(
        request,
        tournament,
        "tournaments/public/boards.html",
        lambda: {
            "tournament": tournament,
            "frame": frame_of(tournament, "boards"),
            "boards": board_counts(tournament),
        },
        title=_("Boards"),
    )


def board(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One board: everything once it is over, nothing but counts before."""
    tournament = public_tournament(code)
    counts = board_counts(tournament)
    count = next((each for each in counts if each.number == number), None)
    if count is None:
        return missing_page(request, tournament, *no_such_board(tournament, counts, number))
    hands = request.GET.get("hands", "")
    hands = hands if hands in HANDS else HANDS[0]
    return live_page(
        request,
        tournament,
        "tournaments/public/board.html",
        lambda: board_values(tournament, count, len(counts), hands),
        kind=hands,
        title=_("Board %(number)d") % {"number": number},
    )


def board_values(
    tournament: Tournament, count: BoardCount, boards: int, hands: str
) -> dict[str, Any]:
    """What a board's page shows."""
    return {
        "tournament": tournament,
        "count": count,
        "page": board_page(tournament, count),
        "hands": hands,
        "previous": count.number - 1 if count.number > 1 else 0,
        "next": count.number + 1 if count.number < boards else 0,
    }


def no_such_board(
    tournament: Tournament, counts: tuple[BoardCount, ...], number: int
) -> tuple[str, str]:
    """Why there is no such board, in two sentences."""
    title = _("There is no board %(number)d in this tournament") % {"number": number}
    if not counts:
        return title, _("%(name)s is not drawn yet, so it has no boards.") % {
            "name": tournament.name
        }
    return title, _(
        "%(name)s has boards 1 to %(last)d. The address may be mistyped, "
        "or the link may be from another evening."
    ) % {"name": tournament.name, "last": counts[-1].number}
