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

MAX_AGE_SECONDS: Final = 0.5
"""Until a table sees results of other tables."""
MAX_AGE_DURING_REFRESH_SECONDS: Final = 1.0
MAX_CACHED: Final = 64


@dataclass(frozen=True, slots=True)
class SharedState:
    """The open round (0 for none) and the finished boards.

    ``version`` changes with them and with anything shown at all tables.
    """

    opened: int
    over: frozenset[int]
    version: str


@dataclass(frozen=True, slots=True)
class CachedState:
    """A cached state with its cache key."""

    hall: SharedState
    shape: tuple[object, ...]
    facts: int
    at: float

    @property
    def age(self) -> float:
        return time.monotonic() - self.at


CACHE: OrderedDict[str, CachedState] = OrderedDict()
REFRESH_LOCK: Final = threading.Lock()


def shared_state_of(tournament: Tournament, count_facts: Callable[[], int]) -> SharedState:
    """The cached state, at most half a second old; calls `count_facts` only to revalidate."""
    shape = (tournament.state, tournament.hall_version)
    cached = CACHE.get(tournament.code)
    is_same = cached is not None and cached.shape == shape
    if cached is not None and is_same:
        if cached.age < MAX_AGE_SECONDS:
            return cached.hall
        if REFRESH_LOCK.acquire(blocking=cached.age > MAX_AGE_DURING_REFRESH_SECONDS):
            try:
                return refresh_state(tournament, shape, cached, count_facts())
            finally:
                REFRESH_LOCK.release()
        return cached.hall  # another thread is refreshing
    return refresh_state(tournament, shape, None, count_facts())


def refresh_state(
    tournament: Tournament, shape: tuple[object, ...], seen: CachedState | None, facts: int
) -> SharedState:
    """Refresh the cache; reuses the state if the number of facts is unchanged."""
    is_same = seen is not None and seen.facts == facts
    hall = seen.hall if seen is not None and is_same else read_state(tournament, shape)
    CACHE[tournament.code] = CachedState(hall, shape, facts, time.monotonic())
    CACHE.move_to_end(tournament.code)
    while len(CACHE) > MAX_CACHED:
        CACHE.popitem(last=False)
    return hall


def read_state(tournament: Tournament, shape: tuple[object, ...]) -> SharedState:
    """Read the current state; four queries."""
    is_on = tournament.state in {Tournament.State.PLAYING, Tournament.State.FINISHED}
    opened = open_round_number(tournament) if is_on else 0
    over = frozenset(finished_boards(tournament).values_list("pk", flat=True)) if is_on else ()
    parts = (tournament.code, *shape, opened, sorted(over))
    version = hashlib.blake2s(repr(parts).encode(), digest_size=8).hexdigest()
    return SharedState(opened, frozenset(over), version)
