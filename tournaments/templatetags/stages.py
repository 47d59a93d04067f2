"""What corrected standings change in a stage that follows them."""

from django import template

from tournaments.models import Tournament
from tournaments.ranking.advancing import StageChange, change_of

register = template.Library()


@register.simple_tag
def stage_change(tournament: Tournament) -> StageChange | None:
    """The change of this stage's entrants that the standings before it ask for."""
    return change_of(tournament)
