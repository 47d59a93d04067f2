"""Whom a visitor picks in the address of a page, among those who take part."""

from tournaments.entries.selectors.team_lines import teams_of
from tournaments.models import Tournament

MOST_DIGITS = 6


def picked_team(tournament: Tournament, asked: str) -> int:
    """The number that an address asks for; 0 for none, and for one that nobody has."""
    if not (asked.isascii() and asked.isdigit() and len(asked) <= MOST_DIGITS):
        return 0
    number = int(asked)
    return number if any(team.number == number for team in teams_of(tournament).values()) else 0
