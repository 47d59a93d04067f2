"""Extra minutes for one table; the round clock is unchanged."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.console.services.clock import lock_round
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_all_tables, refresh_table
from tournaments.models import ExtraTime, Round, Table
from tournaments.permissions import Actor

MAX_EXTRA_TIME = timedelta(minutes=60)


@transaction.atomic
def add_table_minutes(
    *, current: Round, table: Table, minutes: int, actor: Actor = None
) -> ExtraTime:
    """Extend (or shorten) a table's time in a round, from now if its time is over."""
    current = lock_round(current)
    if current.ends_at is None:
        raise RuleViolationError(
            "round_not_begun", _("Round %d has not begun yet.") % current.number
        )
    if not current.sittings.filter(table=table).exists():
        raise RuleViolationError(
            "nobody_there", _("Nobody sits at table %d in this round.") % table.number
        )
    row, _made = ExtraTime.objects.get_or_create(round=current, table=table)
    seconds = extended_seconds(current, row.seconds, timedelta(minutes=minutes))
    if seconds > MAX_EXTRA_TIME.total_seconds():
        raise RuleViolationError("too_long", _("A table may get up to an hour extra."))
    row.seconds = seconds
    row.save(update_fields=["seconds"])
    refresh_table(table.pk)
    refresh_all_tables(current.tournament_id)
    log(
        current.tournament_id, "table_minutes", user=actor,
        round=current.number, table=table.number, minutes=minutes,
    )  # fmt: skip
    return row


def extended_seconds(current: Round, before: int, more: timedelta) -> int:
    """Seconds a table has beyond the round clock after an extension."""
    extra = timedelta(seconds=before)
    if more < timedelta(0):
        return max(0, int((extra + more).total_seconds()))
    if current.paused_seconds is None and current.ends_at is not None:
        over = timezone.now() - (current.ends_at + extra)
        extra += max(over, timedelta(0))
    return int((extra + more).total_seconds())
