"""The signal of a tournament as it is now."""

from tournaments.state.change_feed import Signal, signal_from, signal_query


def signal_of(code: str) -> Signal | None:
    """The present signal of a tournament, or None where there is none."""
    tournament = signal_query(code).first()
    return None if tournament is None else signal_from(tournament)
