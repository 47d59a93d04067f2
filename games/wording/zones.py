from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings

COMMON: Final = (
    "Europe/Sofia", "Europe/Paris", "Europe/Zagreb", "Europe/Amsterdam", "Europe/Belgrade",
    "Europe/Sarajevo", "Europe/Skopje", "Europe/Athens", "Europe/London", "Europe/Kyiv",
)  # fmt: skip
GROUPS: Final = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/",
                 "Pacific/", "Etc/UTC")  # fmt: skip


@cache
def zone_names() -> tuple[str, ...]:
    """All zone names, common ones first."""
    known = available_timezones()
    first = [name for name in COMMON if name in known]
    rest = sorted(name for name in known if name.startswith(GROUPS) and name not in first)
    return (*first, *rest)


def zone_of(name: str) -> ZoneInfo:
    """Zone by name; the installation's if empty or unknown, e.g. from an imported archive."""
    return ZoneInfo(name if name in zone_names() else settings.TIME_ZONE)
