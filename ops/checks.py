"""Health checks: each returns a problem, or an empty text."""

import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Final

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from jobs.kinds import low_priority_kinds
from jobs.models import Job
from ops.models import Pulse

CACHE_SECONDS: Final = 5.0
"""Checks run at most once in this time per process."""
SWEEP: Final = "sweep"
PULSE_SECONDS: Final = 10
MAX_SWEEP_AGE_SECONDS: Final = 60
"""After this silence, no scheduler sends or no worker receives."""
MAX_QUEUE_AGE_SECONDS: Final = 120
"""Urgent jobs usually start much earlier."""
MIN_FREE_BYTES: Final = 500_000_000
BROKER_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class Check:
    """Result of a check; ``trouble`` is empty if all is well."""

    name: str
    label: str
    trouble: str
    must: bool = False
    """Whether a failure must stop page requests to this process."""

    @property
    def is_well(self) -> bool:
        return not self.trouble


def migrations() -> str:
    applied = MigrationRecorder(connection).applied_migrations()
    ahead = [each for each in newest_migrations() if each not in applied]
    names = ", ".join(f"{app}.{name}" for app, name in ahead[:3])
    return _("The database lacks migrations: %(names)s.") % {"names": names} if ahead else ""


@cache
def newest_migrations() -> tuple[tuple[str, str], ...]:
    """Last migration of each app; constant while a process lives."""
    return tuple(MigrationLoader(None).graph.leaf_nodes())


def broker() -> str:
    try:
        with current_app.connection_for_write() as line:
            line.ensure_connection(max_retries=1, timeout=BROKER_SECONDS)
    except Exception as error:  # each transport has errors of its own
        return _("The broker does not answer (%(error)s).") % {"error": type(error).__name__}
    return ""


def workers() -> str:
    """Whether a worker takes what the scheduler sends."""
    now = timezone.now()
    if Job.objects.filter(state=Job.State.RUNNING, lease_until__gt=now).exists():
        return ""
    last = Pulse.objects.filter(name=SWEEP).values_list("at", flat=True).first()
    if last is None:
        return _("No worker has ever answered the scheduler.")
    silent = (now - last).total_seconds()
    words = _("No worker has answered the scheduler since %(at)s.")
    at = timezone.localtime(last).strftime("%d.%m. %H:%M:%S")
    return words % {"at": at} if silent > MAX_SWEEP_AGE_SECONDS else ""


def queue() -> str:
    age = queue_age()
    if age <= MAX_QUEUE_AGE_SECONDS:
        return ""
    minutes = int(age // 60)
    words = ngettext(
        "The oldest job people are waiting for has waited %(minutes)d minute.",
        "The oldest job people are waiting for has waited %(minutes)d minutes.",
        minutes,
    )
    return words % {"minutes": minutes}


def queue_age() -> float:
    """Age in seconds of the oldest waiting job that is not of a low-priority kind; 0 if none."""
    waiting = Job.objects.filter(state=Job.State.QUEUED).exclude(kind__in=low_priority_kinds())
    oldest = waiting.order_by("pk").values_list("created_at", flat=True).first()
    return max(0.0, (timezone.now() - oldest).total_seconds()) if oldest else 0.0


def disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    words = _("Only %(megabytes)d MB are free in the data folder.")
    return words % {"megabytes": free // 1_000_000} if free < MIN_FREE_BYTES else ""


CHECKS: Final[tuple[tuple[Callable[[], str], object, bool], ...]] = (
    (migrations, gettext_lazy("Database tables"), True),
    (broker, gettext_lazy("Broker"), False),
    (workers, gettext_lazy("Workers and scheduler"), False),
    (queue, gettext_lazy("Waiting work"), False),
    (disk, gettext_lazy("Room on the disk"), False),
)


def run_checks() -> list[Check]:
    """All checks but that of the database, which they need."""
    return [
        Check(name=ask.__name__, label=str(label), trouble=ask(), must=must)
        for ask, label, must in CHECKS
    ]


class CheckCache:
    def __init__(self) -> None:
        self.looking = threading.Lock()
        self.looked_at: float | None = None
        self.found: list[Check] = []

    def now(self) -> list[Check]:
        """Last results, refreshed when too old."""
        with self.looking:
            at = self.looked_at
            if at is None or time.monotonic() - at >= CACHE_SECONDS:
                self.found = run_checks()
                self.looked_at = time.monotonic()
            return self.found


CACHED_CHECKS: Final = CheckCache()


def record_pulse() -> None:
    """Record that a worker took a scheduled task; not at each sweep."""
    now = timezone.now()
    recent = (now - timedelta(seconds=PULSE_SECONDS), now)
    known = Pulse.objects.filter(name=SWEEP)
    if not known.exclude(at__range=recent).update(at=now) and not known.exists():
        Pulse.objects.get_or_create(name=SWEEP, defaults={"at": now})
