"""Cached rows of large tables.

After a result a page of two hundred tables changes in one row.
"""

from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.models import Tournament

register = template.Library()
MAX_CACHED_ROWS: Final = 4_000


@register.simple_tag(takes_context=True)
def row(context: template.Context, name: str, line: object) -> SafeString:
    """Render a row by a template with only ``line`` and ``tournament``.

    Equal lines share a cached row, so they must be hashable. Everything else a row shows
    must change the tournament's ``hall_version``.
    """
    tournament = TournamentKey(context["tournament"])
    return draw_row(name, line, tournament, get_language())


class TournamentKey:
    """Cache key: equal as long as rows do not change."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.key = tournament.code, tournament.state, tournament.hall_version

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TournamentKey) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=MAX_CACHED_ROWS)
def draw_row(name: str, line: object, same: TournamentKey, _language: str) -> SafeString:
    written = get_template(name).render({"line": line, "tournament": same.tournament})
    return SafeString(written)
