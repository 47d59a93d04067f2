from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

register = template.Library()

FULL_BAR_PERCENT: Final = 12
"""Distance from 50 that fills a bar's half."""
HALF: Final = 54
PLACES: Final[Mapping[int, Promise]] = {
    1: pgettext_lazy("place", "1st"),
    2: pgettext_lazy("place", "2nd"),
    3: pgettext_lazy("place", "3rd"),
}
MEASURES: Final[Mapping[str, Promise]] = {
    "made": _("Own contracts made"),
    "inside": _("Opponents’ contracts that failed"),
    "contra_paid": _("Contra that paid"),
    "contra_made": _("Made under contra"),
}


@register.simple_tag
def even_bar(percent: Fraction) -> SafeString:
    """Draw the distance of a percentage from 50: right above, left below."""
    length = min(round(abs(float(percent) - 50) / FULL_BAR_PERCENT * HALF, 1), HALF)
    start = HALF + 1 if percent >= 50 else HALF + 1 - length
    return format_html(
        '<svg class="even-bar" viewBox="0 0 110 20" aria-hidden="true" focusable="false">'
        '<path class="chart-grid" d="M0 10h110"/>'
        '<rect class="{}" x="{}" y="5" width="{}" height="10"/>'
        '<path class="even-line" d="M55 2v16"/></svg>',
        "even-above" if percent >= 50 else "even-below",
        f"{start:g}",
        f"{length:g}",
    )


@register.filter
def place_word(place: int) -> str:
    return str(PLACES.get(place, place))


@register.filter
def measure_name(name: str) -> str:
    return str(MEASURES[name])
