"""Ask for background work, or ask that it stops."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from jobs.models import Job
from jobs.tasks import wake


def submit(
    *,
    kind: str,
    key: str,
    payload: dict[str, Any] | None = None,
    total: int = 0,
    user: User | None = None,
    rest: float = 0.0,
) -> Job:
    """The waiting job of this kind and key, made now unless there is one; a worker is woken.

    With ``rest`` so many seconds pass between two beginnings of such a job, where it is asked for
    again and again.
    """
    # Whoever asked first has a worker woken.
    return waiting_job(kind, key) or make_wait(
        Job(kind=kind, key=key, payload=payload or {}, total=total, created_by=user), rest
    )


def waiting_job(kind: str, key: str) -> Job | None:
    """The job of this kind and key that nobody has begun."""
    return next(iter(waiting_jobs(kind, key)), None)


def is_waiting(kind: str, key: str) -> bool:
    """Whether there is such a job: whoever asks for it now need not."""
    return waiting_jobs(kind, key).exists()


def waiting_jobs(kind: str, key: str) -> QuerySet[Job]:
    return Job.objects.filter(kind=kind, key=key, state=Job.State.QUEUED)


@transaction.atomic
def make_wait(new: Job, rest: float) -> Job:
    """Store a job, unless somebody else does so at this moment; a worker is woken."""
    job = None
    # A worker may claim the waiting job between the two statements; then a new one is needed.
    while job is None:
        Job.objects.bulk_create([new], ignore_conflicts=True)
        job = waiting_job(new.kind, new.key)
    wake(job.pk, rest and rest_left(job, rest))
    return job


def rest_left(job: Job, rest: float) -> float:
    """How much of the rest after the last job of this kind and key is still to come, in seconds."""
    earlier = Job.objects.filter(kind=job.kind, key=job.key, started_at__isnull=False)
    begun = earlier.exclude(pk=job.pk).order_by("-pk").values_list("started_at", flat=True).first()
    age = (timezone.now() - begun).total_seconds() if begun else rest
    return rest - age if 0 <= age < rest else 0.0  # a clock that was put back asks for no patience


def cancel(*, job: Job) -> None:
    """Ask a job to stop; one that nobody has begun is over at once."""
    Job.objects.filter(pk=job.pk, state=Job.State.QUEUED).update(state=Job.State.CANCELLED)
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(cancel_requested=True)
    job.refresh_from_db()
