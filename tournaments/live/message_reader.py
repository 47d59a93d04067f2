from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.state.change_feed import Signal, facts_of, read_signal, signal_from
from tournaments.state.hall import shared_state_of
from tournaments.table_app.selectors.tables import table_etags


@dataclass(frozen=True, slots=True)
class LiveSnapshot:
    """Snapshot for all listeners: the signal, and the ETag of each table's state."""

    signal: Signal
    tags: Mapping[str, str]


def read_live_snapshot(code: str) -> LiveSnapshot | None:
    """The current snapshot, None for an unknown tournament; two queries and those of the hall."""
    tournament = read_signal(code)
    if tournament is None:
        return None
    hall = shared_state_of(tournament, lambda: facts_of(tournament))
    return LiveSnapshot(signal_from(tournament), table_etags(tournament, hall))
