from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.errors import RuleViolationError
from tournaments.models import Board, Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import console_url, number_in, show
from tournaments.results.selectors.card_conflicts import refusals_of
from tournaments.results.selectors.plays import play_of
from tournaments.results.services.table_cards import MAX_REFUSALS, reset_attempts
from tournaments.rulings.selectors.closing import board_statuses
from tournaments.rulings.services.closing import close_board, reopen_board


@director_page
def boards(request: Request, tournament: Tournament) -> HttpResponse:
    refused: dict[int, str] = {}
    if request.method == "POST":
        refused = apply_action(request, tournament)
        if not refused:
            return redirect("manage_boards", tournament.code)
    return show(
        request,
        tournament,
        "rulings/boards",
        part="boards",
        status=422 if refused else 200,
        boards=board_statuses(tournament),
        refused=refused,
        refusals=refusals_of(tournament),
        most=MAX_REFUSALS,
    )


def apply_action(request: Request, tournament: Tournament) -> dict[int, str]:
    """Perform the posted action; return refusals by board number."""
    if "open" in request.POST:
        board = board_of(tournament, request.POST["open"])
        run_with_message(
            request, lambda: reopen_board(board=board, actor=request.user), _("Reopened.")
        )
        return {}
    chosen = [board_of(tournament, number) for number in request.POST.getlist("board")]
    if not chosen:
        messages.error(request, _("Choose the boards that nobody plays any more."))
        return {}
    refused = close_chosen(request, chosen)
    if closed := len(chosen) - len(refused):
        words = ngettext("%d board is closed.", "%d boards are closed.", closed)
        messages.success(request, words % closed)
    return refused


def close_chosen(request: Request, chosen: list[Board]) -> dict[int, str]:
    refused: dict[int, str] = {}
    for board in chosen:
        try:
            close_board(board=board, confirmed="confirmed" in request.POST, actor=request.user)
        except RuleViolationError as refusal:
            refused[board.number] = str(refusal)
    return refused


def board_of(tournament: Tournament, number: str) -> Board:
    board = tournament.boards.filter(number=number_in(number) or 0).first()
    if board is None:
        raise Http404
    return board


@require_POST
@director_page
def reset_entry_limit(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    play = play_of(tournament, play_id)
    if play is None:
        raise Http404
    run_with_message(
        request,
        lambda: reset_attempts(play_id=play.pk, actor=request.user),
        _("The table may enter board %d again.") % play.board.number,
    )
    return redirect(console_url(request, tournament))
