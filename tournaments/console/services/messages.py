from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.actor import actor_name
from tournaments.events.append import log, refresh_table
from tournaments.models import Message, MessageAtTable, Table, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import lock_tournament

MAX_MESSAGE_LENGTH = 200


@transaction.atomic
def send_message(
    *, tournament: Tournament, tables: Collection[int], text: str, actor: Actor = None
) -> Message:
    text = " ".join(text.split())
    if not text:
        raise RuleViolationError("empty", _("Write what the tables should read."), field="text")
    if len(text) > MAX_MESSAGE_LENGTH:
        raise RuleViolationError(
            "too_long",
            _("A message may have up to %d characters.") % MAX_MESSAGE_LENGTH,
            field="text",
        )
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError("not_playing", _("This tournament is not being played."))
    recipients = list(tournament.tables.filter(number__in=tables).order_by("pk"))
    if not recipients:
        raise RuleViolationError("no_such_table", _("Choose who should read it."), field="to")
    message = Message.objects.create(
        tournament=tournament,
        text=text,
        user_id=actor.pk if actor else None,
        who=actor.get_username() if actor else actor_name(),
    )
    MessageAtTable.objects.bulk_create(MessageAtTable(message=message, table=t) for t in recipients)
    notify_tables(recipients)
    only = recipients[0].number if len(recipients) == 1 else None
    log(
        tournament.pk, "message_sent", user=actor, text=text, tables=len(recipients),
        table=only, message=message.pk,
    )  # fmt: skip
    return message


@transaction.atomic
def withdraw_message(
    *, tournament: Tournament, message_id: int, actor: Actor = None
) -> Message | None:
    """Hide a message from all phones."""
    tournament = lock_tournament(tournament.pk)
    message = Message.objects.filter(pk=message_id, tournament=tournament).first()
    if message is None or message.taken_back_at is not None:
        return message
    message.taken_back_at = timezone.now()
    message.save(update_fields=["taken_back_at"])
    notify_tables(
        [row.table for row in message.at_tables.select_related("table").order_by("table_id")]
    )
    log(tournament.pk, "message_taken_back", user=actor, text=message.text, message=message.pk)
    return message


@transaction.atomic
def mark_message_read(*, table: Table, message_id: int) -> bool:
    """Mark a message as read (idempotent); return whether it is for this table."""
    row = MessageAtTable.objects.filter(message=message_id, table=table).first()
    if row is None:
        return False
    if row.read_at is None:
        MessageAtTable.objects.filter(pk=row.pk, read_at=None).update(read_at=timezone.now())
        refresh_table(table.pk)
    return True


def notify_tables(tables: Collection[Table]) -> None:
    for table in tables:
        refresh_table(table.pk)
