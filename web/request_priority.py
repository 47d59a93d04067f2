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
from web.microcache import AT_HAND
from web.proxy import App, Message, Receive, Scope, Send

CROWD: Final = 1
WORK: Final = 3
"""Concurrent requests of each kind in a process; public pages have two queues of their own."""
MANNERS_SECONDS: Final = 1.0
"""So long a page of which there is an older one lets go first what tables send."""
PATIENCE_SECONDS: Final = 20.0
"""After so long in a queue a visitor is better told to come again."""
BUSY: Final = "belot.busy"
"""Set in the scope of a request that waited in vain; see ``web.error_responses``."""
SENDING, LOOKING = range(2)
"""Ranks in the queue for work: unsafe methods go before safe ones."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PUBLIC: Final = "/t/"
HEALTH: Final = ("/health/", "/metrics")
"""Whoever asks whether the process lives must not hear that it does not because it is busy."""


class Places:
    """Limited number of concurrent requests; free slots go by rank, then by arrival."""

    def __init__(self, number: int) -> None:
        self.free = number
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.arrivals = count()

    def ask(self, rank: int) -> asyncio.Future[None]:
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


class Lanes:
    """ASGI middleware that queues requests."""

    def __init__(
        self,
        app: App,
        crowd: int = CROWD,
        work: int = WORK,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self.app = app
        self.crowd = Places(crowd)
        self.again = Places(crowd)
        self.work = Places(work)
        self.patience = patience
        self.at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request when a slot is free, if its client still waits."""
        if scope["type"] != "http" or scope["path"].startswith(HEALTH):
            await self.app(scope, receive, send)
            return
        if is_crowd(scope):
            lane = self.again if scope.get(AT_HAND) else self.crowd
            # Deeper URLs have fewer readers: standings go before a pair's page.
            depth = scope["path"].count("/")
            await self.pass_through(lane, depth, scope, receive, send)
            return
        self.at_work += 1
        try:
            rank = LOOKING if scope["method"] in SAFE else SENDING
            await self.pass_through(self.work, rank, scope, receive, send)
        finally:
            self.at_work -= 1

    async def pass_through(
        self, lane: Places, rank: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        place = lane.ask(rank)
        if not place.done():
            receive = ahead = ReadAhead(receive)
            if not await self.is_let_in(lane, place, ahead):
                if not ahead.is_gone:
                    await self.app({**scope, BUSY: True}, receive, send)
                return
        try:
            if lane is self.again:
                await self.let_work_go_first()
            await self.app(scope, receive, send)
        finally:
            lane.release()

    async def let_work_go_first(self) -> None:
        """Wait briefly until no other work runs; under load there is always some."""
        clock = asyncio.get_running_loop().time
        until = clock() + MANNERS_SECONDS
        while self.at_work and clock() < until:
            await asyncio.sleep(MANNERS_SECONDS / 20)

    async def is_let_in(
        self, lane: Places, place: asyncio.Future[None], ahead: "ReadAhead"
    ) -> bool:
        """Wait for a slot until the timeout or a disconnect."""
        left = asyncio.create_task(ahead.until_gone())
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
    def is_gone(self) -> bool:
        return bool(self.messages) and self.messages[-1]["type"] == "http.disconnect"

    async def until_gone(self) -> None:
        while not self.is_gone:
            self.messages.append(await self.receive())

    async def __call__(self) -> Message:
        return self.messages.popleft() if self.messages else await self.receive()


def is_crowd(scope: Scope) -> bool:
    """Whether this is a read of a tournament's public page."""
    path = without_language(scope["path"])
    return scope["method"] in {"GET", "HEAD"} and path.startswith(PUBLIC)
