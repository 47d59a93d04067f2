"""How long rows of jobs stay that are over: the work is done, and what they say is old.

The last job of each piece of work stays longest: pages ask what became of it.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from jobs.models import Job

AT_ONCE: Final = 1000
"""So many rows go in one statement: the first run may meet those of years."""


def forget_finished() -> int:
    """Throw away the rows of jobs that are over for long enough; how many went."""
    gone = 0
    while old := list(old_jobs().order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        gone += Job.objects.filter(pk__in=old).delete()[0]
    return gone


def old_jobs() -> QuerySet[Job]:
    """Rows that ``JOB_KEEP`` lets go: by days since the end, of done, of failed, of last jobs."""
    now = timezone.now()
    done, failed, last = (now - timedelta(days=days) for days in settings.JOB_KEEP)
    over = Q(state__in=[Job.State.DONE, Job.State.CANCELLED])
    in_vain = Q(state=Job.State.FAILED)
    later = Job.objects.filter(kind=OuterRef("kind"), key=OuterRef("key"), pk__gt=OuterRef("pk"))
    # Who was asked to stop before it began has no end.
    rows = Job.objects.annotate(ended=Coalesce("finished_at", "created_at"))
    had_its_time = over & Q(ended__lt=done) | in_vain & Q(ended__lt=failed)
    return rows.filter(had_its_time & Exists(later) | (over | in_vain) & Q(ended__lt=last))
