"""How often somebody may try an address of a helper that does not exist.

Six letters and figures of 31 are 887 million addresses. Wrong ones are counted for the visitor's
address and for all visitors together; past either number every address is answered alike, whether
it exists or not. So nobody learns which does, and a hall's helpers who opened theirs work on.
"""

import hashlib
import time
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

TRIES: Final = ((10, 600), (40, 86_400))
"""Wrong addresses from one place: so many in so many seconds."""
TRIES_OF_ALL: Final = ((600, 3_600),)


def is_guessing(request: HttpRequest) -> bool:
    """Whether so many wrong addresses came that no further one is looked at."""
    if not settings.LIMITS:
        return False
    counts = caches["counts"]
    return any(counts.get(key, 0) >= most for key, most, _seconds in counters(request))


def count_guess(request: HttpRequest) -> None:
    """A wrong address was tried."""
    counts = caches["counts"]
    for key, _most, seconds in counters(request):
        if not counts.add(key, 1, seconds):
            counts.incr(key)


def counters(request: HttpRequest) -> list[tuple[str, int, int]]:
    """The counters of a visitor: key, how many at most, in how many seconds."""
    place = request.META.get("REMOTE_ADDR", "")
    each = [(place, most, seconds) for most, seconds in TRIES]
    each += [("all", most, seconds) for most, seconds in TRIES_OF_ALL]
    return [(key_of(who, seconds), most, seconds) for who, most, seconds in each]


def key_of(who: str, seconds: int) -> str:
    """The counter of somebody in the present stretch of time."""
    stretch = int(time.time()) // seconds
    return "helper:" + hashlib.blake2s(f"{who} {seconds} {stretch}".encode()).hexdigest()
