from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bots.jobs import enqueue_analysis
from tournaments.console.selectors.prints import hand_records, is_all_over, still_waiting
from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.board_rows import BOARD_FILTERS, board_list
from tournaments.public.selectors.boards import BoardCount, board_counts, board_page
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.trials import trial_of_board

HANDS = ("dealt", "suit")
TAKERS = {f"taken-{seat}": seat for seat in "NWSE"}


def boards(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    by_swing = request.GET.get("sort") == "swing"
    kind = request.GET.get("show", "")
    kind = kind if kind in BOARD_FILTERS else ""
    return live_page(
        request,
        tournament,
        "tournaments/public/boards.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "boards"),
            "list": board_list(tournament, by_swing=by_swing, kind=kind),
            "by_swing": by_swing,
        },
        kind=f"{kind} {'swing' if by_swing else ''}",
        title=_("Boards"),
    )


def hands(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    if not is_all_over(tournament):
        title = _("The hands are not public yet")
        text = _("They can be printed here when every board is over.")
        return missing_page(request, tournament, title, text)
    records = hand_records(tournament, every_board=False)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "waiting": still_waiting(records, tournament),
        "back": reverse("tournament_boards", args=[code]),
        "records": records,
    }
    return render(request, "tournaments/console/print/hands.html", context)


def board(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One board: all data once over, only counts before."""
    tournament = public_tournament(request, code)
    counts = board_counts(tournament)
    count = next((each for each in counts if each.number == number), None)
    if count is None:
        return missing_page(request, tournament, *no_such_board(tournament, counts, number))
    hands = request.GET.get("hands", "")
    hands = hands if hands in {*HANDS, *TAKERS} else ""
    return live_page(
        request,
        tournament,
        "tournaments/public/board.html",
        lambda: board_values(tournament, count, len(counts), hands),
        kind=hands,
        title=_("Board %(number)d") % {"number": number},
        follows="settled" if count.is_over else "version",
    )


def board_trial(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Play out a finished board in a contract."""
    tournament = public_tournament(request, code)
    counts = board_counts(tournament)
    count = next((each for each in counts if each.number == number), None)
    if count is None:
        return missing_page(request, tournament, *no_such_board(tournament, counts, number))
    trial = trial_of_board(tournament, count, request.GET)
    if trial is None:
        title = _("Board %(number)d cannot be tried yet") % {"number": number}
        text = _("It can be once every table has played it, in games whose deals are analysed.")
        return missing_page(request, tournament, title, text)
    context = {"tournament": tournament, "count": count, "found": trial, "nav": "tournaments"}
    return render(request, "tournaments/public/board_trial.html", context)


def board_values(
    tournament: Tournament, count: BoardCount, boards: int, hands: str
) -> dict[str, object]:
    """Context of a board's page; enqueues a missing analysis, once per version."""
    page = board_page(tournament, count, TAKERS.get(hands, "") if hands else None)
    if page is not None and page.analysis_state == "waiting":
        enqueue_analysis(tournament)
    if page and not (page.deal.turned or page.deal.comes_in_two):
        hands = "suit"
    elif not hands:
        hands = f"taken-{page.deal.taker}" if page and page.deal.taker else "dealt"
    return {
        "tournament": tournament,
        "count": count,
        "page": page,
        "hands": hands,
        "takers": TAKERS,
        "previous": count.number - 1 if count.number > 1 else 0,
        "next": count.number + 1 if count.number < boards else 0,
    }


def no_such_board(
    tournament: Tournament, counts: tuple[BoardCount, ...], number: int
) -> tuple[str, str]:
    """Title and text of the missing-board page."""
    title = _("There is no board %(number)d in this tournament") % {"number": number}
    if not counts:
        return title, _("%(name)s is not drawn yet, so it has no boards.") % {
            "name": tournament.name
        }
    return title, _(
        "%(name)s has boards 1 to %(last)d. The address may be mistyped, "
        "or the link may be from another evening."
    ) % {"name": tournament.name, "last": counts[-1].number}
