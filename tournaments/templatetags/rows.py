"""Rows of large tables, drawn once until they change.

A page of two hundred tables is drawn anew after each result; all its rows but one are as before.
"""

from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.models import Tournament

register = template.Library()
MOST_KEPT: Final = 4_000


@register.simple_tag(takes_context=True)
def row(context: template.Context, name: str, line: object) -> SafeString:
    """Draw a line by the template of this name, which sees ``line`` and ``tournament`` alone.

    Lines that are equal look alike: they are hashed. What else a row shows of the tournament
    changes only together with its version for the hall.
    """
    tournament = Same(context["tournament"])
    return draw_row(name, line, tournament, get_language())


class Same:
    """A tournament that is equal to itself as long as nothing is changed that rows depend on."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.key = tournament.code, tournament.state, tournament.hall_version

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=MOST_KEPT)
def draw_row(name: str, line: object, same: Same, _language: str) -> SafeString:
    """The row itself."""
    written = get_template(name).render({"line": line, "tournament": same.tournament})
    return SafeString(written)
