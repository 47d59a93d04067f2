"""Kill a real worker mid-work: after a restart nothing is lost or done twice."""

import pytest

from jobs.models import Job
from tests.builders import make_drawn
from tests.processes import environment, kill, until, worker
from tournaments.bots.services.simulation import start_simulation
from tournaments.models import Play, Result, Tournament
from tournaments.scoring import compute_standings
from tournaments.state.snapshot import snapshot_of

pytestmark = [pytest.mark.sql, pytest.mark.live, pytest.mark.django_db(transaction=True)]


def test_killed_worker_loses_and_duplicates_nothing():
    tournament = make_drawn(12, boards_per_round=3)
    plays = Play.objects.filter(sitting__round__tournament=tournament).count()
    job = start_simulation(tournament=tournament)
    variables = environment()
    with worker(variables) as first:
        until(lambda: Result.objects.count() > 5, 60)
        kill(first)
    job.refresh_from_db()
    assert job.state == Job.State.RUNNING
    assert Result.objects.count() < plays
    with worker(variables):
        until(lambda: not Job.objects.filter(state__in=["queued", "running"]).exists(), 90)
    job.refresh_from_db()
    assert (job.state, job.attempt) == (Job.State.DONE, 2)
    assert Result.objects.count() == plays
    assert set(Result.objects.values_list("version", flat=True)) == {1}
    standings_are_those_of_the_facts(tournament)


def standings_are_those_of_the_facts(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    assert tournament.is_fresh
    computed = compute_standings(snapshot_of(tournament).facts).rows
    stored = {(row.team_id, row.rank, row.figure) for row in tournament.standing_rows.all()}
    assert stored == {(row.entrant, row.rank, str(row.total)) for row in computed}
