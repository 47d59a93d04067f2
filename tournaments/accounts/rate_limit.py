"""Rate limit for guessing helper links.

Six of 31 symbols give 887 million codes. Failures are counted per IP address and globally;
over either limit, known and unknown codes get the same response, so that none is revealed.
Helpers who have opened their link are not affected.
"""

import hashlib
import time
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

LIMITS_PER_ADDRESS: Final = ((10, 600), (40, 86_400))
"""Wrong codes per IP address: maximum, seconds."""
GLOBAL_LIMITS: Final = ((600, 3_600),)


def is_rate_limited(request: HttpRequest) -> bool:
    """Whether a limit for wrong codes is reached."""
    if not settings.LIMITS:
        return False
    counts = caches["counts"]
    return any(counts.get(key, 0) >= most for key, most, _seconds in limit_counters(request))


def count_failed_attempt(request: HttpRequest) -> None:
    counts = caches["counts"]
    for key, _most, seconds in limit_counters(request):
        if not counts.add(key, 1, seconds):
            counts.incr(key)


def limit_counters(request: HttpRequest) -> list[tuple[str, int, int]]:
    """The visitor's counters: key, maximum, window in seconds."""
    place = request.META.get("REMOTE_ADDR", "")
    each = [(place, most, seconds) for most, seconds in LIMITS_PER_ADDRESS]
    each += [("all", most, seconds) for most, seconds in GLOBAL_LIMITS]
    return [(counter_key(who, seconds), most, seconds) for who, most, seconds in each]


def counter_key(who: str, seconds: int) -> str:
    stretch = int(time.time()) // seconds
    return "helper:" + hashlib.blake2s(f"{who} {seconds} {stretch}".encode()).hexdigest()
