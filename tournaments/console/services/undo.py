from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.console.selectors.undo import entries_by, last_step_of
from tournaments.console.services.clock import pause_round, resume_round, undo_round_start
from tournaments.console.services.messages import withdraw_message
from tournaments.console.services.table_time import add_table_minutes
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_all_tables, refresh_table
from tournaments.models import DirectorCall, LogEntry, Round, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.decisions import withdraw_decision
from tournaments.state.locks import lock_tournament

Details = dict[str, Any]
Undo = Callable[[Tournament, Details, Actor], object]


@transaction.atomic
def undo_step(*, tournament: Tournament, step: int, actor: Actor = None) -> LogEntry:
    """Undo the step with this id, if it is still the actor's last one."""
    tournament = lock_tournament(tournament.pk)
    last = last_step_of(tournament, actor)
    if last is None or last.pk != step:
        raise RuleViolationError(
            "not_the_last", _("There is nothing of yours to take back any more.")
        )
    UNDO_HANDLERS[last.action](tournament, last.details, actor)
    # Entries logged as a side effect are not steps.
    rows = LogEntry.objects.filter(tournament=tournament, pk__gte=last.pk)
    steps = list(entries_by(rows, actor).values_list("pk", flat=True))
    details = {**last.details, "steps": steps, "undone": last.action}
    return log(tournament.pk, "step_undone", user=actor, **details)


def round_in(tournament: Tournament, details: Details) -> Round:
    return tournament.rounds.get(number=details["round"])


def undo_start(tournament: Tournament, details: Details, actor: Actor) -> None:
    undo_round_start(tournament=tournament, number=details["round"], actor=actor)


def undo_minutes(tournament: Tournament, details: Details, actor: Actor) -> None:
    current = round_in(tournament, details)
    if current.ends_at is None:
        raise RuleViolationError(
            "round_not_begun", _("Round %d has not begun yet.") % current.number
        )
    less = timedelta(minutes=details["minutes"])
    if current.paused_seconds is not None:
        left = current.paused_seconds - int(less.total_seconds())
        current.paused_seconds = max(0, left)
    else:
        current.ends_at -= less
    current.save(update_fields=["ends_at", "paused_seconds"])
    refresh_all_tables(tournament.pk)


def undo_pause(tournament: Tournament, details: Details, actor: Actor) -> None:
    resume_round(current=round_in(tournament, details), actor=actor)


def undo_resume(tournament: Tournament, details: Details, actor: Actor) -> None:
    pause_round(current=round_in(tournament, details), actor=actor)


def undo_table_minutes(tournament: Tournament, details: Details, actor: Actor) -> None:
    add_table_minutes(
        current=round_in(tournament, details),
        table=tournament.tables.get(number=details["table"]),
        minutes=-details["minutes"],
        actor=actor,
    )


def undo_message(tournament: Tournament, details: Details, actor: Actor) -> None:
    withdraw_message(tournament=tournament, message_id=details["message"], actor=actor)


def undo_call_answer(tournament: Tournament, details: Details, actor: Actor) -> None:
    reopen_call(tournament, details, "answered_at")


def undo_call_settled(tournament: Tournament, details: Details, actor: Actor) -> None:
    reopen_call(tournament, details, "settled_at")


def reopen_call(tournament: Tournament, details: Details, column: str) -> None:
    """Restore a call, unless the table has called again since."""
    calls = DirectorCall.objects.filter(table__tournament=tournament)
    call = calls.select_for_update(of=("self",)).filter(pk=details["call"]).first()
    if call is None or calls.filter(table=call.table_id, pk__gt=call.pk).exists():
        raise RuleViolationError(
            "not_the_last", _("There is nothing of yours to take back any more.")
        )
    setattr(call, column, None)
    call.save(update_fields=[column])
    refresh_table(call.table_id)


def undo_decision(tournament: Tournament, details: Details, actor: Actor) -> None:
    withdraw_decision(
        play_id=details["play"], version=details["version"], was=details["was"], actor=actor
    )


UNDO_HANDLERS: Final[dict[str, Undo]] = {
    "round_started": undo_start,
    "minutes_added": undo_minutes,
    "clock_paused": undo_pause,
    "clock_resumed": undo_resume,
    "table_minutes": undo_table_minutes,
    "message_sent": undo_message,
    "call_answered": undo_call_answer,
    "call_settled": undo_call_settled,
    "result_decided": undo_decision,
}
