from tournaments.state.change_feed import Signal, signal_from, signal_query


def signal_of(code: str) -> Signal | None:
    tournament = signal_query(code).first()
    return None if tournament is None else signal_from(tournament)
