"""Change of the leader: requested, then completed by sync; or forced offline."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import SyncConflict, SyncLink
from tournaments.permissions import Actor
from tournaments.sync.messages import build_snapshot
from tournaments.sync.protocol import (
    SyncSession,
    mark_split,
    open_session,
    set_leader,
    update_led_elsewhere,
)


@transaction.atomic
def request_move(*, line: SyncLink, to: str, actor: Actor = None) -> SyncLink:
    """Request that an installation leads once both are in sync.

    A leader that gives up the lead makes no further changes.
    """
    desk = open_session(line.pk)
    check_is_paired(desk)
    check_is_not_split(desk)
    if desk.line.leader == to:
        raise RuleViolationError(
            "leads_already", _("That site is already in charge of the evening.")
        )
    desk.line.wanted = to
    desk.line.save()
    if desk.line.place == SyncLink.Place.HALL:
        update_led_elsewhere(desk.line)
    return desk.line


@transaction.atomic
def cancel_move(*, line: SyncLink, actor: Actor = None) -> SyncLink:
    desk = open_session(line.pk)
    desk.line.wanted = ""
    desk.line.save()
    update_led_elsewhere(desk.line)
    return desk.line


@transaction.atomic
def take_over(*, line: SyncLink, actor: Actor = None) -> SyncLink:
    """Lead here immediately, without the other side."""
    desk = open_session(line.pk)
    check_is_paired(desk)
    check_is_not_split(desk)
    if not desk.line.leads or desk.line.wanted:
        take_lead(desk)
    return desk.line


def take_lead(desk: SyncSession) -> None:
    desk.line.given_frame = build_snapshot(desk.line, desk.names).hash
    set_leader(desk.line, desk.here)


@transaction.atomic
def resolve_split(*, line: SyncLink, place: str, actor: Actor = None) -> SyncLink:
    """Resolve a split in favour of one side; the other state stays as a file."""
    desk = open_session(line.pk)
    if not desk.line.is_split:
        raise RuleViolationError("decided_already", _("Somebody has decided this already."))
    who = actor.get_username() if actor else ""
    mark_split(desk, split=False)
    desk.line.differences.filter(kind=SyncConflict.Kind.LEAD).update(decided_by=who)
    if place == desk.here:
        take_lead(desk)
    else:
        set_leader(desk.line, place)
    return desk.line


def check_is_paired(desk: SyncSession) -> None:
    """Require a paired link that has not ended."""
    if desk.line.ended_at is not None or desk.line.paired_at is None:
        raise RuleViolationError("no_line", _("The link to the other site has been ended."))


def check_is_not_split(desk: SyncSession) -> None:
    if desk.line.is_split:
        raise RuleViolationError("split", _("First choose which of the two evenings counts."))
