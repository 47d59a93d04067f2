"""The two tasks of the broker: run one job, and wake what nobody runs."""

import contextlib
import logging
import traceback
from collections.abc import Callable

from celery import shared_task
from celery.signals import task_success, worker_ready
from django.conf import settings
from django.db import transaction

from jobs.dispatch import Messenger
from jobs.execution import (
    FINDERS,
    Attempt,
    Cancelled,
    CannotDo,
    Heartbeat,
    LeaseLost,
    ahead_of,
    claim,
    claimable,
    touch_pulse_file,
)
from jobs.models import Job
from jobs.retention import forget_finished
from jobs.tracing import tell_job

log = logging.getLogger(__name__)
MAX_ATTEMPTS = 5
# A job that kills its worker each time raises nothing; restarts of workers count here as well.
MOST_STARTS = 20


@shared_task(name="jobs.tasks.run")
def run(job_id: int) -> None:
    """Run one job to its end, unless another worker has it; urgent ones that wait go first."""
    # Messages come in the order in which they were sent: standings would wait for every analysis.
    for urgent in ahead_of(job_id):
        run_one(urgent)
    run_one(job_id)


def run_one(job_id: int) -> None:
    """Claim a job and see it through."""
    attempt = claim(job_id)
    if attempt is not None:
        with tell_job(attempt.job):
            see_through(attempt)


def see_through(attempt: Attempt) -> None:
    """Do a job that is ours, unless there is no use in it, and close its row."""
    if attempt.job.cancel_requested:
        attempt.finish(Job.State.CANCELLED)
        return
    if attempt.job.attempt > MOST_STARTS:
        attempt.finish(Job.State.FAILED, error=f"Begun {MOST_STARTS} times and never ended.")
        return
    heartbeat = Heartbeat(attempt)
    heartbeat.start()
    try:
        outcome = work(attempt)
    finally:
        heartbeat.stop()
    with contextlib.suppress(LeaseLost):
        outcome()


def work(attempt: Attempt) -> Callable[[], None]:
    """Do the job and return how to close its row."""
    try:
        result = attempt.handle(attempt) or {}
    except Cancelled:
        return lambda: attempt.finish(Job.State.CANCELLED)
    except CannotDo as refusal:
        reason = str(refusal)
        return lambda: attempt.finish(Job.State.FAILED, error=reason)
    except LeaseLost:
        log.warning("job %d was taken over by another worker", attempt.job.pk)
        return lambda: None
    except Exception:
        error = traceback.format_exc()
        log.exception("job %d (%s) failed", attempt.job.pk, attempt.job.kind)
        return lambda: give_up_or_retry(attempt, error)
    return lambda: attempt.finish(Job.State.DONE, result=result)


def give_up_or_retry(attempt: Attempt, error: str) -> None:
    """A failed attempt is tried again after its lease has run out, up to a limit."""
    if attempt.job.attempt >= MAX_ATTEMPTS:
        attempt.finish(Job.State.FAILED, error=error)
    else:
        Job.objects.filter(pk=attempt.job.pk, owner=attempt.owner).update(error=error)


@shared_task(name="jobs.tasks.sweep")
def sweep() -> int:
    """Wake a worker for each job that waits or was left behind; the number woken."""
    for find in FINDERS:
        find()
    waiting = list(Job.objects.filter(claimable()).order_by("pk").values_list("pk", flat=True))
    for job_id in waiting:
        # What a busy worker has not taken by the next sweeps is sent again by them.
        run.apply_async((job_id,), expires=3 * settings.JOB_SWEEP_SECONDS)
    return len(waiting)


@shared_task(name="jobs.tasks.forget")
def forget() -> int:
    """Throw away rows of jobs that are over for long enough; how many went."""
    return forget_finished()


def send(job_id: int) -> None:
    """Send the message that wakes a worker."""
    run.delay(job_id)


MESSENGER = Messenger(send)


def wake(job_id: int, after: float = 0.0) -> None:
    """Tell the broker, after the commit and so many seconds, that a job waits.

    Without a broker it waits on.
    """
    transaction.on_commit(lambda: MESSENGER.post(job_id, after))


@worker_ready.connect
def sweep_at_start(**_kwargs: object) -> None:
    """A worker that starts looks first for what a dead one left behind."""
    sweep.delay()


@task_success.connect
def note_success(**_kwargs: object) -> None:
    """Touch the pulse file after any task: the sweeps reach each worker that consumes messages."""
    touch_pulse_file()
