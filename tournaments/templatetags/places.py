"""Warn on public pages when the leading installation is out of contact."""

from datetime import datetime

from django import template

from tournaments.models import SyncLink, Tournament

register = template.Library()


@register.simple_tag
def heard_as_of(tournament: Tournament) -> datetime | None:
    """Last contact with the leading installation if overdue; else None."""
    if not tournament.led_elsewhere:
        return None
    quiet = SyncLink.objects.filter(
        tournament=tournament, place=SyncLink.Place.SERVER, ended_at=None, is_quiet=True
    )
    line = quiet.first()
    return None if line is None else line.heard_at or line.paired_at
