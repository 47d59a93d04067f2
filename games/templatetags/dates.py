"""The filter ``date`` of every template, so that each language writes days in its own form."""

import datetime

from django import template
from django.template.defaultfilters import date as by_pattern
from django.utils.translation import pgettext

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(moment: datetime.date | None, pattern: str | None = None) -> str:
    """The moment by a pattern as English writes it; one that is not known is taken as it is."""
    return str(by_pattern(moment, pgettext("date format", pattern) if pattern else None))
