from datetime import datetime, timedelta

from tournaments.models import Tournament

OPEN_MINUTES_PER_DEAL = 3
"""Faster than duplicate boards: cards need not be preserved."""
RACE_MINUTES = 45
"""A race to 501 or 1001 points."""


def round_length(tournament: Tournament) -> timedelta:
    """Playing time of a round plus the change of tables."""
    return timedelta(minutes=playing_minutes(tournament) + tournament.change_minutes)


def playing_minutes(tournament: Tournament) -> int:
    if not tournament.is_open_play:
        return tournament.boards_per_round * tournament.minutes_per_board
    game = tournament.game
    if game.minutes is not None:
        return game.minutes
    if game.is_race:
        return RACE_MINUTES * ((game.best_of or 1) // 2 + 1)
    return (game.deals or 12) * OPEN_MINUTES_PER_DEAL


def planned_start(tournament: Tournament, number: int = 1) -> datetime:
    """Planned start of a round, assuming no delay."""
    return tournament.begins + (number - 1) * round_length(tournament)
