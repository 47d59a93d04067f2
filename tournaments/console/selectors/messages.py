from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.console.selectors.console import Console
from tournaments.models import Message, Tournament

LAST_MINUTES = _("5 minutes are left. Do not begin a new board.")
LAST_MINUTES_OF_DEALS = _("5 minutes are left. Do not begin a new deal.")
TEMPLATES = (
    _("Please enter your results."),
    _("Please confirm the result."),
    _("A short break: wait at your table."),
    _("The next round begins now."),
)
MAX_MESSAGES = 3


@dataclass(frozen=True, slots=True)
class SentMessage:
    pk: int
    text: str
    at: datetime
    tables: int
    read: int


def message_templates(tournament: Tournament) -> tuple[str | Promise, ...]:
    first = LAST_MINUTES_OF_DEALS if tournament.is_open_play else LAST_MINUTES
    return (first, *TEMPLATES)


def addressees(room: Console, table: int | None) -> Mapping[str, Sequence[int]]:
    """Recipient groups by key: all tables, the open one, tables still playing."""
    everybody = [card.table.number for card in room.cards]
    playing = [card.table.number for card in room.cards if card.missing]
    own = {"table": [table]} if table in everybody and table is not None else {}
    return {"all": everybody, **own, "playing": playing}


def last_messages(tournament: Tournament) -> list[SentMessage]:
    """Newest messages not withdrawn; one query."""
    rows = Message.objects.filter(tournament=tournament, taken_back_at=None).annotate(
        n=Count("at_tables"), read=Count("at_tables", filter=Q(at_tables__read_at__isnull=False))
    )
    return [
        SentMessage(row.pk, row.text, row.created_at, vars(row)["n"], vars(row)["read"])
        for row in rows.order_by("-pk")[:MAX_MESSAGES]
    ]
