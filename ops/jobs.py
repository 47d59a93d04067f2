from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

BACKUP_JOB: Final = JobKind(
    "backup", pgettext_lazy("work", "backup of everything"), low_priority=True
)
