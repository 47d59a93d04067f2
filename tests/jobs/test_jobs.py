from datetime import timedelta

import pytest
from django.utils import timezone

from jobs.execution import HANDLERS, Attempt, LeaseLostError, PermanentJobError, claim
from jobs.kinds import JobKind
from jobs.models import Job
from jobs.tasks import MAX_ATTEMPTS, MAX_STARTS, run, sweep

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
COUNT = JobKind("count")
SLOW = JobKind("slow", low_priority=True)


@pytest.fixture
def calls(monkeypatch):
    seen: list[int] = []

    def handler(attempt: Attempt) -> dict[str, int]:
        seen.append(attempt.job.pk)
        attempt.progress(1, 2)
        if attempt.job.payload.get("fail"):
            raise ValueError("no luck")
        return {"answer": 42}

    monkeypatch.setitem(HANDLERS, "count", (COUNT, handler))
    return seen


def submit(**payload: object) -> Job:
    return COUNT.submit("7", payload=payload)


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_finished_job_stores_its_result(calls):
    job = submit()
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result, job.attempt, job.error) == ("done", {"answer": 42}, 1, "")
    assert job.finished_at is not None


def test_submitting_twice_while_queued_creates_one_job(calls):
    assert submit().pk == submit().pk
    assert Job.objects.count() == 1


def test_submitting_while_running_creates_a_second_job(calls):
    first = submit()
    assert claim(first.pk) is not None
    assert submit().pk != first.pk


def test_running_job_with_lease_in_the_far_future_is_reclaimed(calls):
    job = submit()
    assert claim(job.pk) is not None
    assert claim(job.pk) is None
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() + timedelta(hours=1))
    assert claim(job.pk) is not None


def test_message_for_a_finished_job_is_ignored(calls):
    job = submit()
    run(job.pk)
    run(job.pk)
    assert calls == [job.pk]


def test_job_of_a_dead_worker_is_reclaimed_and_fenced_off(calls):
    job = submit()
    dead = claim(job.pk)
    expire(job)
    alive = claim(job.pk)
    assert dead is not None
    assert alive is not None
    with pytest.raises(LeaseLostError):
        dead.progress(1, 2)
    alive.finish(Job.State.DONE)
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("done", 2)


def test_failing_job_waits_for_its_lease_and_finally_fails(calls):
    job = submit(fail=True)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        run(job.pk)
        job.refresh_from_db()
        assert job.attempt == attempt
        assert "no luck" in job.error
        expire(job)
    assert job.state == "failed"


def test_job_that_kills_its_worker_repeatedly_fails(calls):
    job = submit()
    Job.objects.filter(pk=job.pk).update(attempt=MAX_STARTS, state=Job.State.RUNNING)
    expire(job)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, calls) == (Job.State.FAILED, [])
    assert str(MAX_STARTS) in job.error


def test_high_priority_jobs_run_before_low_priority_jobs(calls, monkeypatch):
    order: list[str] = []
    for kind in (SLOW, COUNT):
        work = kind, lambda attempt: order.append(attempt.job.key)
        monkeypatch.setitem(HANDLERS, kind.name, work)
    analyses = [SLOW.submit(f"analysis {n}") for n in (1, 2, 3)]
    standings = COUNT.submit("standings")
    for job in [*analyses, standings]:
        run(job.pk)
    assert order == ["standings", "analysis 1", "analysis 2", "analysis 3"]


def test_permanent_job_error_fails_at_once_with_its_message(calls, monkeypatch):
    def refuse(_attempt: Attempt) -> None:
        raise PermanentJobError("There is no compiler here.")

    monkeypatch.setitem(HANDLERS, "count", (COUNT, refuse))
    job = submit()
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempt, job.error) == ("failed", 1, "There is no compiler here.")


def test_sweep_dispatches_queued_and_abandoned_jobs(calls, monkeypatch):
    woken: list[int] = []
    monkeypatch.setattr(run, "apply_async", lambda args, **_options: woken.append(args[0]))
    waiting = submit()
    left = COUNT.submit("8")
    claim(left.pk)
    assert sweep() == 1
    expire(left)
    assert sweep() == 2
    assert woken == [waiting.pk, waiting.pk, left.pk]


def test_queued_job_is_cancelled_at_once(calls):
    job = submit()
    COUNT.cancel(job.key)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, calls) == ("cancelled", [])


def test_running_job_is_cancelled_at_its_next_progress(calls, monkeypatch):
    job = submit()
    original = Attempt.progress

    def cancel_first(self: Attempt, done: int, total: int) -> None:
        COUNT.cancel(self.job.key)
        original(self, done, total)

    monkeypatch.setattr(Attempt, "progress", cancel_first)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done) == ("cancelled", 1)


def test_job_is_queued_in_the_database_without_a_broker(
    calls, monkeypatch, django_capture_on_commit_callbacks
):
    def away(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(run, "delay", away)
    with django_capture_on_commit_callbacks(execute=True):
        job = submit()
    assert job.state == "queued"


def test_repeated_job_waits_for_its_minimum_interval(monkeypatch):
    woken = []
    monkeypatch.setattr("jobs.kinds.wake", lambda _job, after: woken.append(after))

    def submit(kind: str, key: str, rest: float = 0.0) -> Job:
        return JobKind(kind, min_interval=rest).submit(key)

    first = submit(kind="test", key="1", rest=100)
    assert submit(kind="test", key="1", rest=100) == first
    Job.objects.filter(pk=first.pk).update(
        state="done", started_at=timezone.now() - timedelta(seconds=40)
    )
    second = submit(kind="test", key="1", rest=100)
    submit(kind="test", key="2", rest=100)
    Job.objects.filter(pk=second.pk).update(
        state="done", started_at=timezone.now() + timedelta(hours=1)
    )
    submit(kind="test", key="1", rest=100)
    submit(kind="other", key="1")
    assert woken[0] == 0
    assert 50 < woken[1] < 60
    assert woken[2:] == [0, 0, 0]
