from datetime import timedelta
from typing import Final

from django.utils import timezone

from jobs.execution import Attempt, handler, job_finder
from tournaments.models import Tournament
from tournaments.rehearsal.copies import remove_copy
from tournaments.rehearsal.jobs import REHEARSAL_JOB, REMOVAL_JOB
from tournaments.rehearsal.story import run_step

RETENTION: Final = timedelta(days=1)


@handler(REHEARSAL_JOB)
def rehearse(attempt: Attempt) -> dict[str, object]:
    """One step; the next is a separate job, so that other jobs are not delayed."""
    goes_on = run_step(int(attempt.job.key))
    if goes_on:
        attempt.continue_later()
    return {"goes_on": goes_on}


@handler(REMOVAL_JOB)
def remove(attempt: Attempt) -> dict[str, object]:
    copy = Tournament.objects.filter(pk=int(attempt.job.key), rehearses__isnull=False).first()
    if copy is not None:
        remove_copy(copy)
    return {"gone": True}


@job_finder
def enqueue_removals() -> None:
    old = Tournament.objects.filter(
        rehearses__isnull=False, created_at__lt=timezone.now() - RETENTION
    )
    for pk in old.values_list("pk", flat=True):
        REMOVAL_JOB.submit(pk)
