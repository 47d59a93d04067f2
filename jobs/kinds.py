"""A kind of background work: how it is asked for and stopped, who does it, how long at a time."""

import math
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from jobs.models import Job
from jobs.running import WORKERS, Handler
from jobs.tasks import wake


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work by its ``name``; the ``key`` of a job says what the job works on.

    Jobs of ``patient`` kinds let all others go first: nobody stands and waits for them. After a
    ``spell`` of so many seconds a job hands over to a next one, so that other work need not wait
    for it; where it ``lingers``, only once another job waits. Two jobs with the same key begin
    ``rest`` seconds apart at least, where they are asked for again and again.
    """

    name: str
    patient: bool = False
    spell: float = math.inf
    lingers: bool = False
    rest: float = 0.0

    def handler(self, handle: Handler) -> Handler:
        """Register the function that does jobs of this kind."""
        WORKERS[self.name] = self, handle
        return handle

    def submit(
        self,
        key: int | str,
        *,
        payload: dict[str, Any] | None = None,
        total: int = 0,
        user: User | None = None,
    ) -> Job:
        """The waiting job with this key, made now unless there is one; a worker is woken."""
        # Whoever asked first has a worker woken.
        return self.waiting_jobs(key).first() or self._make_wait(
            Job(kind=self.name, key=key, payload=payload or {}, total=total, created_by=user)
        )

    def of(self, key: int | str) -> QuerySet[Job]:
        """All jobs with this key, whatever became of them."""
        return Job.objects.filter(kind=self.name, key=key)

    def waiting_jobs(self, key: int | str) -> QuerySet[Job]:
        """The job with this key that nobody has begun; there is one at most."""
        return self.of(key).filter(state=Job.State.QUEUED)

    def running_jobs(self, key: int | str) -> QuerySet[Job]:
        """The jobs with this key that a worker has begun and not ended."""
        return self.of(key).filter(state=Job.State.RUNNING)

    def unfinished_jobs(self) -> QuerySet[Job]:
        """The jobs of this kind that wait or run."""
        return Job.objects.filter(kind=self.name, state__in=[Job.State.QUEUED, Job.State.RUNNING])

    def latest(self, key: int | str) -> Job | None:
        """The newest job with this key."""
        return self.of(key).order_by("-pk").first()

    def cancel(self, key: int | str) -> None:
        """Ask the jobs with this key to stop; one that nobody has begun is over at once."""
        self.waiting_jobs(key).update(state=Job.State.CANCELLED)
        self.running_jobs(key).update(cancel_requested=True)

    @transaction.atomic
    def _make_wait(self, new: Job) -> Job:
        """Store a job, unless somebody else does so at this moment; a worker is woken."""
        job = None
        # A worker may claim the waiting job between the two statements; then a new one is needed.
        while job is None:
            Job.objects.bulk_create([new], ignore_conflicts=True)
            job = self.waiting_jobs(new.key).first()
        wake(job.pk, self.rest and self._rest_left(job))
        return job

    def _rest_left(self, job: Job) -> float:
        """How much of the rest after the last job with this key is still to come, in seconds."""
        earlier = self.of(job.key).filter(started_at__isnull=False).exclude(pk=job.pk)
        begun = earlier.order_by("-pk").values_list("started_at", flat=True).first()
        age = (timezone.now() - begun).total_seconds() if begun else self.rest
        # A clock that was put back asks for no patience.
        return self.rest - age if 0 <= age < self.rest else 0.0
