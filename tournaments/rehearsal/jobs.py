from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from tournaments.models import Rehearsal

REHEARSAL_JOB: Final = JobKind(
    "rehearsal", pgettext_lazy("work", "a beat of a rehearsal"), rest=1.0
)
"""One beat of the evening of the copy that is the key; a beat asks for the next one."""
REMOVAL_JOB: Final = JobKind(
    "rehearsal_removal", pgettext_lazy("work", "removal of a rehearsal"), patient=True
)
"""The copy that is the key goes."""


def enqueue_step(rehearsal: Rehearsal) -> None:
    """Enqueue the next step, if any."""
    if rehearsal.ended_at is None and not rehearsal.is_paused:
        REHEARSAL_JOB.submit(rehearsal.pk)
