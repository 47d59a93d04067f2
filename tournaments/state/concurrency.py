"""Optimistic locking: later changes are not overwritten unseen.

Services compare under their own lock, and only if something would change: a redundant
request succeeds.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.wording.dates import day_text
from tournaments.errors import Conflict
from tournaments.models import Change, Tournament
from tournaments.state.locks import hold_for_change
from tournaments.state.version_tokens import Present, mark_of, present_seating

Seen = str | int | None
"""The name of the state that was looked at; None where somebody does not say."""
T = TypeVar("T")
WISH: Final = "wish"


def must_be_as_seen(seen: Seen, present: Present) -> None:
    """Raise ConflictError unless the version token is current."""
    if seen is not None and str(seen) != present.seen:
        raise conflict_with(present)


def conflict_with(present: Present) -> Conflict:
    """ConflictError with author, time, current values and new token (``seen``)."""
    who, at = present.touch()
    return Conflict(
        "changed_since",
        change_in_words(who, at),
        seen=present.seen,
        now=present.values,
        who=who,
        at=at.isoformat() if at else None,
    )


def change_in_words(who: str, at: datetime | None) -> str:
    if at is None:
        return _("This was changed meanwhile.")
    if not who:
        return _("This was changed meanwhile, at %(time)s.") % {"time": clock_time(at)}
    words = {"who": who, "time": clock_time(at)}
    return _("This was changed meanwhile by %(who)s at %(time)s.") % words


def clock_time(at: datetime, form: str = "H:i:s") -> str:
    here = timezone.localtime(at)
    is_today = here.date() == timezone.localdate()
    time = date_format(here, form)
    return time if is_today else f"{day_text(here, 'j E Y')}, {time}"


@transaction.atomic
def do_as_seen(
    *,
    tournament: Tournament,
    seen: Seen,
    deed: Callable[[], T],
    present: Callable[[Tournament], Present] = present_seating,
) -> T:
    """Run ``deed`` under the lock; raises ConflictError if the token is outdated."""
    must_be_as_seen(seen, present(hold_for_change(tournament.pk)))
    return deed()


@transaction.atomic
def change_as_seen(
    *,
    tournament: Tournament,
    seen: Seen,
    wish: object,
    change: Callable[[], Change],
    present: Callable[[Tournament], Present] = present_seating,
) -> Change:
    """Make a change of seats; raises ConflictError if the token is outdated.

    Idempotent: the same ``wish`` with the same token returns the earlier change.
    """
    tournament = hold_for_change(tournament.pk)
    if seen is None:
        return change()
    mark = mark_of([str(seen), wish])
    made = tournament.changes.filter(details__wish=mark).first()
    if made is not None:
        return made
    must_be_as_seen(seen, present(tournament))
    made = change()
    made.details = {**made.details, WISH: mark}
    made.save(update_fields=["details"])
    return made
