from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_change
from tournaments.models import Board, FouledBoard, Play
from tournaments.permissions import Actor
from tournaments.rulings.services.rulings import name_of, require_reason
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.fouled import CARD_GROUP_LETTERS, fouled_ruling
from tournaments.state.locks import lock_tournament
from tournaments.state.official import check_is_correctable
from tournaments.state.version_tokens import fouling_state


@transaction.atomic
def split_board(
    *,
    board: Board,
    groups: Mapping[int, int],
    reason: str,
    seen: VersionToken = None,
    is_public: bool = True,
    late: bool = False,
    actor: Actor = None,
    who: str = "",
) -> FouledBoard:
    """Compare a board's results only among tables with the same cards.

    ``groups`` maps play ids to groups: 1 … 4 had other cards; 0 and missing plays had the
    cards as dealt. Without any group the board is joined again. ``seen`` is the version the
    director saw, 0 for none; repeating a ruling returns the stored one.
    """
    tournament = lock_tournament(board.tournament_id)
    reason = require_reason(reason)
    if board.deal_id is None:
        raise RuleViolationError(
            "open_play", _("In open play each table has cards of its own anyway.")
        )
    before = fouled_ruling(board)
    checked_groups = check_groups(board, groups)
    if before is not None and values_of(before) == (checked_groups, reason, is_public):
        return before
    check_version(seen, fouling_state(board))
    check_is_correctable(tournament, late=late, actor=actor)
    if checked_groups == (before.groups if before else {}):
        raise RuleViolationError(
            "unchanged", _("These tables are grouped like this already."), field="groups"
        )
    ruling = FouledBoard.objects.create(
        board=board,
        version=before.version + 1 if before else 1,
        groups=checked_groups,
        reason=reason,
        is_public=is_public,
        user=actor,
        who=who or name_of(actor),
    )
    action = "board_split" if checked_groups else "board_joined"
    log(tournament.pk, action, user=actor, who=who, board=board.number, reason=reason)
    record_change(tournament.pk)
    return ruling


def values_of(row: FouledBoard) -> tuple[dict[str, int], str, bool]:
    return row.groups, row.reason, row.is_public


def check_groups(board: Board, groups: Mapping[int, int]) -> dict[str, int]:
    """Groups in stored form; raise RuleViolationError for unknown plays or groups."""
    known = set(Play.objects.filter(board=board).values_list("pk", flat=True))
    for play, group in groups.items():
        if play not in known:
            raise RuleViolationError(
                "no_such_play", _("There is no such board at a table."), field=f"groups.{play}"
            )
        if not 0 <= group <= len(CARD_GROUP_LETTERS):
            raise RuleViolationError(
                "no_such_group",
                _("A group is 0 (the cards as dealt) to %(most)d.")
                % {"most": len(CARD_GROUP_LETTERS)},
                field=f"groups.{play}",
            )
    return {str(play): group for play, group in sorted(groups.items()) if group}
