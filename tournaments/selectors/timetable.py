"""When rounds are planned to begin and end."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Tournament


def round_length(tournament: Tournament) -> timedelta:
    """Playing time of a round with the change of tables."""
    boards = tournament.boards_per_round * tournament.minutes_per_board
    return timedelta(minutes=boards + tournament.change_minutes)


def planned_start(tournament: Tournament, number: int = 1) -> datetime:
    """When a round is planned to begin, if every round takes its time."""
    first = datetime.combine(tournament.date, tournament.start_time)
    local = timezone.make_aware(first, timezone.get_current_timezone())
    return local + (number - 1) * round_length(tournament)
