"""Change of the leader: requested, then completed by sync; or forced offline."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Difference, Line
from tournaments.permissions import Actor
from tournaments.sync.messages import frame_of
from tournaments.sync.protocol import Desk, mark_split, move, open_desk, set_leading


@transaction.atomic
def ask_to_move(*, line: Line, to: str, actor: Actor = None) -> Line:
    """Request that an installation leads once both are in sync.

    A leader that gives up the lead makes no further changes.
    """
    desk = open_desk(line.pk)
    must_be_going(desk)
    must_not_be_split(desk)
    if desk.line.leader == to:
        raise Refused("leads_already", _("The evening is led there already."))
    desk.line.wanted = to
    desk.line.save()
    if desk.line.place == Line.Place.HALL:
        set_leading(desk.line)
    return desk.line


@transaction.atomic
def stop_moving(*, line: Line, actor: Actor = None) -> Line:
    desk = open_desk(line.pk)
    desk.line.wanted = ""
    desk.line.save()
    set_leading(desk.line)
    return desk.line


@transaction.atomic
def take_over(*, line: Line, actor: Actor = None) -> Line:
    """Lead here immediately, without the other side."""
    desk = open_desk(line.pk)
    must_be_going(desk)
    must_not_be_split(desk)
    if not desk.line.leads or desk.line.wanted:
        lead_here(desk)
    return desk.line


def lead_here(desk: Desk) -> None:
    desk.line.given_frame = frame_of(desk.line, desk.names).hash
    move(desk.line, desk.here)


@transaction.atomic
def choose_evening(*, line: Line, place: str, actor: Actor = None) -> Line:
    """Resolve a split in favour of one side; the other state stays as a file."""
    desk = open_desk(line.pk)
    if not desk.line.is_split:
        raise Refused("decided_already", _("Somebody has decided this already."))
    who = actor.get_username() if actor else ""
    mark_split(desk, split=False)
    desk.line.differences.filter(kind=Difference.Kind.LEAD).update(decided_by=who)
    if place == desk.here:
        lead_here(desk)
    else:
        move(desk.line, place)
    return desk.line


def must_be_going(desk: Desk) -> None:
    """Require a paired link that has not ended."""
    if desk.line.ended_at is not None or desk.line.paired_at is None:
        raise Refused("no_line", _("There is no line to another place any more."))


def must_not_be_split(desk: Desk) -> None:
    if desk.line.is_split:
        raise Refused("split", _("First say which of the two evenings counts."))
