"""Transactions for changes of seats and results: record, log, undo."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout, differences, revert
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.storage import lock_layout, store_layout
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.append import log
from tournaments.models import Change, Tournament
from tournaments.permissions import Actor
from tournaments.state.formats import rounds_to_play
from tournaments.state.official import check_is_not_official

REASON_LENGTH = 300
State = Tournament.State


@dataclass
class ChangeDraft:
    """A pending change: edit ``layout``, then ``store``; ``made`` is the resulting change."""

    tournament: Tournament
    before: Layout
    layout: Layout
    details: dict[str, Any] = field(default_factory=dict)
    stored: Layout | None = None
    made: Change | None = None

    def store(self) -> None:
        last = self.stored or self.before
        if self.layout != last:
            store_layout(self.tournament, last, self.layout)
            self.stored = self.layout.copy()


@contextmanager
def change_layout(
    tournament: Tournament,
    action: str,
    *,
    actor: Actor = None,
    reason: str = "",
    also_finished: bool = False,
    **details: object,
) -> Iterator[ChangeDraft]:
    """Run one change atomically: lock, edit, store, diff, record, log.

    Raises RuleViolationError if nothing changes, or if the tournament is not drawn or is
    over.
    """
    with transaction.atomic():
        tournament, before = lock_layout(tournament)
        check_is_changeable(tournament, also_finished=also_finished)
        draft = ChangeDraft(tournament, before, before.copy(), dict(details))
        yield draft
        draft.store()
        draft.details["reason"] = reason.strip()[:REASON_LENGTH]
        draft.made = store_change(draft, action, actor)


def check_is_changeable(tournament: Tournament, *, also_finished: bool = False) -> None:
    """Refuse before the draw, and after the end unless ``also_finished``."""
    if tournament.state == State.ENTRY:
        raise RuleViolationError("not_drawn", _("The tournament is not drawn yet."))
    if tournament.state == State.FINISHED and not also_finished:
        raise RuleViolationError(
            "finished", _("The tournament is finished. Reopen it to change this.")
        )
    check_is_not_official(tournament)


def store_change(
    draft: ChangeDraft, action: str, actor: Actor, undoes: Change | None = None
) -> Change:
    """Record and log the differences."""
    before, after = differences(draft.before, layout_of(draft.tournament))
    if not before:
        raise RuleViolationError("nothing_changes", _("This would change nothing."))
    change = Change.objects.create(
        tournament=draft.tournament,
        action=action,
        details=draft.details,
        before=before,
        after=after,
        undoes=undoes,
        user_id=actor.pk if actor else None,
    )
    if undoes:
        draft.details["undone"] = action
    logged = "change_undone" if undoes else action
    log(draft.tournament.pk, logged, user=actor, change=change.pk, **draft.details)
    return change


@transaction.atomic
def undo_change(*, change: Change, actor: Actor = None) -> Change:
    """Revert a change as a new change.

    Raises ConflictError if already undone or if the affected rows changed again.
    """
    tournament, now = lock_layout(change.tournament)
    change = Change.objects.select_for_update(no_key=True).get(pk=change.pk)
    if Change.objects.filter(undoes=change).exists():
        raise ConflictError("undone_already", _("This is undone already."))
    check_is_changeable(tournament, also_finished=True)
    back = revert(now, change.before, change.after)
    if back is None:
        raise ConflictError(
            "changed_since",
            _("This cannot be undone any more: it was changed again, or results have come in."),
        )
    draft = ChangeDraft(tournament, now, back, dict(change.details))
    draft.store()
    return store_change(draft, change.action, actor, undoes=change)


def round_to_play(draft: ChangeDraft, number: int | None) -> int:
    """A drawn round, or the next one still to be drawn; raises RuleViolationError."""
    if number and number in rounds_to_play(draft.tournament, draft.layout.rounds):
        return number
    return check_round(draft.layout, number)


def check_round(layout: Layout, number: int | None, field: str = "from_round") -> int:
    rounds = layout.rounds
    if not number or number not in rounds:
        raise RuleViolationError("no_such_round", _("There is no such round."), field=field)
    return number


def change_from(draft: ChangeDraft) -> Change:
    assert draft.made is not None
    return draft.made
