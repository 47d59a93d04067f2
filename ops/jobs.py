from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import Kind

BACKUP: Final = Kind("backup", pgettext_lazy("work", "backup of everything"), patient=True)
"""A backup of everything, tried out, into the store of the settings."""
