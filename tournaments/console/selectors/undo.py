"""The undoable last step of a person at the console."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.events.actor import acting_name
from tournaments.models import LogEntry, Tournament
from tournaments.permissions import Actor

LIFE: Final = timedelta(minutes=15)
STEPS: Final = (
    "round_started", "minutes_added", "clock_paused", "clock_resumed", "table_minutes",
    "message_sent", "call_answered", "call_settled", "result_decided",
)  # fmt: skip


def last_step_of(tournament: Tournament, actor: Actor) -> LogEntry | None:
    """The person's newest step within the undo window that is not undone; one query."""
    rows = LogEntry.objects.filter(
        tournament=tournament, action__in=(*STEPS, "step_undone"), at__gte=timezone.now() - LIFE
    )
    undone: set[int] = set()
    for row in of_person(rows, actor).order_by("-pk")[:40]:
        if row.action == "step_undone":
            undone.update(row.details.get("steps", []))
        elif row.pk not in undone:
            return row
    return None


def of_person(rows: QuerySet[LogEntry], actor: Actor) -> QuerySet[LogEntry]:
    """Log entries of a user, or of the acting helper."""
    return rows.filter(user=actor.pk) if actor else rows.filter(user=None, who=acting_name())
