"""Explanation of a board score, or of a team's total and rank."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.why import WhyBoard, why_board, why_team


def board(request: HttpRequest, code: str, play_id: int, side: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    known = why_board(tournament, play_id, side)
    if known is None:
        return nothing_here(request, tournament)
    return live_page(
        request,
        tournament,
        "tournaments/public/why_board.html",
        lambda: board_values(tournament, known),
        title=_("Board %(number)d") % {"number": known.board},
        follows="settled",
    )


def board_values(tournament: Tournament, known: WhyBoard) -> dict[str, object]:
    """Context; opponents are listed where each gives points."""
    reason = known.reason
    return {
        "tournament": tournament,
        "why": known,
        "reason": reason,
        "lists_others": reason.how in ("compared", "factored", "other_room") and reason.against,
    }


def team(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = public_tournament(request, code)
    known = why_team(tournament, number)
    if known is None:
        return nothing_here(request, tournament)
    return live_page(
        request,
        tournament,
        "tournaments/public/why_team.html",
        lambda: {"tournament": tournament, "why": known, "reason": known.reason},
        title=known.team.name,
        follows="settled",
    )


def nothing_here(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return missing_page(
        request,
        tournament,
        _("There is nothing to explain here yet"),
        _("Scores are explained once the board is over, places once the round is complete."),
    )
