"""Draw jobs; executed by ``tournaments.draws.tasks``."""

from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from jobs.models import Job
from tournaments.models import Tournament

DRAW_JOB: Final = JobKind("draw", pgettext_lazy("work", "draw of a tournament"))
DRAW_STEPS: Final = 3
"""Build the movement, seat entrants, store."""


def active_draw_job(tournament: Tournament) -> Job | None:
    """The queued or running draw, unless it is being cancelled."""
    jobs = DRAW_JOB.unfinished_jobs().filter(key=tournament.pk, cancel_requested=False)
    return jobs.order_by("-pk").first()
