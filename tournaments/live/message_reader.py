from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.state.change_feed import Signal, facts_of, read_signal, signal_from
from tournaments.state.hall import hall_of
from tournaments.table_app.selectors.tables import tags_of


@dataclass(frozen=True, slots=True)
class Reading:
    """Snapshot for all listeners: the signal, and the ETag of each table's state."""

    signal: Signal
    tags: Mapping[str, str]


def reading_of(code: str) -> Reading | None:
    """The current snapshot, None for an unknown tournament; two queries and those of the hall."""
    tournament = read_signal(code)
    if tournament is None:
        return None
    hall = hall_of(tournament, lambda: facts_of(tournament))
    return Reading(signal_from(tournament), tags_of(tournament, hall))
