"""When rounds are planned to begin and end."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Tournament

OPEN_MINUTES = 3
"""A deal that need not be kept for others goes faster."""
RACE_MINUTES = 45
"""A race to 501 or 1001 points takes about so long."""


def round_length(tournament: Tournament) -> timedelta:
    """Playing time of a round with the change of tables."""
    return timedelta(minutes=playing_minutes(tournament) + tournament.change_minutes)


def playing_minutes(tournament: Tournament) -> int:
    """The minutes of a round: its boards, or its open game."""
    if tournament.cards == Tournament.Cards.BOARDS:
        return tournament.boards_per_round * tournament.minutes_per_board
    game = tournament.game
    if "minutes" in game:
        return int(game["minutes"])
    if "to" in game:
        return RACE_MINUTES * (int(game.get("best_of", 1)) // 2 + 1)
    return int(game.get("deals", 12)) * OPEN_MINUTES


def planned_start(tournament: Tournament, number: int = 1) -> datetime:
    """When a round is planned to begin, if every round takes its time."""
    first = datetime.combine(tournament.date, tournament.start_time)
    local = timezone.make_aware(first, timezone.get_current_timezone())
    return local + (number - 1) * round_length(tournament)
