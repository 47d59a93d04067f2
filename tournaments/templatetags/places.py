"""Since when a public page tells no more of a hall that leads its evening."""

from datetime import datetime

from django import template

from tournaments.models import Line, Tournament

register = template.Library()


@register.simple_tag
def heard_as_of(tournament: Tournament) -> datetime | None:
    """When the hall was last heard of, once that is long ago; None where all is well."""
    if not tournament.led_elsewhere:
        return None
    quiet = Line.objects.filter(
        tournament=tournament, place=Line.Place.SERVER, ended_at=None, is_quiet=True
    )
    line = quiet.first()
    return None if line is None else line.heard_at or line.paired_at
