from django import template

from tournaments.models import Tournament
from tournaments.standings.advancement import StageChange, change_of

register = template.Library()


@register.simple_tag
def stage_change(tournament: Tournament) -> StageChange | None:
    """Change of entrants that corrected standings of the previous stage require."""
    return change_of(tournament)
