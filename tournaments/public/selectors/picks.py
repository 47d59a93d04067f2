from tournaments.entries.selectors.team_lines import teams_of
from tournaments.models import Tournament

MAX_DIGITS = 6


def picked_team(tournament: Tournament, asked: str) -> int:
    """Team number from the query; 0 if absent or unknown."""
    if not (asked.isascii() and asked.isdigit() and len(asked) <= MAX_DIGITS):
        return 0
    number = int(asked)
    return number if any(team.number == number for team in teams_of(tournament).values()) else 0
