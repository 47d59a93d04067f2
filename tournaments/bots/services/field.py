from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bots.jobs import FIELD_JOB, ask_for_field
from tournaments.bots.selectors.field import MOST_TABLES
from tournaments.errors import Refused
from tournaments.events.append import facts_changed, log, show_extras
from tournaments.models import FieldResult, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.locks import hold_for_change
from tournaments.state.version_tokens import present_field


@transaction.atomic
def set_field(
    *,
    tournament: Tournament,
    tables: int,
    counts: bool,
    level: str = "",
    seen: Seen = None,
    actor: Actor = None,
) -> Tournament:
    """Set the number of bot tables per board (0: none); surplus tables are deleted.

    Another ``level`` (empty: unchanged) replays every board. With ``counts``, finished boards
    are also compared with the field in the standings. ``seen`` is the version token; raises
    ConflictError if outdated.
    """
    tournament = hold_for_change(tournament.pk)
    present = present_field(tournament)
    if not 0 <= tables <= MOST_TABLES:
        raise Refused(
            "bad_field",
            _("The computer field has 0 to %d tables.") % MOST_TABLES,
            field="tables",
        )
    if counts and not tables:
        raise Refused(
            "empty_field", _("Without tables there is nothing to compare with."), field="counts"
        )
    level = level or tournament.field_level
    if level not in Tournament.FieldLevel.values:
        raise Refused("bad_level", _("No computer player plays like that."), field="level")
    if list(present.values.values()) == [tables, counts, level]:
        ask_for_field(tournament)  # restart a stopped job
        return tournament
    must_be_as_seen(seen, present)
    if level != tournament.field_level:
        FieldResult.objects.filter(board__tournament=tournament).delete()
    tournament.field_tables, tournament.field_counts = tables, counts
    tournament.field_level = level
    tournament.save(update_fields=["field_tables", "field_counts", "field_level"])
    FieldResult.objects.filter(board__tournament=tournament, number__gt=tables).delete()
    log(tournament.pk, "field_changed", user=actor, tables=tables, counts=counts, level=level)
    show_extras(tournament.pk)
    facts_changed(tournament.pk)
    ask_for_field(tournament)
    return tournament


@transaction.atomic
def stop_field(*, tournament: Tournament, actor: Actor = None) -> None:
    """Cancel the job; played results are kept."""
    FIELD_JOB.cancel(tournament.pk)
    log(tournament.pk, "field_stopped", user=actor)
