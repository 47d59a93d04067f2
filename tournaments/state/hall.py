"""State shared by all tables, cached per process."""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tournaments.models import Tournament
from tournaments.state.visibility import finished_boards, open_round_number

FRESH_SECONDS: Final = 0.5
"""How long results elsewhere may stay unknown to a table."""
LATE_SECONDS: Final = 1.0
"""How long while somebody else looks for what changed."""
MOST_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Hall:
    """The open round (0 for none) and the finished boards.

    ``version`` changes with them and with anything shown at all tables.
    """

    opened: int
    over: frozenset[int]
    version: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A cached state with its cache key."""

    hall: Hall
    shape: tuple[object, ...]
    facts: int
    at: float

    @property
    def age(self) -> float:
        return time.monotonic() - self.at


SEEN: OrderedDict[str, Seen] = OrderedDict()
LOOKING: Final = threading.Lock()


def hall_of(tournament: Tournament, count_facts: Callable[[], int]) -> Hall:
    """The cached state, at most half a second old; calls `count_facts` only to revalidate."""
    shape = (tournament.state, tournament.hall_version)
    seen = SEEN.get(tournament.code)
    is_same = seen is not None and seen.shape == shape
    if seen is not None and is_same:
        if seen.age < FRESH_SECONDS:
            return seen.hall
        if LOOKING.acquire(blocking=seen.age > LATE_SECONDS):
            try:
                return look_at_hall(tournament, shape, seen, count_facts())
            finally:
                LOOKING.release()
        return seen.hall  # another thread is refreshing
    return look_at_hall(tournament, shape, None, count_facts())


def look_at_hall(
    tournament: Tournament, shape: tuple[object, ...], seen: Seen | None, facts: int
) -> Hall:
    """Refresh the cache; reuses the state if the number of facts is unchanged."""
    is_same = seen is not None and seen.facts == facts
    hall = seen.hall if seen is not None and is_same else look_at(tournament, shape)
    SEEN[tournament.code] = Seen(hall, shape, facts, time.monotonic())
    SEEN.move_to_end(tournament.code)
    while len(SEEN) > MOST_KEPT:
        SEEN.popitem(last=False)
    return hall


def look_at(tournament: Tournament, shape: tuple[object, ...]) -> Hall:
    """Read the current state; four queries."""
    is_on = tournament.state in {Tournament.State.PLAYING, Tournament.State.FINISHED}
    opened = open_round_number(tournament) if is_on else 0
    over = frozenset(finished_boards(tournament).values_list("pk", flat=True)) if is_on else ()
    parts = (tournament.code, *shape, opened, sorted(over))
    version = hashlib.blake2s(repr(parts).encode(), digest_size=8).hexdigest()
    return Hall(opened, frozenset(over), version)
