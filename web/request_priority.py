"""Concurrency limiter: public page views never delay other requests.

Django gives each request a thread and a database connection. Two hundred at once would all
be slow and need too many connections; a few at a time take milliseconds each. Tournament
pages have small queues of their own; their responses are cached longer under load
(``web.microcache``). Other requests bypass these, writes before reads.
"""

import asyncio
from collections import deque
from heapq import heappop, heappush
from itertools import count
from typing import Final

from games.languages import without_language
from web.microcache import STALE_AVAILABLE
from web.proxy import App, Message, Receive, Scope, Send

PUBLIC_SLOTS: Final = 1
WORK_SLOTS: Final = 3
"""Per process; public pages have two queues of their own."""
YIELD_SECONDS: Final = 1.0
"""A cached page's revalidation waits at most this long for other requests."""
QUEUE_TIMEOUT_SECONDS: Final = 20.0
QUEUE_TIMED_OUT: Final = "belot.busy"
"""Scope key, for ``web.error_responses``."""
WRITE_RANK, READ_RANK = range(2)
"""Unsafe methods go first."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PUBLIC_PREFIX: Final = "/t/"
HEALTH_PATHS: Final = ("/health/", "/metrics")
"""Not queued: a busy process is still alive."""


class Slots:
    """Limited number of concurrent requests; free slots go by rank, then by arrival."""

    def __init__(self, number: int) -> None:
        self.free = number
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.arrivals = count()

    def acquire(self, rank: int) -> asyncio.Future[None]:
        """Return a future for a slot; cancel it to leave the queue."""
        place = asyncio.get_running_loop().create_future()
        heappush(self.waiting, (rank, next(self.arrivals), place))
        self.grant()
        return place

    def release(self) -> None:
        self.free += 1
        self.grant()

    def grant(self) -> None:
        while self.free and self.waiting:
            _rank, _arrival, place = heappop(self.waiting)
            if not place.done():
                self.free -= 1
                place.set_result(None)


class RequestLimiter:
    """ASGI middleware that queues requests."""

    def __init__(
        self,
        app: App,
        crowd: int = PUBLIC_SLOTS,
        work: int = WORK_SLOTS,
        patience: float = QUEUE_TIMEOUT_SECONDS,
    ) -> None:
        self.app = app
        self.crowd = Slots(crowd)
        self.again = Slots(crowd)
        self.work = Slots(work)
        self.patience = patience
        self.at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request when a slot is free, if its client still waits."""
        if scope["type"] != "http" or scope["path"].startswith(HEALTH_PATHS):
            await self.app(scope, receive, send)
            return
        if is_public_read(scope):
            lane = self.again if scope.get(STALE_AVAILABLE) else self.crowd
            # Deeper URLs have fewer readers: standings go before a pair's page.
            depth = scope["path"].count("/")
            await self.run_in_slot(lane, depth, scope, receive, send)
            return
        self.at_work += 1
        try:
            rank = READ_RANK if scope["method"] in SAFE else WRITE_RANK
            await self.run_in_slot(self.work, rank, scope, receive, send)
        finally:
            self.at_work -= 1

    async def run_in_slot(
        self, lane: Slots, rank: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        place = lane.acquire(rank)
        if not place.done():
            receive = ahead = ReadAhead(receive)
            if not await self.wait_for_slot(lane, place, ahead):
                if not ahead.is_disconnected:
                    await self.app({**scope, QUEUE_TIMED_OUT: True}, receive, send)
                return
        try:
            if lane is self.again:
                await self.yield_to_work()
            await self.app(scope, receive, send)
        finally:
            lane.release()

    async def yield_to_work(self) -> None:
        """Wait briefly until no other work runs; under load there is always some."""
        clock = asyncio.get_running_loop().time
        until = clock() + YIELD_SECONDS
        while self.at_work and clock() < until:
            await asyncio.sleep(YIELD_SECONDS / 20)

    async def wait_for_slot(
        self, lane: Slots, place: asyncio.Future[None], ahead: "ReadAhead"
    ) -> bool:
        """Wait for a slot until the timeout or a disconnect."""
        left = asyncio.create_task(ahead.until_disconnected())
        try:
            await asyncio.wait(
                {place, left}, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED
            )
        except asyncio.CancelledError:
            if place.done():
                lane.release()
            raise
        finally:
            left.cancel()
            place.cancel()
        return not place.cancelled()


class ReadAhead:
    """Reads ahead while a request waits, to notice a disconnect.

    A phone gives up after some seconds and retries; work for disconnected clients would delay
    others.
    """

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.messages: deque[Message] = deque()

    @property
    def is_disconnected(self) -> bool:
        return bool(self.messages) and self.messages[-1]["type"] == "http.disconnect"

    async def until_disconnected(self) -> None:
        while not self.is_disconnected:
            self.messages.append(await self.receive())

    async def __call__(self) -> Message:
        return self.messages.popleft() if self.messages else await self.receive()


def is_public_read(scope: Scope) -> bool:
    """Whether this is a read of a tournament's public page."""
    path = without_language(scope["path"])
    return scope["method"] in {"GET", "HEAD"} and path.startswith(PUBLIC_PREFIX)
