"""From which state somebody wants to change something; a later state is not overwritten unseen.

A service compares under the lock that it holds anyway, and after it has asked whether anything
would change at all: who wants what stands already is answered as if it had been stored now.
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
    """Raises Conflict where another state stands now than the one that was looked at."""
    if seen is not None and str(seen) != present.seen:
        raise conflict_with(present)


def conflict_with(present: Present) -> Conflict:
    """A Conflict that says who changed it, when, and what stands now, under the name ``seen``."""
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
    """A sentence that something was changed: by whom and when, as far as that is known."""
    if at is None:
        return _("This was changed meanwhile.")
    if not who:
        return _("This was changed meanwhile, at %(time)s.") % {"time": clock_time(at)}
    words = {"who": who, "time": clock_time(at)}
    return _("This was changed meanwhile by %(who)s at %(time)s.") % words


def clock_time(at: datetime, form: str = "H:i:s") -> str:
    """The time of day, with the day where that is not today."""
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
    """Change seats or rounds if they still are as they were looked at; else raises Conflict."""
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
    """Make a change of seats if they still are as they were looked at; else raises Conflict.

    Many a change twice is no change at all, so the same ``wish`` from the same state gives the
    change that was made of it.
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
