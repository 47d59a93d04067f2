import json
from collections.abc import Mapping
from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.site.page_heads import LOCALES, page_meta, site_of

register = template.Library()
JSON_ESCAPES: Final = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}
"""For characters that could end or start an element."""


@register.inclusion_tag("_partials/public_head.html", takes_context=True)
def public_head(context: template.Context) -> dict[str, object]:
    """Metadata of a public page; empty on private pages."""
    request = context.get("request")
    if request is None or not context.get("canonical"):
        return {}
    own = get_language() or ""
    return {
        "head": page_meta(request, {str(key): value for key, value in context.flatten().items()}),
        "canonical": context["canonical"],
        "site": site_of(request),
        "site_name": context["site_name"],
        "locale": LOCALES.get(own, own),
        "other_locales": [name for code, name in LOCALES.items() if code != own],
    }


@register.filter
def write_facts(facts: Mapping[str, object]) -> SafeString:
    """JSON-LD, escaped for a script element."""
    return mark_safe(json.dumps(facts, ensure_ascii=False).translate(JSON_ESCAPES))
