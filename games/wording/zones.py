"""Time zones of the IANA database for clubs."""

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
    """Return the names of all zones, those of our countries first."""
    known = available_timezones()
    first = [name for name in COMMON if name in known]
    rest = sorted(name for name in known if name.startswith(GROUPS) and name not in first)
    return (*first, *rest)


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of this name; the installation's for an empty or unknown one.

    An imported archive may name a zone that is unknown here.
    """
    return ZoneInfo(name if name in zone_names() else settings.TIME_ZONE)
