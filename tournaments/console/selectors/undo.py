"""The undoable last step of a person at the console."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.events.actor import actor_name
from tournaments.models import LogEntry, Tournament
from tournaments.permissions import Actor

UNDO_WINDOW: Final = timedelta(minutes=15)
UNDOABLE_ACTIONS: Final = (
    "round_started", "minutes_added", "clock_paused", "clock_resumed", "table_minutes",
    "message_sent", "call_answered", "call_settled", "result_decided",
)  # fmt: skip


def last_step_of(tournament: Tournament, actor: Actor) -> LogEntry | None:
    """The person's newest step within the undo window that is not undone; one query."""
    rows = LogEntry.objects.filter(
        tournament=tournament,
        action__in=(*UNDOABLE_ACTIONS, "step_undone"),
        at__gte=timezone.now() - UNDO_WINDOW,
    )
    undone: set[int] = set()
    for row in entries_by(rows, actor).order_by("-pk")[:40]:
        if row.action == "step_undone":
            undone.update(row.details.get("steps", []))
        elif row.pk not in undone:
            return row
    return None


def entries_by(rows: QuerySet[LogEntry], actor: Actor) -> QuerySet[LogEntry]:
    """Log entries of a user, or of the acting helper."""
    return rows.filter(user=actor.pk) if actor else rows.filter(user=None, who=actor_name())
