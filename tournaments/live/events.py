"""What streams say: that something has changed, and how soon it is worth asking for."""

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
    """The first words of a stream: after how long to come back when it ends, more or less."""
    return b"retry: %d\n\n" % round(retry_ms * random.uniform(1, 1.5))


def to_visitors(reading: Reading, listeners: int, rush: float = 0.0) -> bytes:
    """The newest versions and the clock, for pages.

    Times are milliseconds of the epoch, ``now`` is the server's; ``every`` is how many seconds a
    page lets pass between two bodies. ``rush`` says from 0 to 1 how much there is to do.
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
    """The tag of a table's newest state; ``within`` so many seconds, by chance, it is fetched."""
    within = round(listeners / STATES_A_SECOND, 1)
    return event("state", {"etag": tag, "version": version_in(tag), "within": within})


def data_of(said: bytes) -> bytes:
    """The data of an event."""
    return said.partition(b"data: ")[2].rstrip()


def event(name: str, data: dict[str, object]) -> bytes:
    """One event."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
