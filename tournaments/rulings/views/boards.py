from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.models import Board, Tournament
from tournaments.organiser.access import Request, attempt, director_page
from tournaments.organiser.pages import number_in, show, way_back
from tournaments.results.selectors.card_conflicts import refusals_of
from tournaments.results.selectors.plays import play_of
from tournaments.results.services.table_cards import MOST_REFUSALS, give_tries_back
from tournaments.rulings.selectors.closing import board_lines
from tournaments.rulings.services.closing import close_board, reopen_board


@director_page
def boards(request: Request, tournament: Tournament) -> HttpResponse:
    refused: dict[int, str] = {}
    if request.method == "POST":
        refused = change(request, tournament)
        if not refused:
            return redirect("manage_boards", tournament.code)
    return show(
        request,
        tournament,
        "rulings/boards",
        part="boards",
        status=422 if refused else 200,
        boards=board_lines(tournament),
        refused=refused,
        refusals=refusals_of(tournament),
        most=MOST_REFUSALS,
    )


def change(request: Request, tournament: Tournament) -> dict[int, str]:
    """Perform the posted action; return refusals by board number."""
    if "open" in request.POST:
        board = board_of(tournament, request.POST["open"])
        attempt(request, lambda: reopen_board(board=board, actor=request.user), _("Open again."))
        return {}
    chosen = [board_of(tournament, number) for number in request.POST.getlist("board")]
    if not chosen:
        messages.error(request, _("Choose the boards that nobody plays any more."))
        return {}
    refused = close(request, chosen)
    if closed := len(chosen) - len(refused):
        words = ngettext("%d board is closed.", "%d boards are closed.", closed)
        messages.success(request, words % closed)
    return refused


def close(request: Request, chosen: list[Board]) -> dict[int, str]:
    refused: dict[int, str] = {}
    for board in chosen:
        try:
            close_board(board=board, confirmed="confirmed" in request.POST, actor=request.user)
        except Refused as refusal:
            refused[board.number] = str(refusal)
    return refused


def board_of(tournament: Tournament, number: str) -> Board:
    found = tournament.boards.filter(number=number_in(number) or 0).first()
    if found is None:
        raise Http404
    return found


@require_POST
@director_page
def tries(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    play = play_of(tournament, play_id)
    if play is None:
        raise Http404
    attempt(
        request,
        lambda: give_tries_back(play_id=play.pk, actor=request.user),
        _("The table may enter board %d again.") % play.board.number,
    )
    return redirect(way_back(request, tournament))
