"""Progress of a worker's draw, and why the last one was refused."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.models import Job
from tournaments.draws.jobs import DRAW_JOB, active_draw_job
from tournaments.draws.selectors.next_round import PAIRING_JOB, running_job
from tournaments.models import LogEntry, Tournament

STUCK_AFTER_SECONDS: Final = 8
"""Then the page offers an alternative to waiting."""
REFUSAL_SHOWN_FOR: Final = timedelta(minutes=10)


@dataclass(frozen=True)
class DrawProgress:
    """A draw by a worker; ``is_stuck``: no worker has started it."""

    job: Job
    round: int
    seconds: int

    @property
    def is_first(self) -> bool:
        return self.job.kind == DRAW_JOB.name

    @property
    def is_stuck(self) -> bool:
        return self.job.state == Job.State.QUEUED and self.seconds >= STUCK_AFTER_SECONDS

    @property
    def words(self) -> str:
        if self.job.state == Job.State.QUEUED:
            return _("Waiting for the computer to begin")
        if self.job.done == 0 or (not self.is_first and self.job.done == 1):
            return _("Working out who meets whom")
        return _("Giving everybody a seat")


def draw_progress(tournament: Tournament) -> DrawProgress | None:
    job = active_draw_job(tournament) or running_job(tournament)
    if job is None:
        return None
    age = timezone.now() - job.created_at
    return DrawProgress(job, int(job.payload.get("number", 1)), max(0, int(age.total_seconds())))


def draw_failure_text(tournament: Tournament) -> str:
    """Why the worker's last draw failed, until the next action; usually empty."""
    first = tournament.state == Tournament.State.ENTRY
    job = (DRAW_JOB if first else PAIRING_JOB).latest(tournament.pk)
    if job is None or is_outdated(tournament, job):
        return ""
    if job.state == Job.State.FAILED:
        return _("The computer could not produce this draw. Try again.")
    return str(job.result.get("words", ""))


def is_outdated(tournament: Tournament, job: Job) -> bool:
    """Whether there was an action since the job ended, or it ended long ago."""
    if job.finished_at is None or timezone.now() - job.finished_at > REFUSAL_SHOWN_FOR:
        return True
    rows = LogEntry.objects.filter(tournament=tournament, at__gt=job.finished_at)
    return rows.exists()
