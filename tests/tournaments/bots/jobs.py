"""Run the jobs of board analysis and computer fields."""

from jobs.models import Job
from jobs.tasks import run


def analyse() -> None:
    """Run the waiting analysis jobs and those that they enqueue, as workers would."""
    while waiting := list(Job.objects.filter(kind="analysis", state="queued")):
        for job in waiting:
            run(job.pk)


def play_field() -> None:
    """Run the waiting jobs of the field and those that they enqueue, as workers would."""
    while waiting := list(Job.objects.filter(kind="field", state="queued")):
        for job in waiting:
            run(job.pk)
