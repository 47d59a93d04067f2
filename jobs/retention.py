"""Retention of finished jobs.

The last job of each key stays longest: pages show its outcome.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from jobs.models import Job

DELETE_BATCH_SIZE: Final = 1000
"""Per statement: the first run can meet rows of years."""


def delete_expired_jobs() -> int:
    """Delete expired jobs and return their number."""
    gone = 0
    while old := list(
        expired_jobs().order_by("pk").values_list("pk", flat=True)[:DELETE_BATCH_SIZE]
    ):
        gone += Job.objects.filter(pk__in=old).delete()[0]
    return gone


def expired_jobs() -> QuerySet[Job]:
    """Jobs past ``JOB_KEEP``: days since the end for done, failed and last ones."""
    now = timezone.now()
    done, failed, last = (now - timedelta(days=days) for days in settings.JOB_KEEP)
    over = Q(state__in=[Job.State.DONE, Job.State.CANCELLED])
    in_vain = Q(state=Job.State.FAILED)
    later = Job.objects.filter(kind=OuterRef("kind"), key=OuterRef("key"), pk__gt=OuterRef("pk"))
    # A job cancelled before its start has no end.
    rows = Job.objects.annotate(ended=Coalesce("finished_at", "created_at"))
    had_its_time = over & Q(ended__lt=done) | in_vain & Q(ended__lt=failed)
    return rows.filter(had_its_time & Exists(later) | (over | in_vain) & Q(ended__lt=last))
