import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.models import Job
from ops.backups.inventory import Backup, backups_in, with_card
from ops.backups.manifest import BackupError
from ops.backups.stores import store_at
from ops.checks import CACHED_CHECKS, Check
from ops.page_times import SlowPage, slow_pages
from ops.versions import versions

MOST: Final = 50
BACKUPS_SHOWN: Final = 5
BACKUP_LIST_TTL_SECONDS: Final = 60
"""Stores can be slow and charge per request."""


@dataclass(frozen=True, slots=True)
class Disk:
    """Bytes: free and total where the data is stored, and of the database."""

    free: int
    total: int
    database: int

    @property
    def free_percent(self) -> int:
        return 100 * self.free // self.total


@dataclass(frozen=True, slots=True)
class Backups:
    """Location of backups, the newest, and a problem with them if any."""

    where: str
    newest: list[Backup]
    count: int
    trouble: str


@dataclass(frozen=True, slots=True)
class Installation:
    checks: list[Check]
    counts: dict[str, int]
    working: list[Job]
    failed: list[Job]
    slow: list[SlowPage]
    backups: Backups
    versions: dict[str, str]
    disk: Disk


def get_installation() -> Installation:
    return Installation(
        checks=CACHED_CHECKS.now(),
        counts=counts_of_jobs(),
        working=working_jobs(),
        failed=failed_jobs(),
        slow=slow_pages(),
        backups=cached_backups(),
        versions=versions(),
        disk=disk_usage(),
    )


def counts_of_jobs() -> dict[str, int]:
    states = (Job.State.QUEUED, Job.State.RUNNING, Job.State.FAILED)
    return {str(state): Job.objects.filter(state=state).count() for state in states}


def working_jobs() -> list[Job]:
    states = [Job.State.RUNNING, Job.State.QUEUED]
    return list(Job.objects.filter(state__in=states).order_by("pk")[:MOST])


def failed_jobs() -> list[Job]:
    return list(Job.objects.filter(state=Job.State.FAILED).order_by("-pk")[:MOST])


def disk_usage() -> Disk:
    usage = shutil.disk_usage(settings.DATA_DIR)
    query = (
        "SELECT pg_database_size(current_database())"
        if connection.vendor == "postgresql"
        else "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return Disk(usage.free, usage.total, int(cursor.fetchone()[0]))


def cached_backups() -> Backups:
    """The newest backups, cached for a minute."""
    where = settings.BACKUP_TO
    if not where:
        return Backups("", [], 0, _("No place for backups is set (BACKUP_TO)."))
    backups: Backups = cache.get_or_set(
        f"backups:{where}", lambda: backups_at(where), BACKUP_LIST_TTL_SECONDS
    ) or backups_at(where)
    return backups


def backups_at(where: str) -> Backups:
    try:
        store = store_at(where)
        backups = backups_in(store)
        newest = [with_card(store, each) for each in backups[:BACKUPS_SHOWN]]
    except BackupError as trouble:
        return Backups(where, [], 0, str(trouble))
    return Backups(
        store.where, newest, len(backups), age_trouble(backups[0].made_at if backups else None)
    )


def age_trouble(newest: datetime | None) -> str:
    """Problem with the age of the newest backup, or empty."""
    if newest is None:
        return _("There is no backup yet.")
    is_old = timezone.now() - newest > timedelta(hours=2 * settings.BACKUP_HOURS)
    return _("The newest backup is older than it should be.") if is_old else ""
