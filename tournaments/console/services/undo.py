from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.console.selectors.undo import last_step_of, of_person
from tournaments.console.services.clock import pause_round, resume_round, take_start_back
from tournaments.console.services.messages import take_message_back
from tournaments.console.services.table_time import add_table_minutes
from tournaments.errors import Refused
from tournaments.events.append import hall_changed, log, table_changed
from tournaments.models import DirectorCall, LogEntry, Round, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.decisions import take_decision_back
from tournaments.state.locks import hold_for_change

Details = dict[str, Any]
"""What the log keeps of a step, as JSON."""
Undo = Callable[[Tournament, Details, Actor], object]


@transaction.atomic
def undo_step(*, tournament: Tournament, step: int, actor: Actor = None) -> LogEntry:
    """Undo the step with this id, if it is still the actor's last one."""
    tournament = hold_for_change(tournament.pk)
    last = last_step_of(tournament, actor)
    if last is None or last.pk != step:
        raise Refused("not_the_last", _("There is nothing of yours to take back any more."))
    UNDOING[last.action](tournament, last.details, actor)
    # Entries logged as a side effect are not steps.
    rows = LogEntry.objects.filter(tournament=tournament, pk__gte=last.pk)
    steps = list(of_person(rows, actor).values_list("pk", flat=True))
    details = {**last.details, "steps": steps, "undone": last.action}
    return log(tournament.pk, "step_undone", user=actor, **details)


def round_in(tournament: Tournament, details: Details) -> Round:
    return tournament.rounds.get(number=details["round"])


def undo_start(tournament: Tournament, details: Details, actor: Actor) -> None:
    take_start_back(tournament=tournament, number=details["round"], actor=actor)


def undo_minutes(tournament: Tournament, details: Details, actor: Actor) -> None:
    current = round_in(tournament, details)
    if current.ends_at is None:
        raise Refused("round_not_begun", _("Round %d has not begun yet.") % current.number)
    less = timedelta(minutes=details["minutes"])
    if current.paused_seconds is not None:
        left = current.paused_seconds - int(less.total_seconds())
        current.paused_seconds = max(0, left)
    else:
        current.ends_at -= less
    current.save(update_fields=["ends_at", "paused_seconds"])
    hall_changed(tournament.pk)


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
    take_message_back(tournament=tournament, message_id=details["message"], actor=actor)


def undo_answer(tournament: Tournament, details: Details, actor: Actor) -> None:
    reopen(tournament, details, "answered_at")


def undo_settled(tournament: Tournament, details: Details, actor: Actor) -> None:
    reopen(tournament, details, "settled_at")


def reopen(tournament: Tournament, details: Details, column: str) -> None:
    """Restore a call, unless the table has called again since."""
    calls = DirectorCall.objects.filter(table__tournament=tournament)
    call = calls.select_for_update(of=("self",)).filter(pk=details["call"]).first()
    if call is None or calls.filter(table=call.table_id, pk__gt=call.pk).exists():
        raise Refused("not_the_last", _("There is nothing of yours to take back any more."))
    setattr(call, column, None)
    call.save(update_fields=[column])
    table_changed(call.table_id)


def undo_decision(tournament: Tournament, details: Details, actor: Actor) -> None:
    take_decision_back(
        play_id=details["play"], version=details["version"], was=details["was"], actor=actor
    )


UNDOING: Final[dict[str, Undo]] = {
    "round_started": undo_start,
    "minutes_added": undo_minutes,
    "clock_paused": undo_pause,
    "clock_resumed": undo_resume,
    "table_minutes": undo_table_minutes,
    "message_sent": undo_message,
    "call_answered": undo_answer,
    "call_settled": undo_settled,
    "result_decided": undo_decision,
}
