from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from tournaments.models import Rehearsal

REHEARSAL_JOB: Final = JobKind(
    "rehearsal", pgettext_lazy("work", "a beat of a rehearsal"), min_interval=1.0
)
"""One step, which schedules the next; key: the copy's id."""
REMOVAL_JOB: Final = JobKind(
    "rehearsal_removal", pgettext_lazy("work", "removal of a rehearsal"), low_priority=True
)


def enqueue_step(rehearsal: Rehearsal) -> None:
    """Enqueue the next step, if any."""
    if rehearsal.ended_at is None and not rehearsal.is_paused:
        REHEARSAL_JOB.submit(rehearsal.pk)
