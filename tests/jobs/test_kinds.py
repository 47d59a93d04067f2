"""Job kinds: submit by key, hand over between time slices, stop between pieces."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone
from django.utils.translation import override

from jobs.execution import HANDLERS, Attempt, claim
from jobs.kinds import JobKind, kind_label
from jobs.models import Job
from jobs.tasks import run

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
PIECES = 5
SAW = JobKind("saw", low_priority=True, time_slice=0.0)
"""Yields after each piece."""
LONG = JobKind("saw", low_priority=True, time_slice=60.0)
LINGERING = JobKind("saw", low_priority=True, time_slice=0.0, keep_slice_when_idle=True)


class Log:
    def __init__(self) -> None:
        self.pieces: list[int] = []
        self.before: Callable[[Attempt], object] = lambda _attempt: None

    def saw(self, attempt: Attempt) -> dict[str, Any]:
        while len(self.pieces) < PIECES and attempt.has_time():
            attempt.progress(len(self.pieces), PIECES)
            self.before(attempt)
            self.pieces.append(attempt.job.pk)
        attempt.progress(len(self.pieces), PIECES)
        if len(self.pieces) < PIECES:
            attempt.continue_later()
        return {"sawn": len(self.pieces)}


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Callable[[JobKind], Log]:

    def of_kind(kind: JobKind) -> Log:
        made = Log()
        monkeypatch.setitem(HANDLERS, kind.name, (kind, made.saw))
        return made

    return of_kind


def states() -> list[str]:
    return list(Job.objects.order_by("pk").values_list("state", flat=True))


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_job_continues_later_after_its_slice_and_one_piece(log):
    sawn = log(SAW)
    first = SAW.submit(7, payload={"length": 3}, total=PIECES)
    run(first.pk)
    later = SAW.latest(7)
    assert (states(), len(sawn.pieces)) == (["done", "queued"], 1)
    assert (later.payload, later.total) == ({"length": 3}, PIECES)
    while waiting := SAW.waiting_jobs(7).first():
        run(waiting.pk)
    assert states() == ["done"] * PIECES
    assert len(set(sawn.pieces)) == PIECES
    assert SAW.latest(7).result == {"sawn": PIECES}


def test_job_finishes_within_its_time_slice_if_possible(log):
    sawn = log(LONG)
    job = LONG.submit("7")
    run(job.pk)
    job.refresh_from_db()
    assert (states(), len(sawn.pieces), job.percent) == (["done"], PIECES, 100)


def test_job_kind_without_a_time_slice_never_yields(log):
    sawn = log(JobKind("saw"))
    run(JobKind("saw").submit(7).pk)
    assert (states(), len(sawn.pieces)) == (["done"], PIECES)


def test_job_that_keeps_its_slice_yields_only_to_waiting_jobs(log):
    sawn = log(LINGERING)
    run(LINGERING.submit(7).pk)
    assert (states(), len(sawn.pieces)) == (["done"], PIECES)
    sawn.pieces.clear()
    job = LINGERING.submit(7)
    Job.objects.create(kind="other", key="1")
    run(job.pk)
    assert len(sawn.pieces) == 1
    assert LINGERING.waiting_jobs(7).count() == 1


def test_queued_job_of_the_same_work_does_not_force_a_yield(log):
    sawn = log(LINGERING)
    job = LINGERING.submit(7)
    sawn.before = lambda attempt: LINGERING.submit(7)
    run(job.pk)
    assert len(sawn.pieces) == PIECES


def test_continued_job_may_have_another_payload(monkeypatch):
    monkeypatch.setitem(
        HANDLERS, "saw", (SAW, lambda attempt: attempt.continue_later({"seconds": 3}))
    )
    run(SAW.submit(7, payload={"seconds": 1}).pk)
    assert SAW.latest(7).payload == {"seconds": 3}


def test_continuing_reuses_a_job_that_is_already_queued(log):
    sawn = log(SAW)
    job = SAW.submit(7)
    sawn.before = lambda attempt: SAW.submit(7)
    run(job.pk)
    assert states() == ["done", "queued"]


def test_job_cancelled_between_pieces_stops_without_continuing(log):
    sawn = log(LONG)
    job = LONG.submit(7)

    def cancel_third(_attempt: Attempt) -> None:
        if len(sawn.pieces) == 2:
            LONG.cancel(7)

    sawn.before = cancel_third
    run(job.pk)
    job.refresh_from_db()
    assert (states(), len(sawn.pieces), job.done) == (["cancelled"], 3, 3)


def test_job_cancelled_at_the_end_of_its_slice_does_not_continue(monkeypatch):
    def saw(attempt: Attempt) -> None:
        SAW.cancel(7)
        attempt.continue_later()

    monkeypatch.setitem(HANDLERS, "saw", (SAW, saw))
    run(SAW.submit(7).pk)
    assert states() == ["cancelled"]


def test_failed_job_keeps_its_pieces_and_is_retried(log):
    sawn = log(LONG)
    job = LONG.submit(7)

    def break_once(attempt: Attempt) -> None:
        if len(sawn.pieces) == 2 and attempt.job.attempt == 1:
            raise ValueError("the saw broke")

    sawn.before = break_once
    run(job.pk)
    job.refresh_from_db()
    assert (states(), len(sawn.pieces)) == (["running"], 2)
    assert "the saw broke" in job.error
    expire(job)
    run(job.pk)
    job.refresh_from_db()
    assert (states(), len(sawn.pieces), job.attempt) == (["done"], PIECES, 2)


def test_reclaimed_job_neither_reports_progress_nor_continues(log):
    sawn = log(SAW)
    job = SAW.submit(7)

    def lose(attempt: Attempt) -> None:
        expire(job)
        assert claim(job.pk) is not None

    sawn.before = lose
    run(job.pk)
    job.refresh_from_db()
    assert (states(), job.attempt, job.done) == (["running"], 2, 0)


def test_job_of_a_dead_worker_resumes_from_its_stored_pieces(log):
    sawn = log(SAW)
    job = SAW.submit(7)
    assert claim(job.pk) is not None
    sawn.pieces.extend([0, 0])
    expire(job)
    while waiting := SAW.unfinished_jobs().first():
        run(waiting.pk)
    assert len(sawn.pieces) == PIECES
    assert states() == ["done"] * (PIECES - 2)


def test_jobs_are_found_and_cancelled_by_kind_and_key(log):
    log(SAW)
    begun = SAW.submit(7)
    claim(begun.pk)
    waiting, other, stranger = SAW.submit(7), SAW.submit(8), JobKind("plane").submit(7)
    assert SAW.latest(7) == waiting
    assert SAW.latest("9") is None
    assert list(SAW.of(7).order_by("pk")) == [begun, waiting]
    assert (SAW.running_jobs(7).get(), SAW.waiting_jobs(7).get()) == (begun, waiting)
    assert set(SAW.unfinished_jobs()) == {begun, waiting, other}
    SAW.cancel(7)
    for job in (begun, waiting, other, stranger):
        job.refresh_from_db()
    assert (begun.state, begun.cancel_requested) == ("running", True)
    assert [waiting.state, other.state, stranger.state] == ["cancelled", "queued", "queued"]


# Texts ------------------------------------------------------------------------------------

REGISTERED_KINDS = sorted(set(HANDLERS))


def test_every_job_kind_has_a_label_in_every_language():
    assert {"standings", "draw", "backup", "deals"} < set(REGISTERED_KINDS)
    for name in REGISTERED_KINDS:
        with override("en"):
            english = kind_label(name)
        assert english not in ("", name), name
        for language in ("bg", "fr", "hr", "nl"):
            with override(language):
                assert kind_label(name) not in ("", name, english), (name, language)


def test_unknown_job_kind_is_labelled_by_its_name():
    assert kind_label("of an earlier version") == "of an earlier version"


@pytest.mark.django_db(transaction=True)
def test_a_failed_submit_on_commit_leaves_the_transaction_stored(monkeypatch, caplog):
    def fail(*_args: object) -> Job:
        raise OperationalError("the database has gone away")

    calls: list[str] = []
    monkeypatch.setattr(JobKind, "submit", fail)
    with transaction.atomic():
        Job.objects.create(kind="saw", key="1")
        SAW.submit_on_commit("2")
        transaction.on_commit(lambda: calls.append("a later hook"))
    assert Job.objects.count() == 1
    assert calls == ["a later hook"]
    assert "Error calling JobKind.submit_on_commit" in caplog.text
