"""Rank stored tournaments again when the rules of ranking change; note official ones."""

from django.db import transaction

from tournaments.facts.append import facts_changed, log, show_extras
from tournaments.facts.log import official_notes
from tournaments.facts.snapshot import snapshot_of
from tournaments.models import StandingRow, Tournament
from tournaments.ranking.stored import standing_rows
from tournaments.standings import Running

RANK, IS_TIED = 1, 2


def remake_if_changed(tournament: Tournament) -> int:
    """Rank again if a place changes, note it if official; return how many places change."""
    moved = places_changed(tournament)
    if moved and tournament.is_official:
        keep_official(tournament.pk, moved)
    elif moved:
        enqueue_ranking(tournament.pk, moved)
    return moved


def places_changed(tournament: Tournament) -> int:
    """Number of entrants whose stored place differs from the computed one."""
    rows = StandingRow.objects.filter(tournament=tournament)
    stored = {
        (section, team): (rank, tied)
        for section, team, rank, tied in rows.values_list("section", "team", "rank", "is_tied")
    }
    if not stored:
        return 0
    now = standing_rows(Running(snapshot_of(tournament).facts))
    return sum(
        stored.get((str(section), int(str(team)))) != (values[RANK], values[IS_TIED])
        for (section, team), values in now.items()
    )


@transaction.atomic
def enqueue_ranking(tournament: int, moved: int) -> None:
    """Enqueue the ranking of a tournament, and log how many places change."""
    facts_changed(tournament)
    if moved:
        log(tournament, "ranking_corrected", places=moved)
    else:
        log(tournament, "standings_remade")


@transaction.atomic
def keep_official(pk: int, moved: int) -> bool:
    """Note that an update would change official standings; False if noted already."""
    if official_notes(Tournament.objects.get(pk=pk)).kept_places == moved:
        return False
    log(pk, "ranking_kept", places=moved)
    show_extras(pk)
    return True
