from jobs.models import Job
from jobs.tasks import run


def analyse() -> None:
    while waiting := list(Job.objects.filter(kind="analysis", state="queued")):
        for job in waiting:
            run(job.pk)


def play_field() -> None:
    while waiting := list(Job.objects.filter(kind="field", state="queued")):
        for job in waiting:
            run(job.pk)
