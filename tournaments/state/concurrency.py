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

from games.wording.dates import date_text
from tournaments.errors import ConflictError
from tournaments.models import Change, Tournament
from tournaments.state.locks import lock_tournament
from tournaments.state.version_tokens import VersionedState, seating_state, token_of

VersionToken = str | int | None
"""None if the client sent none."""
T = TypeVar("T")
REQUEST_KEY: Final = "wish"


def check_version(seen: VersionToken, present: VersionedState) -> None:
    """Raise ConflictError unless the version token is current."""
    if seen is not None and str(seen) != present.seen:
        raise conflict_error(present)


def conflict_error(present: VersionedState) -> ConflictError:
    """ConflictError with author, time, current values and new token (``seen``)."""
    who, at = present.touch()
    return ConflictError(
        "changed_since",
        change_text(who, at),
        seen=present.seen,
        now=present.values,
        who=who,
        at=at.isoformat() if at else None,
    )


def change_text(who: str, at: datetime | None) -> str:
    if at is None:
        return _("This has changed in the meantime.")
    if not who:
        return _("This was changed at %(time)s.") % {"time": clock_time(at)}
    words = {"who": who, "time": clock_time(at)}
    return _("%(who)s changed this at %(time)s.") % words


def clock_time(at: datetime, form: str = "H:i:s") -> str:
    here = timezone.localtime(at)
    is_today = here.date() == timezone.localdate()
    time = date_format(here, form)
    return time if is_today else f"{date_text(here, 'j E Y')}, {time}"


@transaction.atomic
def run_if_unchanged(
    *,
    tournament: Tournament,
    seen: VersionToken,
    deed: Callable[[], T],
    present: Callable[[Tournament], VersionedState] = seating_state,
) -> T:
    """Run ``deed`` under the lock; raises ConflictError if the token is outdated."""
    check_version(seen, present(lock_tournament(tournament.pk)))
    return deed()


@transaction.atomic
def change_if_unchanged(
    *,
    tournament: Tournament,
    seen: VersionToken,
    wish: object,
    change: Callable[[], Change],
    present: Callable[[Tournament], VersionedState] = seating_state,
) -> Change:
    """Make a change of seats; raises ConflictError if the token is outdated.

    Idempotent: the same ``wish`` with the same token returns the earlier change.
    """
    tournament = lock_tournament(tournament.pk)
    if seen is None:
        return change()
    mark = token_of([str(seen), wish])
    stored_change = tournament.changes.filter(details__wish=mark).first()
    if stored_change is not None:
        return stored_change
    check_version(seen, present(tournament))
    stored_change = change()
    stored_change.details = {**stored_change.details, REQUEST_KEY: mark}
    stored_change.save(update_fields=["details"])
    return stored_change
