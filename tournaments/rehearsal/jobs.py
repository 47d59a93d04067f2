from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import Kind
from tournaments.models import Rehearsal

REHEARSAL_JOB: Final = Kind("rehearsal", pgettext_lazy("work", "a beat of a rehearsal"), rest=1.0)
"""One beat of the evening of the copy that is the key; a beat asks for the next one."""
REMOVAL_JOB: Final = Kind(
    "rehearsal_removal", pgettext_lazy("work", "removal of a rehearsal"), patient=True
)
"""The copy that is the key goes."""


def ask_for_beat(rehearsal: Rehearsal) -> None:
    """Enqueue the next step, if any."""
    if rehearsal.ended_at is None and not rehearsal.is_paused:
        REHEARSAL_JOB.submit(rehearsal.pk)
