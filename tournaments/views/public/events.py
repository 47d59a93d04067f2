"""The event stream: it only says that something has changed, and how the clock stands.

One watcher for each process and tournament asks the database once a second, for all that listen,
and ends when nobody does: a thousand visitors cost as many queries as one.
"""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone

from tournaments.selectors.signals import Signal, signal_of

POLL_SECONDS = 1.0
KEEP_ALIVE_SECONDS = 15.0
# A stream ends now and then, so that visitors spread again over processes that were restarted.
LIFE_SECONDS = (900.0, 1500.0)
RETRY_MS = 3000

Read = Callable[[str], Signal | None]
Mailbox = asyncio.Queue[Signal | None]
THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="signals")


def read_signal(code: str) -> Signal | None:
    """The signal, read in a thread of the pool; its connection is given back at once."""
    close_old_connections()
    try:
        return signal_of(code)
    finally:
        connection.close()


class Watcher:
    """Asks for one tournament's signal as long as somebody listens."""

    def __init__(self, code: str, read: Read, seconds: float) -> None:
        self.code = code
        self.read = read
        self.seconds = seconds
        self.latest: Signal | None = None
        self.listeners: set[Mailbox] = set()
        self.task: asyncio.Task[None] | None = None

    def join(self) -> Mailbox:
        """A mailbox that holds the latest signal not yet taken; the first one starts the watch."""
        mailbox: Mailbox = asyncio.Queue(maxsize=1)
        self.listeners.add(mailbox)
        if self.task is None:
            self.task = asyncio.create_task(self.watch())
        elif self.latest is not None:
            mailbox.put_nowait(self.latest)
        return mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """Stop listening; the last one stops the watch."""
        self.listeners.discard(mailbox)
        if not self.listeners and self.task is not None:
            self.task.cancel()
            self.task = None
            self.latest = None

    async def watch(self) -> None:
        """Read, tell what changed, wait; a database that is away is asked again later."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                signal = await loop.run_in_executor(THREADS, self.read, self.code)
            except Exception:
                await asyncio.sleep(5 * self.seconds)
                continue
            if signal != self.latest or signal is None:
                self.latest = signal
                self.tell(signal)
            await asyncio.sleep(self.seconds)

    def tell(self, signal: Signal | None) -> None:
        """Leave the signal in every mailbox, in place of one that nobody took."""
        for mailbox in self.listeners:
            if mailbox.full():
                mailbox.get_nowait()
            mailbox.put_nowait(signal)


class Hub:
    """The watchers of one event loop."""

    def __init__(self, read: Read = read_signal, seconds: float = POLL_SECONDS) -> None:
        self.read = read
        self.seconds = seconds
        self.watchers: dict[str, Watcher] = {}

    async def listen(self, code: str) -> AsyncGenerator[Signal | None, None]:
        """Each new signal, the present one first; None now and then when nothing happens."""
        watcher = self.watchers.setdefault(code, Watcher(code, self.read, self.seconds))
        mailbox = watcher.join()
        try:
            while True:
                try:
                    signal = await asyncio.wait_for(mailbox.get(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    yield None
                    continue
                if signal is None:
                    return
                yield signal
        finally:
            watcher.leave(mailbox)
            if not watcher.listeners:
                self.watchers.pop(code, None)


HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return HUBS.setdefault(asyncio.get_running_loop(), Hub())


async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """The stream of a tournament; 204, which says "do not ask again", where none can be had."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    loop = asyncio.get_running_loop()
    if await loop.run_in_executor(THREADS, read_signal, code) is None:
        return HttpResponse(status=204)
    response = StreamingHttpResponse(stream(code), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def stream(code: str) -> AsyncGenerator[str, None]:
    """The lines of the stream."""
    ends = asyncio.get_running_loop().time() + random.uniform(*LIFE_SECONDS)
    yield f"retry: {RETRY_MS}\n\n"
    async for signal in hub().listen(code):
        yield ": still here\n\n" if signal is None else event_of(signal)
        if asyncio.get_running_loop().time() > ends:
            return


def event_of(signal: Signal) -> str:
    """A signal as an event; times are milliseconds of the epoch, ``now`` is the server's."""
    deadline = signal.deadline
    data = {
        "version": signal.version,
        "now": round(timezone.now().timestamp() * 1000),
        "round": signal.round,
        "deadline": None if deadline is None else round(deadline.timestamp() * 1000),
        "left": signal.seconds_left,
    }
    return f"event: version\nid: {signal.version}\ndata: {json.dumps(data)}\n\n"
