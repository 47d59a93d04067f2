"""Close a board, which makes its cards public, and reopen it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.append import facts_changed, log, show_extras
from tournaments.models import Board, Play, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import hold_for_change
from tournaments.state.visibility import finished_boards, to_settle


@transaction.atomic
def close_board(*, board: Board, confirmed: bool = False, actor: Actor = None) -> Board:
    """Close a board even if results are missing or unconfirmed.

    Unsettled tables require ``confirmed``: they cannot enter results any more, since the
    cards become public.
    """
    board = hold_board(board)
    if board.pk in finished_boards(board.tournament).values_list("pk", flat=True):
        raise Refused("closed_already", _("This board is over already."))
    waiting = Play.objects.filter(to_settle(), board=board).count()
    if waiting and not confirmed:
        raise Refused(
            "board_in_play",
            _("This board is not settled at %d tables. Confirm that none of them plays it.")
            % waiting,
            field="confirmed",
            waiting=waiting,
        )
    return say_closed(board, True, actor)


@transaction.atomic
def reopen_board(*, board: Board, actor: Actor = None) -> Board:
    """Reopen a board; it is over once its results are settled."""
    board = hold_board(board)
    if board.closed_at is None:
        raise Refused("not_closed", _("This board was not closed."))
    return say_closed(board, False, actor)


def hold_board(board: Board) -> Board:
    """The board, its tournament locked; refuse boards without cards."""
    tournament = hold_for_change(board.tournament_id)
    if tournament.state != Tournament.State.PLAYING:
        raise Refused("not_playing", _("This tournament is not being played."))
    board = Board.objects.get(pk=board.pk)
    if board.deal_id is None:
        raise Refused("open_play", _("In open play each table has cards of its own anyway."))
    board.tournament = tournament
    return board


def say_closed(board: Board, closed: bool, actor: Actor) -> Board:
    """Store and log the state; invalidate standings, pages and tables."""
    board.closed_at = timezone.now() if closed else None
    board.save(update_fields=["closed_at"])
    action = "board_closed" if closed else "board_reopened"
    log(board.tournament_id, action, user=actor, board=board.number)
    show_extras(board.tournament_id)
    facts_changed(board.tournament_id)
    return board
