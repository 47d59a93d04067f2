"""An update re-ranks stored tournaments, except official ones."""

from io import StringIO

import pytest
from django.core.management import call_command

from jobs.execution import Attempt
from jobs.models import Job
from jobs.tasks import run_one
from tests.builders import fill_rounds, make_drawn, rebuild
from tests.shared_rows import built_once
from tournaments.models import LogEntry, PrizePlan, StandingRow, Tournament
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.jobs import UPDATE_CHECK_JOB
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db


@built_once
def tournament():
    drawn = make_drawn(4, boards_per_round=1)
    fill_rounds(drawn, 3)
    return rebuild(finish_tournament(tournament=drawn))


def ranks(tournament):
    return list(tournament.standing_rows.order_by("team").values_list("rank", "is_tied"))


def as_before(tournament):
    rows = StandingRow.objects.filter(tournament=tournament, position__lte=2)
    rows.update(rank=9)
    return ranks(tournament)


def remake(*args):
    out = StringIO()
    call_command("remake_standings", *args, stdout=out)
    return out.getvalue()


def actions(tournament):
    rows = LogEntry.objects.filter(tournament=tournament, action__startswith="ranking")
    return list(rows.order_by("pk").values_list("action", "details__places"))


def test_remake_corrects_changed_places_and_logs_them(tournament):
    right = ranks(tournament)
    assert as_before(tournament) != right
    assert f"{tournament.code}: changes: 2 places, 0 totals" in remake("--changed")
    assert ranks(rebuild(tournament)) == right
    assert actions(tournament) == [("ranking_corrected", 2)]


def test_remake_ignores_unchanged_standings(tournament):
    before = tournament.facts_version
    assert remake("--changed").strip() == "0 asked for; workers make them"
    assert Tournament.objects.get(pk=tournament.pk).facts_version == before
    assert actions(tournament) == []


def test_remake_keeps_official_standings_and_logs_once(tournament, client):
    make_official(tournament=tournament)
    kept = as_before(tournament)
    address = f"/en/t/{tournament.code}/standings/"
    client.get(address)
    for _twice in range(2):
        remake("--changed")
    assert ranks(rebuild(tournament)) == kept
    assert actions(tournament) == [("ranking_kept", 2)]
    page = " ".join(client.get(address).content.decode().split())
    assert "the ranking rules corrected since would change 2 places" in page


def test_remake_logs_changed_total_of_official_standings(tournament):
    make_official(tournament=tournament)
    tournament.standing_rows.filter(position=1).update(figure="999/7")
    remake("--changed")
    note = LogEntry.objects.get(tournament=tournament, action="ranking_kept")
    assert note.details == {"places": 0, "totals": 1, "prizes": 0}


def test_remake_counts_prizes_changed_by_places(tournament):
    PrizePlan.objects.create(tournament=tournament, announced=[5000, 3000])
    first, second = tournament.standing_rows.order_by("position")[:2]
    tournament.standing_rows.filter(pk=second.pk).update(rank=first.rank)
    remake("--changed")
    note = LogEntry.objects.get(tournament=tournament, action="ranking_corrected")
    # 4000 for each of two; due are 5000 to the first and 1000 to each of the others.
    assert (note.details["places"], note.details["prizes"]) == (1, 4)


def enqueue_after_update():
    """Job row as a data migration would add it."""
    return Job.objects.create(kind=UPDATE_CHECK_JOB.name, key="all")


def test_update_job_recalculates_stored_standings(tournament):
    right = ranks(tournament)
    as_before(tournament)
    job = enqueue_after_update()
    run_one(job.pk)
    assert Job.objects.get(pk=job.pk).result == {"after": tournament.pk, "changed": 1}
    assert ranks(rebuild(tournament)) == right
    assert actions(tournament) == [("ranking_corrected", 2)]


def test_update_job_resumes_after_its_time_limit(tournament, monkeypatch):
    as_before(tournament)
    job = enqueue_after_update()
    monkeypatch.setattr(Attempt, "has_time", lambda _attempt: False)
    run_one(job.pk)
    assert actions(tournament) == []
    (later,) = UPDATE_CHECK_JOB.waiting_jobs("all")
    assert later.payload == {"after": 0, "changed": 0}
