import logging

from django.db import transaction

from jobs.execution import Attempt, handler
from tournaments.bots.jobs import enqueue_analysis
from tournaments.events.append import STANDINGS_JOB
from tournaments.models import Tournament
from tournaments.scoring import FactsError
from tournaments.seasons.jobs import enqueue_ladders
from tournaments.standings.cached import (
    RebuildResult,
    cache_standings,
    rebuild_from,
    update_incrementally,
)
from tournaments.standings.jobs import UPDATE_CHECK_JOB
from tournaments.standings.reranking import remake_if_changed
from tournaments.standings.storage import store_standings
from tournaments.state.locks import lock_for_ranking
from tournaments.state.snapshot import snapshot_of

logger = logging.getLogger(__name__)


@handler(STANDINGS_JOB)
def rebuild_standings(attempt: Attempt) -> dict[str, object]:
    return rebuild_now(int(attempt.job.key))


def rebuild_now(tournament_id: int) -> dict[str, object]:
    """Update the standings incrementally, or rebuild them."""
    while True:
        with transaction.atomic():
            # Lock seats and rules; results can still arrive as pending facts.
            tournament = lock_for_ranking(tournament_id)
            if tournament is None:
                return {"gone": True}
            result = update_incrementally(tournament)
            if result is not None:
                store(tournament, result)
                break
            snapshot = snapshot_of(tournament)
        # Rebuild outside the lock; another worker can be faster.
        result = rebuild_from(snapshot)
        with transaction.atomic():
            tournament = lock_for_ranking(tournament_id)
            if tournament is None:
                return {"gone": True}
            if tournament.standings_version == result.counted:
                store(tournament, result)
                break
        cache_standings(tournament, result.kept)
    result.kept.version = result.version
    cache_standings(tournament, result.kept)
    enqueue_analysis(tournament)
    return {"version": result.version}


def store(tournament: Tournament, made: RebuildResult) -> None:
    moved = store_standings(tournament, made)
    enqueue_ladders(tournament, moved=moved)


@handler(UPDATE_CHECK_JOB)
def remake_all_changed(attempt: Attempt) -> dict[str, object]:
    """Re-rank each tournament affected by new rules, by id."""
    after, changed = (int(attempt.job.payload.get(name, 0)) for name in ("after", "changed"))
    for tournament in Tournament.objects.filter(pk__gt=after).order_by("pk").iterator(100):
        if not attempt.has_time():
            attempt.continue_later({"after": after, "changed": changed})
            break
        try:
            changed += remake_if_changed(tournament)
        except FactsError as error:
            logger.warning("%s cannot be ranked: %s", tournament.code, error)
        after = tournament.pk
    return {"after": after, "changed": changed}
