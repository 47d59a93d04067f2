"""Finished job rows are deleted later; waiting, running and latest ones stay."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import timezone

from jobs import retention
from jobs.models import Job
from jobs.tasks import forget

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
State = Job.State


@pytest.fixture(autouse=True)
def keep(settings: Any) -> None:
    settings.JOB_KEEP = (7, 90, 365)


def job(state: str, days: float, key: str = "1", *, has_end: bool = True) -> Job:
    made = Job.objects.create(kind="count", key=key, state=state)
    ended = timezone.now() - timedelta(days=days)
    finished = ended if has_end else None
    Job.objects.filter(pk=made.pk).update(created_at=ended, finished_at=finished)
    return made


def left() -> set[int]:
    return set(Job.objects.values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("state", "days", "stays"),
    [
        (State.DONE, 6.9, True),
        (State.DONE, 7.1, False),
        (State.CANCELLED, 6.9, True),
        (State.CANCELLED, 7.1, False),
        (State.FAILED, 7.1, True),
        (State.FAILED, 89.9, True),
        (State.FAILED, 90.1, False),
        (State.QUEUED, 400, True),
        (State.RUNNING, 400, True),
    ],
)
def test_job_retention_depends_on_its_state(state: str, days: float, stays: bool) -> None:
    earlier, last = job(state, days), job(State.DONE, 0)
    assert forget() == (0 if stays else 1)
    assert left() == ({earlier.pk, last.pk} if stays else {last.pk})


def test_last_job_of_a_key_is_kept_for_a_year() -> None:
    first, last = job(State.DONE, 300), job(State.DONE, 200)
    failed_once, failed_last = job(State.FAILED, 300, key="2"), job(State.FAILED, 200, key="2")
    too_old = job(State.DONE, 366, key="3")
    assert forget() == 3
    assert left() == {last.pk, failed_last.pk}
    assert not {first.pk, failed_once.pk, too_old.pk} & left()


def test_last_job_is_determined_per_kind() -> None:
    own, other = job(State.DONE, 20), job(State.DONE, 10)
    Job.objects.filter(pk=other.pk).update(kind="other")
    assert forget() == 0
    assert left() == {own.pk, other.pk}


def test_cancelled_queued_job_expires_by_its_submission_time() -> None:
    job(State.CANCELLED, 8, has_end=False)
    last = job(State.CANCELLED, 6, has_end=False)
    assert forget() == 1
    assert left() == {last.pk}


def test_expired_jobs_are_deleted_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "DELETE_BATCH_SIZE", 3)
    for _number in range(10):
        job(State.DONE, 8)
    assert forget() == 9
    assert len(left()) == 1


def test_expired_jobs_are_deleted_every_hour() -> None:
    message = site.CELERY_BEAT_SCHEDULE["forget-finished-jobs"]
    assert message["task"] == forget.name
    assert message["schedule"].seconds == 3600
