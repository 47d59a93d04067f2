"""Event payloads: what changed, and how soon to fetch it."""

import json
import random
from typing import Final

from django.utils import timezone

from tournaments.live.message_reader import Reading
from tournaments.table_app.selectors.tables import version_in

AT_LEAST_EVERY: Final = 5.0
"""Seconds between two bodies of a page; twice as many in a rush."""
PAGES_A_SECOND: Final = 60
STATES_A_SECOND: Final = 200
"""How many of its listeners a process is asked by, about, when everybody wants something new."""
RETRY_MS: Final = 3000
STILL_HERE: Final = b": still here\n\n"


def first_words(retry_ms: int = RETRY_MS) -> bytes:
    """The ``retry`` field, with jitter so that clients do not reconnect together."""
    return b"retry: %d\n\n" % round(retry_ms * random.uniform(1, 1.5))


def to_visitors(reading: Reading, listeners: int, rush: float = 0.0) -> bytes:
    """Versions and clock for pages.

    Times are epoch milliseconds by the server's clock (``now``). ``every``: minimum seconds
    between two fetches. ``rush``: server load from 0 to 1.
    """
    signal = reading.signal
    deadline = signal.deadline
    data = {
        "version": signal.version,
        "settled": signal.settled,
        "now": round(timezone.now().timestamp() * 1000),
        "every": round(max(AT_LEAST_EVERY * (1 + rush), listeners / PAGES_A_SECOND), 1),
        "round": signal.round,
        "deadline": None if deadline is None else round(deadline.timestamp() * 1000),
        "left": signal.seconds_left,
    }
    return event("version", data)


def to_table(tag: str, listeners: int) -> bytes:
    """ETag of a table's state; clients fetch after a random delay of up to ``within`` seconds."""
    within = round(listeners / STATES_A_SECOND, 1)
    return event("state", {"etag": tag, "version": version_in(tag), "within": within})


def data_of(said: bytes) -> bytes:
    return said.partition(b"data: ")[2].rstrip()


def event(name: str, data: dict[str, object]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
