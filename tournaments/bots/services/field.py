from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bots.jobs import FIELD_JOB, enqueue_field
from tournaments.bots.selectors.field import MAX_TABLES
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change, refresh_pages
from tournaments.models import FieldResult, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_tournament
from tournaments.state.version_tokens import field_state


@transaction.atomic
def set_field(
    *,
    tournament: Tournament,
    tables: int,
    counts: bool,
    level: str = "",
    seen: VersionToken = None,
    actor: Actor = None,
) -> Tournament:
    """Set the number of bot tables per board (0: none); surplus tables are deleted.

    Another ``level`` (empty: unchanged) replays every board. With ``counts``, finished boards
    are also compared with the field in the standings. ``seen`` is the version token; raises
    ConflictError if outdated.
    """
    tournament = lock_tournament(tournament.pk)
    present = field_state(tournament)
    if not 0 <= tables <= MAX_TABLES:
        raise RuleViolationError(
            "bad_field",
            _("The computer field has 0 to %d tables.") % MAX_TABLES,
            field="tables",
        )
    if counts and not tables:
        raise RuleViolationError(
            "empty_field", _("Without tables there is nothing to compare with."), field="counts"
        )
    level = level or tournament.field_level
    if level not in Tournament.FieldLevel.values:
        raise RuleViolationError(
            "bad_level", _("No computer player plays like that."), field="level"
        )
    if list(present.values.values()) == [tables, counts, level]:
        enqueue_field(tournament)  # restart a stopped job
        return tournament
    check_version(seen, present)
    if level != tournament.field_level:
        FieldResult.objects.filter(board__tournament=tournament).delete()
    tournament.field_tables, tournament.field_counts = tables, counts
    tournament.field_level = level
    tournament.save(update_fields=["field_tables", "field_counts", "field_level"])
    FieldResult.objects.filter(board__tournament=tournament, number__gt=tables).delete()
    log(tournament.pk, "field_changed", user=actor, tables=tables, counts=counts, level=level)
    refresh_pages(tournament.pk)
    record_general_change(tournament.pk)
    enqueue_field(tournament)
    return tournament


@transaction.atomic
def stop_field(*, tournament: Tournament, actor: Actor = None) -> None:
    """Cancel the job; played results are kept."""
    FIELD_JOB.cancel(tournament.pk)
    log(tournament.pk, "field_stopped", user=actor)
