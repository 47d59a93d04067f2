"""Event payloads: what changed, and how soon to fetch it."""

import json
import random
from typing import Final

from django.utils import timezone

from tournaments.live.message_reader import LiveSnapshot
from tournaments.table_app.selectors.tables import version_of_etag

PAGE_INTERVAL_SECONDS: Final = 5.0
"""Minimum between two fetches of a page; doubled under full load."""
MAX_PAGES_PER_SECOND: Final = 60
MAX_STATES_PER_SECOND: Final = 200
"""Per process, if all listeners refetch at once."""
RETRY_MS: Final = 3000
KEEP_ALIVE: Final = b": still here\n\n"


def retry_field(retry_ms: int = RETRY_MS) -> bytes:
    """The ``retry`` field, with jitter so that clients do not reconnect together."""
    return b"retry: %d\n\n" % round(retry_ms * random.uniform(1, 1.5))


def version_event(reading: LiveSnapshot, listeners: int, rush: float = 0.0) -> bytes:
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
        "every": round(
            max(PAGE_INTERVAL_SECONDS * (1 + rush), listeners / MAX_PAGES_PER_SECOND), 1
        ),
        "round": signal.round,
        "deadline": None if deadline is None else round(deadline.timestamp() * 1000),
        "left": signal.seconds_left,
    }
    return format_event("version", data)


def state_event(tag: str, listeners: int) -> bytes:
    """ETag of a table's state; clients fetch after a random delay of up to ``within`` seconds."""
    within = round(listeners / MAX_STATES_PER_SECOND, 1)
    return format_event("state", {"etag": tag, "version": version_of_etag(tag), "within": within})


def event_data(said: bytes) -> bytes:
    return said.partition(b"data: ")[2].rstrip()


def format_event(name: str, data: dict[str, object]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
