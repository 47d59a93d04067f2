"""Celery tasks: run one job, and wake workers for the others."""

import contextlib
import logging
import traceback
from collections.abc import Callable

from celery import shared_task
from celery.signals import task_success, worker_ready
from django.conf import settings

from jobs.dispatch import RUN_TASK
from jobs.execution import (
    FINDERS,
    Attempt,
    Heartbeat,
    JobCancelledError,
    LeaseLostError,
    PermanentJobError,
    claim,
    claimable,
    touch_pulse_file,
    urgent_jobs_before,
)
from jobs.models import Job
from jobs.retention import delete_expired_jobs
from jobs.tracing import job_context

log = logging.getLogger(__name__)
MAX_ATTEMPTS = 5
# A job that kills its worker raises nothing; restarts of workers count here as well.
MAX_STARTS = 20


@shared_task(name=RUN_TASK)
def run(job_id: int) -> None:
    """Run one job unless another worker has it, after urgent ones that wait."""
    # Messages arrive in order: standings would wait for every analysis.
    for urgent in urgent_jobs_before(job_id):
        run_one(urgent)
    run_one(job_id)


def run_one(job_id: int) -> None:
    attempt = claim(job_id)
    if attempt is not None:
        with job_context(attempt.job):
            run_attempt(attempt)


def run_attempt(attempt: Attempt) -> None:
    """Run a claimed job, unless cancelled or started too often, and close its row."""
    if attempt.job.cancel_requested:
        attempt.finish(Job.State.CANCELLED)
        return
    if attempt.job.attempt > MAX_STARTS:
        attempt.finish(Job.State.FAILED, error=f"Begun {MAX_STARTS} times and never ended.")
        return
    heartbeat = Heartbeat(attempt)
    heartbeat.start()
    try:
        outcome = run_handler(attempt)
    finally:
        heartbeat.stop()
    with contextlib.suppress(LeaseLostError):
        outcome()


def run_handler(attempt: Attempt) -> Callable[[], None]:
    """Run the handler and return a function that closes the row."""
    try:
        result = attempt.handle(attempt) or {}
    except JobCancelledError:
        return lambda: attempt.finish(Job.State.CANCELLED)
    except PermanentJobError as refusal:
        reason = str(refusal)
        return lambda: attempt.finish(Job.State.FAILED, error=reason)
    except LeaseLostError:
        log.warning("job %d was taken over by another worker", attempt.job.pk)
        return lambda: None
    except Exception:
        error = traceback.format_exc()
        log.exception("job %d (%s) failed", attempt.job.pk, attempt.job.kind)
        return lambda: give_up_or_retry(attempt, error)
    return lambda: attempt.finish(Job.State.DONE, result=result)


def give_up_or_retry(attempt: Attempt, error: str) -> None:
    """Retry after the lease has expired, up to a limit."""
    if attempt.job.attempt >= MAX_ATTEMPTS:
        attempt.finish(Job.State.FAILED, error=error)
    else:
        Job.objects.filter(pk=attempt.job.pk, owner=attempt.owner).update(error=error)


@shared_task(name="jobs.tasks.sweep")
def sweep() -> int:
    """Wake a worker for each waiting or abandoned job; returns their number."""
    for find in FINDERS:
        find()
    waiting = list(Job.objects.filter(claimable()).order_by("pk").values_list("pk", flat=True))
    for job_id in waiting:
        # Later sweeps resend what a busy worker has not taken.
        run.apply_async((job_id,), expires=3 * settings.JOB_SWEEP_SECONDS)
    return len(waiting)


@shared_task(name="jobs.tasks.forget")
def forget() -> int:
    """Delete expired jobs and return their number."""
    return delete_expired_jobs()


@worker_ready.connect
def sweep_at_start(**_kwargs: object) -> None:
    """A starting worker first looks for abandoned jobs."""
    sweep.delay()


@task_success.connect
def note_success(**_kwargs: object) -> None:
    """Touch the pulse file after any task: sweeps reach each worker that consumes messages."""
    touch_pulse_file()
