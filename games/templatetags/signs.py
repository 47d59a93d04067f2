"""The filter ``colon`` of every template; French sets a space before it, other languages none."""

from django import template
from django.template.defaultfilters import stringfilter

from games.wording import signs

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def colon(word: str) -> str:
    """A word and the sign before what is said of it, with its spaces."""
    return word + signs.colon()
