"""One attempt at a job: claimed, kept alive by its lease, fenced against a second worker."""

import contextlib
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import F, Q
from django.utils import timezone

from jobs.kinds import JobKind
from jobs.models import Job, new_owner

Handler = Callable[["Attempt"], "dict[str, Any] | None"]
HANDLERS: dict[str, tuple[JobKind, Handler]] = {}
"""Kinds that this process can execute."""
FINDERS: list[Callable[[], None]] = []
"""Called by each sweep to submit missing jobs."""


class LeaseLostError(Exception):
    """Another worker has taken this job over; stop at once."""


class JobCancelledError(Exception):
    """The job was cancelled."""


class PermanentJobError(Exception):
    """The job can never succeed here, for the reason in the message; no retry."""


def job_finder(finder: Callable[[], None]) -> Callable[[], None]:
    """Register a function that submits missing jobs at each sweep."""
    FINDERS.append(finder)
    return finder


def handler(kind: JobKind) -> Callable[[Handler], Handler]:
    """Register the function that executes jobs of a kind."""

    def register(handle: Handler) -> Handler:
        HANDLERS[kind.name] = kind, handle
        return handle

    return register


class Attempt:
    """One attempt of a handler: its job, the time left, and a continuation.

    With time slices the handler works while ``has_time``, reports ``progress`` for each piece,
    stores its results, and calls ``go_on_later`` if more is left.
    """

    def __init__(self, job: Job, owner: UUID) -> None:
        self.job = job
        self.owner = owner
        self.kind, self.handle = HANDLERS[job.kind]
        self._ends: float | None = None

    def has_time(self) -> bool:
        """Whether the time slice lasts; it starts at the first call and allows one piece."""
        now = time.monotonic()
        if self._ends is None:
            self._ends = now + self.kind.time_slice
            return True
        return now < self._ends or (
            self.kind.keep_slice_when_idle and not self._has_other_jobs_waiting()
        )

    def progress(self, done: int, total: int) -> None:
        """Store progress and renew the lease; raises if cancelled or taken over."""
        self._write(done=done, total=total, lease_until=lease_end())
        self.check_cancelled()

    def continue_later(self, payload: dict[str, Any] | None = None) -> None:
        """Submit the rest behind the waiting jobs; raises if cancelled or taken over.

        It gets the same payload, unless another is given.
        """
        self.renew()
        self.check_cancelled()
        new_payload = self.job.payload if payload is None else payload
        self.kind.submit(self.job.key, payload=new_payload, total=self.job.total)

    def renew(self) -> None:
        """Renew the lease of work without progress."""
        self._write(lease_until=lease_end())

    def finish(self, state: Job.State, **values: Any) -> None:
        self._write(state=state, finished_at=timezone.now(), lease_until=None, **values)

    def check_cancelled(self) -> None:
        """Raise Cancelled if requested."""
        if Job.objects.filter(pk=self.job.pk, cancel_requested=True).exists():
            raise JobCancelledError

    def _has_other_jobs_waiting(self) -> bool:
        """Whether a job waits other than the continuation of this one."""
        waiting = Job.objects.filter(state=Job.State.QUEUED)
        return waiting.exclude(kind=self.job.kind, key=self.job.key).exists()

    def _write(self, **values: Any) -> None:
        mine = Job.objects.filter(pk=self.job.pk, owner=self.owner, state=Job.State.RUNNING)
        if not mine.update(**values):
            raise LeaseLostError


def lease_end() -> Any:
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


def claimable() -> Q:
    """Jobs without a worker: waiting, or abandoned by a worker that died.

    A lease far in the future predates a clock change: its worker renews it soon, or loses the
    job.
    """
    now = timezone.now()
    beyond = now + 2 * timedelta(seconds=settings.JOB_LEASE_SECONDS)
    abandoned = Q(lease_until__lt=now) | Q(lease_until__gt=beyond)
    return Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING) & abandoned


def urgent_jobs_before(job_id: int) -> list[int]:
    """Waiting jobs that go first; none unless this one is of a low-priority kind."""
    low_priority = {name for name, (kind, _handle) in HANDLERS.items() if kind.low_priority}
    if not Job.objects.filter(pk=job_id, kind__in=low_priority).exists():
        return []
    urgent = Job.objects.filter(state=Job.State.QUEUED, kind__in=HANDLERS.keys() - low_priority)
    return list(urgent.order_by("pk").values_list("pk", flat=True))


def claim(job_id: int) -> Attempt | None:
    """Claim a job in one UPDATE, so that two workers never both get it."""
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


def touch_pulse_file() -> None:
    """Touch the file that this worker's health check reads."""
    if settings.WORKER_PULSE_FILE:
        with contextlib.suppress(OSError):
            Path(settings.WORKER_PULSE_FILE).touch()


class Heartbeat(threading.Thread):
    """Renews the lease while the handler works, from a connection of its own."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__(daemon=True, name=f"heartbeat-{attempt.job.pk}")
        self.attempt = attempt
        self.stopped = threading.Event()

    def run(self) -> None:
        try:
            while not self.stopped.wait(settings.JOB_LEASE_SECONDS / 3):
                # The handler can hold an embedded database for long; retry at the next interval.
                with contextlib.suppress(OperationalError):
                    self.attempt.renew()
                    touch_pulse_file()
        except LeaseLostError:
            pass
        finally:
            connection.close()

    def stop(self) -> None:
        self.stopped.set()
        self.join()
