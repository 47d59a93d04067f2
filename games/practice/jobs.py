"""Job for moves of expert bots; handled in ``games.practice.tasks``."""

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

MOVES_JOB = JobKind("practice", pgettext_lazy("work", "moves of experts in practice"))
"""Key: the practice."""
