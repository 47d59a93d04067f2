"""Workers draw large fields; the page shows progress."""

import pytest
from django.test import Client

from jobs.execution import JobCancelledError, claim
from jobs.models import Job
from jobs.tasks import run
from tests.builders import director_of, enter_teams, make_tournament
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.draws.services import draws
from tournaments.draws.services.draws import request_draw, undo_draw
from tournaments.entries.services.entries import add_team, set_present
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db
BAROMETER = {"entrants": 8, "rounds": 3}
MOVING = {"HX-Request": "true"}


@pytest.fixture
def tournament(monkeypatch) -> Tournament:
    """Eight pairs; more than six are a large field."""
    monkeypatch.setattr(draws, "MAX_SYNC_ENTRANTS", 6)
    tournament = make_tournament()
    enter_teams(tournament, 8)
    return tournament


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def ask(tournament: Tournament, **more: object) -> Job:
    values = {"kind": "barometer", "params": BAROMETER, "boards_per_round": 3, **more}
    return request_draw(tournament=tournament, **values)


def state_of(tournament: Tournament) -> tuple[str, int, int]:
    tournament.refresh_from_db()
    return tournament.state, tournament.rounds.count(), tournament.boards.count()


def test_small_field_is_drawn_synchronously(tournament, monkeypatch):
    monkeypatch.setattr(draws, "MAX_SYNC_ENTRANTS", 8)
    assert ask(tournament) is None
    assert state_of(tournament) == ("drawn", 3, 9)
    assert not Job.objects.filter(kind="draw").exists()


def test_many_seats_are_drawn_by_worker(tournament, monkeypatch):
    monkeypatch.setattr(draws, "MAX_SYNC_ENTRANTS", 8)
    monkeypatch.setattr(draws, "MAX_SYNC_SEATS", 23)
    assert ask(tournament).kind == "draw"
    assert state_of(tournament) == ("entry", 0, 0)


@pytest.mark.sql
def test_worker_draws_large_field_once(tournament):
    director = director_of(tournament)
    job = ask(tournament, actor=director)
    assert state_of(tournament) == ("entry", 0, 0)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.result) == ("done", 3, 3, {"made": True})
    assert state_of(tournament) == ("drawn", 3, 9)
    assert sorted(tournament.teams.values_list("number", flat=True)) == list(range(1, 9))
    assert LogEntry.objects.get(action="drawn").user == director
    again = Job.objects.create(kind="draw", key=str(tournament.pk), payload=job.payload)
    seed = tournament.seed
    run(again.pk)
    again.refresh_from_db()
    tournament.refresh_from_db()
    assert (again.result, tournament.seed) == ({"made": False}, seed)


def test_draw_job_row_does_not_contain_seed(tournament):
    job = ask(tournament)
    run(job.pk)
    job.refresh_from_db()
    tournament.refresh_from_db()
    assert tournament.seed not in f"{job.payload} {job.result}"


def test_repeated_draw_request_reuses_job_unless_params_differ(tournament):
    job = ask(tournament)
    assert ask(tournament) == job
    with pytest.raises(RuleViolationError) as caught:
        ask(tournament, params={"entrants": 8, "rounds": 5})
    assert caught.value.code == "being_drawn"
    claim(job.pk)
    assert ask(tournament) == job
    assert Job.objects.filter(kind="draw").count() == 1


def test_crashed_worker_leaves_no_partial_draw(tournament, monkeypatch):
    from tournaments.draws import drawing

    def die(*_args: object) -> None:
        raise KeyboardInterrupt

    job = ask(tournament)
    with monkeypatch.context() as patch:
        patch.setattr(drawing, "seat_rounds", die)
        with pytest.raises(KeyboardInterrupt):
            run(job.pk)
    assert state_of(tournament) == ("entry", 0, 0)
    Job.objects.filter(pk=job.pk).update(lease_until="2026-01-01T00:00Z")
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("done", 2)
    assert state_of(tournament) == ("drawn", 3, 9)


def test_impossible_draw_is_rejected_directly_or_by_worker(tournament, client):
    with pytest.raises(RuleViolationError):
        ask(tournament, kind="swiss", params={"rounds": 100})
    assert not Job.objects.filter(kind="draw").exists()
    job = ask(tournament)
    set_present(team=tournament.teams.first(), is_present=False)
    run(job.pk)
    job.refresh_from_db()
    words = "This movement seats 8 teams, and 7 are present."
    assert job.result == {"made": False, "refused": "wrong_size", "words": words}
    page = client.get(address("draw", tournament))
    assert page.context["refused"] == words
    assert words in page.content.decode()
    add_team(tournament=tournament, players=["Ани", "Боби"])
    assert client.get(address("draw", tournament)).context["refused"] == ""


def test_draw_page_shows_worker_progress_then_draw(tournament, client):
    key = client.get(address("draw", tournament), {"minutes": 180}).context["columns"][0][0]
    answer = client.post(address("draw", tournament), {"minutes": 180, "choice": key})
    assert (answer.url, messages_of(answer)) == (address("draw", tournament), [])
    page = client.get(address("draw", tournament)).content.decode()
    assert "The draw is being made" in page
    assert "Waiting for the computer to begin" in page
    assert f'hx-get="{address("draw_work", tournament)}"' in page
    part = client.get(address("draw_work", tournament), headers=MOVING)
    assert "<html" not in part.content.decode()
    assert "Draw it at once" not in part.content.decode()
    run(Job.objects.get(kind="draw").pk)
    over = client.get(address("draw_work", tournament), headers=MOVING)
    # Polling every second would stop and restart the page load.
    assert ("every" in over.content.decode(), "HX-Redirect" in over.headers) == (False, False)
    assert f'hx-get="{address("draw_work", tournament)}?over=1"' in over.content.decode()
    end = client.get(address("draw_work", tournament), {"over": 1}, headers=MOVING)
    assert end.headers["HX-Redirect"] == address("draw", tournament)
    assert "This is a draft" in client.get(address("draw", tournament)).content.decode()


def test_draw_runs_synchronously_when_no_worker_starts(tournament, client):
    job = ask(tournament)
    Job.objects.filter(pk=job.pk).update(created_at="2026-01-01T00:00Z")
    page = client.get(address("draw", tournament)).content.decode()
    assert "The computer has not started on it yet." in page
    client.post(address("draw_here", tournament))
    assert state_of(tournament) == ("drawn", 3, 9)
    client.post(address("draw_here", tournament))
    assert Job.objects.filter(kind="draw").count() == 1


def test_waiting_or_running_draw_can_be_cancelled(tournament, client):
    waiting = ask(tournament)
    seen = client.get(address("draw", tournament)).context["seating_seen"]
    client.post(address("take_back", tournament), {"seen": seen})
    waiting.refresh_from_db()
    assert waiting.state == "cancelled"
    begun = ask(tournament)
    attempt = claim(begun.pk)
    undo_draw(tournament=tournament)
    with pytest.raises(JobCancelledError):
        attempt.handle(attempt)
    assert state_of(tournament) == ("entry", 0, 0)
    assert LogEntry.objects.filter(action="draw_stopped").count() == 2


def test_failed_next_round_draw_shows_a_reason(tournament, client, monkeypatch):
    from tests.tournaments.formats import better_wins
    from tournaments.draws import tasks
    from tournaments.draws.services import rounds as pairing
    from tournaments.draws.services.draws import publish_draw

    run(ask(tournament, kind="swiss", params={"rounds": 4}).pk)
    publish_draw(tournament=tournament)
    better_wins(tournament, 1)
    monkeypatch.setattr(pairing, "MAX_SYNC_TEAMS", 6)
    client.post(address("next_round", tournament), {"number": "2"})
    assert "Round 2 is being drawn" in client.get(address("draw", tournament)).content.decode()

    def refuse(*_args: object) -> None:
        raise RuleViolationError("decided", "Everything is decided.")

    with monkeypatch.context() as patch:
        patch.setattr(tasks, "playable_plan", refuse)
        run(Job.objects.get(kind="pairing").pk)
    assert client.get(address("draw", tournament)).context["refused"] == "Everything is decided."
    assert tournament.rounds.count() == 1
