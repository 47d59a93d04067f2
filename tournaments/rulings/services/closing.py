"""Close a board, which makes its cards public, and reopen it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change, refresh_pages
from tournaments.models import Board, Play, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import lock_tournament
from tournaments.state.visibility import finished_boards, unsettled_condition


@transaction.atomic
def close_board(*, board: Board, confirmed: bool = False, actor: Actor = None) -> Board:
    """Close a board even if results are missing or unconfirmed.

    Unsettled tables require ``confirmed``: they cannot enter results any more, since the
    cards become public.
    """
    board = lock_board(board)
    if board.pk in finished_boards(board.tournament).values_list("pk", flat=True):
        raise RuleViolationError("closed_already", _("This board is over already."))
    waiting = Play.objects.filter(unsettled_condition(), board=board).count()
    if waiting and not confirmed:
        raise RuleViolationError(
            "board_in_play",
            ngettext(
                "This board is unresolved at %d table. Confirm that it is not being played there.",
                "This board is unresolved at %d tables. Confirm that none of them is playing it.",
                waiting,
            )
            % waiting,
            field="confirmed",
            waiting=waiting,
        )
    return set_closed(board, True, actor)


@transaction.atomic
def reopen_board(*, board: Board, actor: Actor = None) -> Board:
    """Reopen a board; it is over once its results are settled."""
    board = lock_board(board)
    if board.closed_at is None:
        raise RuleViolationError("not_closed", _("This board was not closed."))
    return set_closed(board, False, actor)


def lock_board(board: Board) -> Board:
    """The board, its tournament locked; refuse boards without cards."""
    tournament = lock_tournament(board.tournament_id)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError("not_playing", _("This tournament is not being played."))
    board = Board.objects.get(pk=board.pk)
    if board.deal_id is None:
        raise RuleViolationError(
            "open_play", _("In open play each table has cards of its own anyway.")
        )
    board.tournament = tournament
    return board


def set_closed(board: Board, closed: bool, actor: Actor) -> Board:
    """Store and log the state; invalidate standings, pages and tables."""
    board.closed_at = timezone.now() if closed else None
    board.save(update_fields=["closed_at"])
    action = "board_closed" if closed else "board_reopened"
    log(board.tournament_id, action, user=actor, board=board.number)
    refresh_pages(board.tournament_id)
    record_general_change(board.tournament_id)
    return board
