"""Short-lived per-process cache for data shared by several pages."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from tournaments.models import Tournament

CACHE_SECONDS: Final = 3.0
"""For data outside the tournament's versions, such as player names."""
MAX_CACHED: Final = 64

Key = Callable[[Tournament], Hashable]
K = TypeVar("K")
T = TypeVar("T")
P = ParamSpec("P")
Read = Callable[Concatenate[Tournament, P], T]


def cached_briefly(key: Key) -> Callable[[Read[P, T]], Read[P, T]]:
    """Cache a read for a few seconds while its ``key`` is unchanged.

    Callers must not modify the value.
    """

    def keep(read: Read[P, T]) -> Read[P, T]:
        entries: OrderedDict[Any, tuple[float, T]] = OrderedDict()
        reading = threading.Lock()

        @wraps(read)
        def recall(tournament: Tournament, *args: P.args, **kwargs: P.kwargs) -> T:
            name = tournament.code, key(tournament), args, tuple(sorted(kwargs.items()))
            with reading:
                at, value = entries.get(name, (None, None))
                if at is None or time.monotonic() - at >= CACHE_SECONDS:
                    value = read(tournament, *args, **kwargs)
                    entries[name] = time.monotonic(), value
                    entries.move_to_end(name)
                    evict_old(entries)
            return value  # type: ignore[return-value]

        return cast(Read[P, T], recall)

    return keep


def evict_old(kept: OrderedDict[K, tuple[float, T]]) -> None:
    """Evict expired and surplus values, oldest first."""
    since = time.monotonic() - CACHE_SECONDS
    while kept and (len(kept) > MAX_CACHED or next(iter(kept.values()))[0] < since):
        kept.popitem(last=False)
