"""What comes to a table from the director: the clock and its own minutes, calls, messages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone

from tournaments.models import DirectorCall, ExtraTime, MessageAtTable, Round, Table

SHOWN_FOR = timedelta(hours=3)
MOST_SHOWN = 3


class Clock(TypedDict):
    """What a round's state says of its time."""

    begun: bool
    ends_at: str
    paused_seconds: int | None


def clock_of(clock: Round, extra: int = 0) -> Clock:
    """The clock of a round for a table that has so many seconds more than the others."""
    ends_at = clock.ends_at + timedelta(seconds=extra) if clock.ends_at else None
    left = clock.paused_seconds
    return {
        "begun": clock.started_at is not None,
        "ends_at": stamp(ends_at),
        "paused_seconds": None if left is None else left + extra,
    }


def extra_times_of(tables: Sequence[Table]) -> dict[tuple[int, int], int]:
    """By table and number of the round: the seconds that a table has more than the others."""
    rows = ExtraTime.objects.filter(table__in=tables, seconds__gt=0)
    return {
        (table, number): seconds
        for table, number, seconds in rows.values_list("table", "round__number", "seconds")
    }


def own_time(clock: Round, extra: Mapping[tuple[int, int], int], table_id: int) -> Clock:
    """The clock of a round as it runs for one table."""
    return clock_of(clock, extra.get((table_id, clock.number), 0))


def calls_of(tables: Sequence[Table]) -> dict[int, dict[str, object]]:
    """By table: the open call for the director."""
    calls = DirectorCall.objects.filter(table__in=tables, settled_at__isnull=True)
    return {
        call.table_id: {"at": stamp(call.created_at), "answered": call.answered_at is not None}
        for call in calls.order_by("-created_at")
    }


def messages_of(tables: Sequence[Table]) -> dict[int, list[dict[str, object]]]:
    """By table: the newest messages that nobody there has read, the oldest of them first."""
    rows = MessageAtTable.objects.filter(
        table__in=tables,
        read_at=None,
        message__taken_back_at=None,
        message__created_at__gte=timezone.now() - SHOWN_FOR,
    )
    found: dict[int, list[dict[str, object]]] = defaultdict(list)
    for row in rows.select_related("message").order_by("message_id"):
        message = row.message
        found[row.table_id].append(
            {"id": message.pk, "at": stamp(message.created_at), "text": message.text}
        )
    return {table: messages[-MOST_SHOWN:] for table, messages in found.items()}


def stamp(moment: datetime | None) -> str:
    """A moment as text for programs, empty for none."""
    return moment.isoformat() if moment else ""
