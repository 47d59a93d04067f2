"""Simulated deals are counted once by several workers, also stopped and resumed."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.errors import RuleViolationError
from games.models import Simulation, SimulationBatch
from games.simulations import tasks
from games.simulations.questions import play_batch
from games.simulations.selectors.progress import progress_of, tally_of
from games.simulations.services import resume_simulation, start_simulation, stop_simulation
from games.simulations.tasks import SIMULATION_JOB, claim_batch
from jobs.execution import Attempt, claim
from jobs.models import Job
from jobs.tasks import run, run_handler, run_one
from tests.builders import make_user
from tests.spells import with_time_slice

pytestmark = pytest.mark.django_db
lanes = SIMULATION_JOB.of
QUESTION = {
    "variant": "bulgarian",
    "dealer": "N",
    "deals": "random",
    "levels": {"NS": "thumb", "EW": "random"},
}


@pytest.fixture(autouse=True)
def _nothing_measured(monkeypatch):
    monkeypatch.setattr(tasks, "_deals_per_second", {})


def start(count: int = 60, **values) -> Simulation:
    user = values.pop("user", None) or make_user()
    return start_simulation(question=QUESTION, count=count, seed=7, person=user, **values)


def run_all(simulation: Simulation) -> None:
    while waiting := lanes(simulation.pk).filter(state="queued").first():
        run(waiting.pk)


def test_batches_cover_every_deal_once_and_equal_a_single_run():
    simulation = start(60)
    run_all(simulation)
    assert progress_of(simulation).state == "done"
    batches = list(simulation.batches.order_by("first"))
    assert [batch.first for batch in batches] == [
        sum(before.count for before in batches[:index]) for index in range(len(batches))
    ]
    assert len(batches) > 1
    whole = play_batch(QUESTION, 7, 0, 60)
    assert tally_of(simulation).to_json() == whole


def test_expert_simulation_without_compiler_fails_with_a_message(client):
    question = {**QUESTION, "levels": {"NS": "expert", "EW": "thumb"}}
    simulation = start_simulation(question=question, count=2, seed=7, person=make_user())
    run_all(simulation)
    progress = progress_of(simulation)
    assert (progress.state, progress.reason, progress.done) == ("failed", "needs_compiler", 0)
    job = lanes(simulation.pk).get()
    assert (job.attempt, job.error) == (1, "needs_compiler")
    assert not simulation.batches.exists()
    assert "fast engine" in client.get(f"/en/simulations/{simulation.share}/").content.decode()
    answer = client.get(f"/api/v1/simulations/{simulation.share}/").json()
    assert (answer["state"], answer["reason"]) == ("failed", "needs_compiler")


def test_two_alternating_jobs_give_the_tally_of_one():
    simulation = start(40)
    first, second = claim_lane(simulation), claim_lane(simulation)
    pace = tasks.Pace("x")
    tasks._deals_per_second["x"] = 50.0
    at_hand = {
        attempt: claim_batch(simulation.pk, attempt.owner, pace) for attempt in (first, second)
    }
    while any(at_hand.values()):
        for attempt, batch in at_hand.items():
            if batch:
                tally = play_batch(QUESTION, 7, batch.first, batch.count)
                at_hand[attempt] = tasks.store_and_claim(batch, tally, pace)
    assert len(set(simulation.batches.values_list("owner", flat=True))) == 2
    assert tally_of(simulation).to_json() == play_batch(QUESTION, 7, 0, 40)


def claim_lane(simulation: Simulation) -> Attempt:
    attempt = claim(SIMULATION_JOB.submit(simulation.pk).pk)
    assert attempt is not None
    return attempt


def expire(attempt: Attempt) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.filter(pk=attempt.job.pk).update(lease_until=past)


@pytest.mark.sql
def test_batch_of_a_dead_worker_is_reassigned_and_counted_once():
    simulation = start(30)
    dead = claim_lane(simulation)
    pace = tasks.Pace("x")
    left = claim_batch(simulation.pk, dead.owner, pace)
    assert left is not None
    assert claim_batch(simulation.pk, claim_lane(simulation).owner, pace).first == left.count
    SimulationBatch.objects.filter(first__gt=left.first).delete()
    expire(dead)
    heir = claim_lane(simulation)
    taken = claim_batch(simulation.pk, heir.owner, pace)
    assert (taken.pk, taken.owner) == (left.pk, heir.owner)
    with pytest.raises(tasks.LeaseLostError):
        tasks.store_and_claim(left, {}, pace)
    left.refresh_from_db()
    assert left.tally is None


@pytest.mark.sql
def test_batch_result_is_stored_only_once():
    simulation = start(30)
    attempt = claim_lane(simulation)
    batch = claim_batch(simulation.pk, attempt.owner, tasks.Pace("x"))
    tally = play_batch(QUESTION, 7, batch.first, batch.count)
    tasks.store_and_claim(batch, tally, tasks.Pace("x"))
    with pytest.raises(tasks.LeaseLostError):
        tasks.store_and_claim(batch, tally, tasks.Pace("x"))
    assert progress_of(simulation).done == batch.count


def test_stopped_simulation_keeps_its_batches_and_resumes(monkeypatch):
    simulation = start(200)
    original = tasks.store_and_claim

    def stop_first(*args):
        stop_simulation(simulation=simulation)
        return original(*args)

    monkeypatch.setattr(tasks, "store_and_claim", stop_first)
    run_all(simulation)
    simulation.refresh_from_db()
    progress = progress_of(simulation)
    assert (progress.state, progress.done) == ("stopped", 1)
    monkeypatch.setattr(tasks, "store_and_claim", original)
    resume_simulation(simulation=simulation)
    simulation.refresh_from_db()
    assert progress_of(simulation).state == "waiting"
    run_all(simulation)
    assert progress_of(simulation).state == "done"
    assert tally_of(simulation).to_json() == play_batch(QUESTION, 7, 0, 200)


def test_running_simulation_queues_at_most_one_more_job():
    simulation = start(5000)
    assert lanes(simulation.pk).count() == 1
    attempt = claim(lanes(simulation.pk).get().pk)
    monkey_stop = Simulation.objects.filter(pk=simulation.pk)
    SIMULATION_JOB.submit(simulation.pk)
    SIMULATION_JOB.submit(simulation.pk)
    assert lanes(simulation.pk).filter(state="queued").count() == 1
    monkey_stop.update(is_stopped=True)
    assert run_handler(attempt) is not None


def test_simulation_yields_to_waiting_jobs_of_other_kinds(monkeypatch):
    simulation = start(5000)
    Job.objects.create(kind="standings", key="1")
    with_time_slice(monkeypatch, SIMULATION_JOB, 0.0)
    lane = lanes(simulation.pk).get()
    run_one(lane.pk)
    lane.refresh_from_db()
    assert lane.state == "done"
    assert lanes(simulation.pk).filter(state="queued").count() == 1
    assert (
        not simulation.batches.filter(tally__isnull=True).exclude(owner=uuid.UUID(int=0)).exists()
    )
    assert progress_of(simulation).state == "waiting"


def test_repeated_batch_error_fails_the_simulation_until_resumed(monkeypatch):
    simulation = start(50)

    def fail(*_args):
        raise ValueError("no luck")

    monkeypatch.setattr(tasks, "play_batch", fail)
    for _round in range(12):
        for job_id in lanes(simulation.pk).values_list("pk", flat=True):
            run(job_id)
        past = timezone.now() - timedelta(seconds=1)
        lanes(simulation.pk).filter(state="running").update(lease_until=past)
    assert progress_of(simulation).state == "failed"
    assert lanes(simulation.pk).count() == 2
    monkeypatch.setattr(tasks, "play_batch", play_batch)
    resume_simulation(simulation=simulation)
    run_all(simulation)
    assert progress_of(simulation).state == "done"


@pytest.mark.parametrize(("count", "signed_in"), [(0, True), (1_000_001, True), (20_001, False)])
def test_too_many_deals_are_rejected(count, signed_in):
    person = make_user() if signed_in else AnonymousUser()
    with pytest.raises(RuleViolationError) as refused:
        start_simulation(question=QUESTION, count=count, person=person, visitor="v")
    assert (refused.value.code, refused.value.field) == ("too_many_deals", "count")
    assert Simulation.objects.count() == 0


def test_simulations_are_limited_per_visitor_and_overall():
    def ask(visitor):
        return start_simulation(question=QUESTION, count=5, person=AnonymousUser(), visitor=visitor)

    first = ask("a")
    with pytest.raises(RuleViolationError, match="Your last"):
        ask("a")
    for visitor in "bcd":
        ask(visitor)
    with pytest.raises(RuleViolationError, match="Other visitors"):
        ask("e")
    run_all(first)
    ask("a")
