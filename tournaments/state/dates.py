from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError

FIRST_YEAR: Final = 1950
LAST_YEAR: Final = 2199


def check_year(day: object, field: str) -> None:
    """Raise RuleViolationError unless a date's year is plausible; other values are ignored.

    Before 1937 offsets of time zones have seconds, which RFC 3339 cannot express.
    """
    if isinstance(day, date) and not FIRST_YEAR <= day.year <= LAST_YEAR:
        words = _("Write a year from %(first)d to %(last)d.")
        values = {"first": FIRST_YEAR, "last": LAST_YEAR}
        raise RuleViolationError("implausible_year", words % values, field=field)
