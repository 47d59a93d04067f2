"""Watchers: one per process and tournament polls the database for all listeners.

It stops with the last listener: a thousand visitors cost as many queries as one.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from django.db import close_old_connections, connection

from tournaments.live.events import KEEP_ALIVE, state_event, version_event
from tournaments.live.message_reader import LiveSnapshot, read_live_snapshot
from tournaments.state.change_feed import Signal
from tournaments.table_app.selectors.tables import code_of_token
from tournaments.table_app.state_cache import fetch_states

POLL_SECONDS: Final = 1.0
IDLE_POLL_SHARE: Final = 0.2
"""Poll interval under low load, as a share of that under full load."""
KEEP_ALIVE_SECONDS: Final = 15.0
MAX_AGE_POLLS: Final = 2.5
"""A reading this recent replaces a query."""
RETRY_POLLS: Final = 5
MAX_VISITORS_PER_SECOND: Final = 200

T = TypeVar("T")
Read = Callable[[str], LiveSnapshot | None]
Rush = Callable[[], float]
"""Server load: 0 low, 1 so high that all wait."""
Mailbox = asyncio.Queue[bytes | None]
"""The newest unsent event; None ends the stream."""
THREADS: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="signals")


async def run_in_thread(function: Callable[[str], T], value: str) -> T:
    """Query in a pool thread and close the connection at once."""

    def ask() -> T:
        close_old_connections()
        try:
            return function(value)
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(THREADS, ask)


def read_with_states(code: str) -> LiveSnapshot | None:
    """Read a tournament and cache the table states that other processes built."""
    reading = read_live_snapshot(code)
    if reading is not None:
        fetch_states(reading.tags)
    return reading


class Watcher:
    """Polls one tournament while it has listeners, and queues events for them.

    ``mailboxes``: open streams with their table's token, empty for visitors.
    """

    def __init__(self, code: str, read: Read, seconds: float, rush: Rush) -> None:
        self.code = code
        self.read = read
        self.seconds = seconds
        self.rush = rush
        self.reading: LiveSnapshot | None = None
        self.read_at = 0.0
        self.told: Signal | None = None
        self.told_at = 0.0
        self.alive_at = 0.0
        self.mailboxes: dict[Mailbox, str] = {}
        self.task: asyncio.Task[None] | None = None

    def join(self, token: str = "") -> Mailbox:
        """Add a mailbox holding the newest event; the first one starts the task."""
        mailbox: Mailbox = asyncio.Queue(maxsize=1)
        self.mailboxes[mailbox] = token
        if self.task is None:
            self.task = asyncio.create_task(self.watch())
        elif self.reading is not None and (not token or token in self.reading.tags):
            mailbox.put_nowait(self.event_for(self.reading, token, Counter({token: 1})))
        return mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """Remove a mailbox; the last one stops the task."""
        self.mailboxes.pop(mailbox, None)
        if not self.mailboxes and self.task is not None:
            self.task.cancel()
            self.task = None

    def fresh_reading(self) -> LiveSnapshot | None:
        """The last reading, None if it is too old."""
        age = asyncio.get_running_loop().time() - self.read_at
        return self.reading if age < MAX_AGE_POLLS * self.seconds else None

    async def watch(self) -> None:
        """Poll and notify; retry later while the database is unreachable."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                reading = await run_in_thread(self.read, self.code)
            except Exception:
                await asyncio.sleep(RETRY_POLLS * self.seconds)
                continue
            before, self.reading, self.read_at = self.reading, reading, loop.time()
            self.notify_changes(before, reading)
            await asyncio.sleep(self.seconds * max(IDLE_POLL_SHARE, self.rush()))

    def notify_changes(self, before: LiveSnapshot | None, now: LiveSnapshot | None) -> None:
        """Queue an event in every affected mailbox, replacing an older one."""
        if now is None:
            self.put_events(dict.fromkeys(self.mailboxes))
            return
        changed = {
            token for token in set(self.mailboxes.values()) if self.has_changed(before, now, token)
        }
        if "" in changed:
            self.told, self.told_at = now.signal, asyncio.get_running_loop().time()
        concerned = Counter(token for token in self.mailboxes.values() if token in changed)
        known = {token for token in concerned if not token or token in now.tags}
        events = {token: self.event_for(now, token, concerned) for token in known}
        # A replaced table link is invalid.
        self.put_events(
            {box: events.get(own) for box, own in self.mailboxes.items() if own in concerned}
        )
        loop = asyncio.get_running_loop()
        if loop.time() - self.alive_at > KEEP_ALIVE_SECONDS:
            self.alive_at = loop.time()
            self.put_events({box: KEEP_ALIVE for box in self.mailboxes if box.empty()})

    def has_changed(self, before: LiveSnapshot | None, now: LiveSnapshot, token: str) -> bool:
        """Whether a table or the visitors need an event; large audiences get fewer."""
        if token:
            return before is None or before.tags.get(token) != now.tags.get(token)
        rest = list(self.mailboxes.values()).count("") / MAX_VISITORS_PER_SECOND
        since = asyncio.get_running_loop().time() - self.told_at
        return self.told != now.signal and (self.told is None or since >= rest)

    def event_for(self, now: LiveSnapshot, token: str, concerned: Counter[str]) -> bytes:
        if not token:
            return version_event(now, concerned[""], self.rush())
        return state_event(now.tags[token], concerned.total() - concerned[""])

    def put_events(self, events: dict[Mailbox, bytes | None]) -> None:
        for mailbox, event in events.items():
            if mailbox.full():
                mailbox.get_nowait()
            mailbox.put_nowait(event)


class Hub:
    def __init__(
        self,
        read: Read = read_with_states,
        seconds: float = POLL_SECONDS,
        rush: Rush = lambda: 0.0,
    ) -> None:
        self.read = read
        self.seconds = seconds
        self.rush = rush
        self.watchers: dict[str, Watcher] = {}
        self.asked: dict[tuple[object, str], asyncio.Task[Any]] = {}

    def __len__(self) -> int:
        return sum(len(watcher.mailboxes) for watcher in self.watchers.values())

    @contextmanager
    def listen(self, code: str, token: str = "") -> Iterator[Mailbox]:
        watcher = self.watchers.setdefault(code, Watcher(code, self.read, self.seconds, self.rush))
        mailbox = watcher.join(token)
        try:
            yield mailbox
        finally:
            watcher.leave(mailbox)
            if not watcher.mailboxes:
                self.watchers.pop(code, None)

    def watcher_of_table(self, token: str) -> Watcher | None:
        watchers = self.watchers.values()
        return next(
            (each for each in watchers if each.reading and token in each.reading.tags), None
        )

    def table_etag(self, token: str) -> str:
        """ETag of a table's state a moment ago; empty if unknown."""
        watcher = self.watcher_of_table(token)
        reading = watcher.fresh_reading() if watcher else None
        return reading.tags.get(token, "") if reading else ""

    async def exists(self, code: str) -> bool:
        return code in self.watchers or await self.query_once(self.read, code) is not None

    async def code_of(self, token: str) -> str | None:
        """Tournament code of a table; None for an unknown token."""
        watcher = self.watcher_of_table(token)
        if watcher:
            return watcher.code
        return await self.query_once(code_of_token, token)

    async def query_once(self, function: Callable[[str], T], value: str) -> T:
        """Run concurrent identical queries once."""
        key = function, value
        if key not in self.asked:
            self.asked[key] = asyncio.create_task(run_in_thread(function, value))
            self.asked[key].add_done_callback(lambda _task: self.asked.pop(key))
        result: T = await asyncio.shield(self.asked[key])
        return result
