"""Dates and times in each language's form: 15. studenoga 2026., dimanche 15 novembre 2026."""

import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import pgettext, pgettext_lazy

# Translated as date formats of each language.
PATTERNS: Final = (
    pgettext_lazy("date format", "j E"),
    pgettext_lazy("date format", "j E Y"),
    pgettext_lazy("date format", "l, j E"),
    pgettext_lazy("date format", "l, j E Y"),
    pgettext_lazy("date format", "j E, H:i"),
    pgettext_lazy("date format", "j E Y, H:i"),
    pgettext_lazy("date format", "l, j E, H:i"),
    pgettext_lazy("date format", "M"),
    pgettext_lazy("date format", "j M"),
    pgettext_lazy("date format", "M Y"),
)


def date_text(moment: datetime.date, pattern: str) -> str:
    return date_format(moment, localised_pattern(moment, pattern))


def localised_pattern(moment: object, pattern: str) -> str:
    """A pattern in the reader's form; the first of a month can be an ordinal."""
    form = pgettext("date format", pattern)
    if isinstance(moment, datetime.date) and moment.day == 1:
        first = pgettext("first day of a month", "1")
        form = form.replace("j", "".join(f"\\{letter}" for letter in first))
    return form


def capitalised_date_text(moment: datetime.date, pattern: str = "l, j E Y") -> str:
    words = date_text(moment, pattern)
    return words[:1].upper() + words[1:]
