import math
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from jobs.dispatch import wake
from jobs.models import Job
from jobs.tracing import current_request_id

KINDS: Final[dict[str, "JobKind"]] = {}
"""Kinds that this process can submit, even without a handler here."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job by ``name``; a job's ``key`` says what it works on.

    ``words`` describe it to administrators. ``low_priority`` jobs let all others go first. After
    ``time_slice`` seconds a job hands over to a new one, so that others need not wait; with
    ``keep_slice_when_idle`` only once another job waits. Jobs with the same key start at least
    ``min_interval`` seconds apart.
    """

    name: str
    words: str | Promise = field(default="", compare=False)
    low_priority: bool = False
    time_slice: float = math.inf
    keep_slice_when_idle: bool = False
    min_interval: float = 0.0

    def __post_init__(self) -> None:
        KINDS[self.name] = self

    def submit(
        self,
        key: int | str,
        *,
        payload: dict[str, Any] | None = None,
        total: int = 0,
        user: User | None = None,
    ) -> Job:
        """The waiting job with this key, created if missing; wakes a worker."""
        # The caller that created it has already woken a worker.
        return self.waiting_jobs(key).first() or self._enqueue(
            Job(
                kind=self.name,
                key=key,
                payload=payload or {},
                total=total,
                created_by=user,
                request_id=current_request_id(),
            )
        )

    def submit_on_commit(self, key: int | str) -> None:
        """Submit after the transaction commits; a failure is logged, not raised.

        A sweep finds the rows whose submit failed.
        """

        def submit() -> None:
            self.submit(key)

        # Django logs the name of a failing hook; a `partial` has none.
        transaction.on_commit(submit, robust=True)

    def of(self, key: int | str) -> QuerySet[Job]:
        return Job.objects.filter(kind=self.name, key=key)

    def waiting_jobs(self, key: int | str) -> QuerySet[Job]:
        return self.of(key).filter(state=Job.State.QUEUED)

    def running_jobs(self, key: int | str) -> QuerySet[Job]:
        return self.of(key).filter(state=Job.State.RUNNING)

    def living_attempts(self, key: int | str) -> list[UUID]:
        """Attempts at jobs with this key whose lease is valid."""
        living = self.running_jobs(key).filter(lease_until__gte=timezone.now())
        return [owner for owner in living.values_list("owner", flat=True) if owner]

    def has_error(self, key: int | str) -> bool:
        troubled = self.of(key).filter(state__in=[Job.State.RUNNING, Job.State.FAILED])
        return troubled.exclude(error="").exists()

    def unfinished_jobs(self) -> QuerySet[Job]:
        return Job.objects.filter(kind=self.name, state__in=[Job.State.QUEUED, Job.State.RUNNING])

    def latest(self, key: int | str) -> Job | None:
        return self.of(key).order_by("-pk").first()

    def cancel(self, key: int | str) -> None:
        """Cancel the jobs with this key; a waiting one ends at once."""
        self.waiting_jobs(key).update(state=Job.State.CANCELLED)
        self.running_jobs(key).update(cancel_requested=True)

    @transaction.atomic
    def _enqueue(self, new: Job) -> Job:
        """Store a job unless one waits already; wakes a worker."""
        job = None
        # A worker can claim the waiting job between the two statements; then create a new one.
        while job is None:
            Job.objects.bulk_create([new], ignore_conflicts=True)
            job = self.waiting_jobs(new.key).first()
        wake(job.pk, self.min_interval and self._interval_left(job))
        return job

    def _interval_left(self, job: Job) -> float:
        """Seconds of ``min_interval`` left after the last job with this key."""
        earlier = self.of(job.key).filter(started_at__isnull=False).exclude(pk=job.pk)
        begun = earlier.order_by("-pk").values_list("started_at", flat=True).first()
        age = (timezone.now() - begun).total_seconds() if begun else self.min_interval
        # Do not wait if the clock was put back.
        return self.min_interval - age if 0 <= age < self.min_interval else 0.0


def low_priority_kinds() -> set[str]:
    return {kind.name for kind in KINDS.values() if kind.low_priority}


def kind_label(name: str) -> str:
    kind = KINDS.get(name)
    return str(kind.words) if kind and kind.words else name
