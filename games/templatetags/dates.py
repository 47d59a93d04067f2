"""Replace Django's ``date`` filter: each language has its own date forms."""

import datetime

from django import template
from django.template.defaultfilters import date as by_pattern
from django.utils import timezone

from games.wording.dates import date_text, localised_pattern

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(moment: datetime.date | None, pattern: str | None = None) -> str:
    """Format by an English pattern in the language's form; unknown patterns stay as given."""
    return str(by_pattern(moment, localised_pattern(moment, pattern) if pattern else None))


@register.simple_tag
def this_moment(pattern: str) -> str:
    return date_text(timezone.localtime(), pattern)
