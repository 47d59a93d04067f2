from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

UPDATE_CHECK_JOB: Final = JobKind(
    "rankings_after_update", pgettext_lazy("work", "rankings after an update"),
    low_priority=True, time_slice=5.0,
)  # fmt: skip
"""Compare stored ranks with this version's; enqueued by migrations that change ranking."""
