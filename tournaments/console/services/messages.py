from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.actor import acting_name
from tournaments.events.append import log, table_changed
from tournaments.models import Message, MessageAtTable, Table, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import hold_for_change

LONGEST = 200


@transaction.atomic
def send_message(
    *, tournament: Tournament, tables: Collection[int], text: str, actor: Actor = None
) -> Message:
    text = " ".join(text.split())
    if not text:
        raise Refused("empty", _("Write what the tables should read."), field="text")
    if len(text) > LONGEST:
        raise Refused(
            "too_long", _("A message may have up to %d characters.") % LONGEST, field="text"
        )
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise Refused("not_playing", _("This tournament is not being played."))
    found = list(tournament.tables.filter(number__in=tables).order_by("pk"))
    if not found:
        raise Refused("no_such_table", _("Choose who should read it."), field="to")
    message = Message.objects.create(
        tournament=tournament,
        text=text,
        user_id=actor.pk if actor else None,
        who=actor.get_username() if actor else acting_name(),
    )
    MessageAtTable.objects.bulk_create(MessageAtTable(message=message, table=t) for t in found)
    tell(found)
    only = found[0].number if len(found) == 1 else None
    log(
        tournament.pk, "message_sent", user=actor, text=text, tables=len(found),
        table=only, message=message.pk,
    )  # fmt: skip
    return message


@transaction.atomic
def take_message_back(
    *, tournament: Tournament, message_id: int, actor: Actor = None
) -> Message | None:
    """Hide a message from all phones."""
    tournament = hold_for_change(tournament.pk)
    message = Message.objects.filter(pk=message_id, tournament=tournament).first()
    if message is None or message.taken_back_at is not None:
        return message
    message.taken_back_at = timezone.now()
    message.save(update_fields=["taken_back_at"])
    tell([row.table for row in message.at_tables.select_related("table").order_by("table_id")])
    log(tournament.pk, "message_taken_back", user=actor, text=message.text, message=message.pk)
    return message


@transaction.atomic
def read_message(*, table: Table, message_id: int) -> bool:
    """Mark a message as read (idempotent); return whether it is for this table."""
    row = MessageAtTable.objects.filter(message=message_id, table=table).first()
    if row is None:
        return False
    if row.read_at is None:
        MessageAtTable.objects.filter(pk=row.pk, read_at=None).update(read_at=timezone.now())
        table_changed(table.pk)
    return True


def tell(tables: Collection[Table]) -> None:
    for table in tables:
        table_changed(table.pk)
