"""A kind of background work: how it is asked for and stopped, who does it, how long at a time."""

import math
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from jobs.execution import WORKERS, Handler
from jobs.models import Job
from jobs.tasks import wake
from jobs.tracing import current_request_id

KINDS: Final[dict[str, "Kind"]] = {}
"""The kinds that this process knows by name: those that it asks for, whoever does the work."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work by its ``name``; the ``key`` of a job says what the job works on.

    The ``words`` tell administrators what it is. Jobs of ``patient`` kinds let all others go
    first: nobody stands and waits for them. After a ``spell`` of so many seconds a job hands over
    to a next one, so that other work need not wait for it; where it ``lingers``, only once another
    job waits. Two jobs with the same key begin ``rest`` seconds apart at least, where they are
    asked for again and again.
    """

    name: str
    words: str | Promise = field(default="", compare=False)
    patient: bool = False
    spell: float = math.inf
    lingers: bool = False
    rest: float = 0.0

    def __post_init__(self) -> None:
        KINDS[self.name] = self

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
        """Submit after the caller's transaction commits; a failure is logged, not raised.

        A sweep finds the rows of the transaction that a failed submit leaves.
        """

        def submit() -> None:
            self.submit(key)

        # Django logs the name of a failing hook; a `partial` has none.
        transaction.on_commit(submit, robust=True)

    def of(self, key: int | str) -> QuerySet[Job]:
        """All jobs with this key, whatever became of them."""
        return Job.objects.filter(kind=self.name, key=key)

    def waiting_jobs(self, key: int | str) -> QuerySet[Job]:
        """The job with this key that nobody has begun; there is one at most."""
        return self.of(key).filter(state=Job.State.QUEUED)

    def running_jobs(self, key: int | str) -> QuerySet[Job]:
        """The jobs with this key that a worker has begun and not ended."""
        return self.of(key).filter(state=Job.State.RUNNING)

    def living_attempts(self, key: int | str) -> list[UUID]:
        """The attempts at jobs with this key whose workers are alive, as far as is known."""
        living = self.running_jobs(key).filter(lease_until__gte=timezone.now())
        return [owner for owner in living.values_list("owner", flat=True) if owner]

    def is_faulty(self, key: int | str) -> bool:
        """Whether an attempt with this key has met an error that is not settled."""
        troubled = self.of(key).filter(state__in=[Job.State.RUNNING, Job.State.FAILED])
        return troubled.exclude(error="").exists()

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


def patient_kinds() -> set[str]:
    """The names of the kinds whose jobs let all others go first."""
    return {kind.name for kind in KINDS.values() if kind.patient}


def kind_in_words(name: str) -> str:
    """What work of a kind is; its name where this version knows no such work."""
    kind = KINDS.get(name)
    return str(kind.words) if kind and kind.words else name
