"""The filter ``date`` of every template, so that each language writes days in its own form."""

import datetime

from django import template
from django.template.defaultfilters import date as by_pattern
from django.utils import timezone

from games.wording.dates import day_text, form_of

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(moment: datetime.date | None, pattern: str | None = None) -> str:
    """The moment by a pattern as English writes it; one that is not known is taken as it is."""
    return str(by_pattern(moment, form_of(moment, pattern) if pattern else None))


@register.simple_tag
def this_moment(pattern: str) -> str:
    """The day and time at which a sheet is printed, by a pattern as English writes it."""
    return day_text(timezone.localtime(), pattern)
