from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_table
from tournaments.events.notifications import notify_call
from tournaments.events.outbox import queue_webhook_call
from tournaments.models import Board, DirectorCall, Round, Table, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import check_is_leader, lock_for_entry
from tournaments.state.visibility import open_round_number


@transaction.atomic
def call_director(
    *,
    table: Table,
    message: str = "",
    board: Board | None = None,
    client_key: UUID | None = None,
) -> DirectorCall:
    """Call the director; idempotent while a call of the table is open."""
    tournament = check_is_leader(lock_for_entry(table.tournament_id))
    table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError("not_playing", _("This tournament is not being played."))
    waiting = table.calls.filter(settled_at__isnull=True).first()
    if waiting:
        return waiting
    call = DirectorCall.objects.create(
        table=table,
        round=Round.objects.get(tournament=tournament, number=open_round_number(tournament)),
        board=board,
        message=message.strip()[:200],
        client_key=client_key,
    )
    refresh_table(table.pk)
    log(tournament.pk, "director_called", table=table.number, message=call.message)
    queue_webhook_call(tournament.pk, call)
    notify_call(tournament, call)
    return call


@transaction.atomic
def answer_call(*, call: DirectorCall, actor: Actor = None) -> DirectorCall:
    if call.answered_at is None:
        call.answered_at = timezone.now()
        call.save(update_fields=["answered_at"])
        refresh_table(call.table_id)
        log_call(call, "call_answered", actor)
    return call


@transaction.atomic
def settle_call(*, call: DirectorCall, actor: Actor = None) -> DirectorCall:
    if call.settled_at is None:
        call.settled_at = timezone.now()
        call.save(update_fields=["settled_at"])
        refresh_table(call.table_id)
        log_call(call, "call_settled", actor)
    return call


def log_call(call: DirectorCall, action: str, actor: Actor) -> None:
    table = call.table
    log(table.tournament_id, action, user=actor, table=table.number, call=call.pk)
