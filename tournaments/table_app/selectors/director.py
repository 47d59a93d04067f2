"""What the director sends to a table: clock, extra time, calls, messages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone

from tournaments.models import DirectorCall, ExtraTime, MessageAtTable, Round, Table

SHOWN_FOR = timedelta(hours=3)
MOST_SHOWN = 3


class Clock(TypedDict):
    begun: bool
    ends_at: str
    paused_seconds: int | None


def clock_of(clock: Round, extra: int = 0) -> Clock:
    """The clock of a round with ``extra`` seconds for one table."""
    ends_at = clock.ends_at + timedelta(seconds=extra) if clock.ends_at else None
    left = clock.paused_seconds
    return {
        "begun": clock.started_at is not None,
        "ends_at": iso_or_empty(ends_at),
        "paused_seconds": None if left is None else left + extra,
    }


def extra_times_of(tables: Sequence[Table]) -> dict[tuple[int, int], int]:
    """Extra seconds by (table, round number)."""
    rows = ExtraTime.objects.filter(table__in=tables, seconds__gt=0)
    return {
        (table, number): seconds
        for table, number, seconds in rows.values_list("table", "round__number", "seconds")
    }


def table_clock(clock: Round, extra: Mapping[tuple[int, int], int], table_id: int) -> Clock:
    return clock_of(clock, extra.get((table_id, clock.number), 0))


def calls_of(tables: Sequence[Table]) -> dict[int, dict[str, object]]:
    """The open call for the director, by table."""
    calls = DirectorCall.objects.filter(table__in=tables, settled_at__isnull=True)
    return {
        call.table_id: {
            "at": iso_or_empty(call.created_at),
            "answered": call.answered_at is not None,
        }
        for call in calls.order_by("-created_at")
    }


def messages_of(tables: Sequence[Table]) -> dict[int, list[dict[str, object]]]:
    """The newest unread messages by table, oldest first."""
    rows = MessageAtTable.objects.filter(
        table__in=tables,
        read_at=None,
        message__taken_back_at=None,
        message__created_at__gte=timezone.now() - SHOWN_FOR,
    )
    messages_by_table: dict[int, list[dict[str, object]]] = defaultdict(list)
    for row in rows.select_related("message").order_by("message_id"):
        message = row.message
        messages_by_table[row.table_id].append(
            {"id": message.pk, "at": iso_or_empty(message.created_at), "text": message.text}
        )
    return {table: messages[-MOST_SHOWN:] for table, messages in messages_by_table.items()}


def iso_or_empty(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
