"""One attempt at a job: claimed, kept alive by its lease, fenced against a second worker."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from jobs.models import Job, new_owner

Handler = Callable[["Attempt"], "dict[str, Any] | None"]
HANDLERS: dict[str, Handler] = {}
PATIENT: set[str] = set()
"""Kinds of work that let all others go first: nobody stands and waits for them."""
FINDERS: list[Callable[[], None]] = []
"""Asked by each sweep to submit what rows elsewhere say is to be done."""


class LeaseLost(Exception):
    """Another worker has taken this job over; whoever sees this must stop at once."""


class Cancelled(Exception):
    """Somebody asked for this job to stop."""


class CannotDo(Exception):
    """This can never be done here, says the message; there is no use in trying again."""


def handles(kind: str, *, patient: bool = False) -> Callable[[Handler], Handler]:
    """Register the function that does jobs of ``kind``; patient ones let others go first."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        if patient:
            PATIENT.add(kind)
        return handler

    return register


def finds_work(finder: Callable[[], None]) -> Callable[[], None]:
    """Register a function that submits jobs which somebody had no time to ask for."""
    FINDERS.append(finder)
    return finder


class Attempt:
    """What a handler is given: the job, and the means to say how far it has come."""

    def __init__(self, job: Job, owner: UUID) -> None:
        self.job = job
        self.owner = owner

    def progress(self, done: int, total: int) -> None:
        """Store the progress and renew the lease; stop if cancelled or taken over."""
        self._write(done=done, total=total, lease_until=lease_end())
        if Job.objects.filter(pk=self.job.pk, cancel_requested=True).exists():
            raise Cancelled

    def renew(self) -> None:
        """Renew the lease of work that cannot say how far it is."""
        self._write(lease_until=lease_end())

    def finish(self, state: Job.State, **values: Any) -> None:
        self._write(state=state, finished_at=timezone.now(), lease_until=None, **values)

    def _write(self, **values: Any) -> None:
        mine = Job.objects.filter(pk=self.job.pk, owner=self.owner, state=Job.State.RUNNING)
        if not mine.update(**values):
            raise LeaseLost


def lease_end() -> Any:
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


def claimable() -> Q:
    """Jobs that nobody works on: waiting, or left behind by a worker that died.

    A lease far beyond its length was taken before the clock was put back. Whoever works under it
    renews it soon, or loses the job to another worker.
    """
    now = timezone.now()
    beyond = now + 2 * timedelta(seconds=settings.JOB_LEASE_SECONDS)
    abandoned = Q(lease_until__lt=now) | Q(lease_until__gt=beyond)
    return Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING) & abandoned


def ahead_of(job_id: int) -> list[int]:
    """The waiting jobs that go before this one; none unless it is of a patient kind."""
    if not Job.objects.filter(pk=job_id, kind__in=PATIENT).exists():
        return []
    urgent = Job.objects.filter(state=Job.State.QUEUED, kind__in=HANDLERS.keys() - PATIENT)
    return list(urgent.order_by("pk").values_list("pk", flat=True))


def claim(job_id: int) -> Attempt | None:
    """Take the job if it is to be had; one UPDATE decides, so two workers never both get it."""
    owner = new_owner()
    now = timezone.now()
    taken = (
        Job.objects.filter(claimable(), pk=job_id)
        .filter(kind__in=HANDLERS)
        .update(
            state=Job.State.RUNNING,
            owner=owner,
            attempt=F("attempt") + 1,
            started_at=now,
            lease_until=lease_end(),
        )
    )
    return Attempt(Job.objects.get(pk=job_id), owner) if taken else None


class Heartbeat(threading.Thread):
    """Renews the lease while the handler works, from a connection of its own."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__(daemon=True, name=f"heartbeat-{attempt.job.pk}")
        self.attempt = attempt
        self.stopped = threading.Event()

    def run(self) -> None:
        try:
            while not self.stopped.wait(settings.JOB_LEASE_SECONDS / 3):
                self.attempt.renew()
        except LeaseLost:
            pass
        finally:
            connection.close()

    def stop(self) -> None:
        self.stopped.set()
        self.join()
