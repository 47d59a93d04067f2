"""Filters for all templates: a colon with the language's spacing; inline code."""

from django import template
from django.template.defaultfilters import stringfilter
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.wording import signs

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def colon(word: str) -> str:
    return word + signs.colon()


@register.filter
@stringfilter
def with_code(text: str) -> SafeString:
    """Wrap text between backticks in ``<code>``."""
    parts = enumerate(text.split("`"))
    pieces = ((format_html("<code>{}</code>", part) if odd % 2 else part,) for odd, part in parts)
    return format_html_join("", "{}", pieces)
