"""Changes that corrected standings require in following stages."""

from django import template

from tournaments.models import Tournament
from tournaments.standings.advancement import StageChange, change_of

register = template.Library()


@register.simple_tag
def stage_change(tournament: Tournament) -> StageChange | None:
    """Change of this stage's entrants that the previous standings require."""
    return change_of(tournament)
