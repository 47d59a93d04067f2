"""Lanes into the application: a few requests at a time, and nobody's work behind a crowd.

Django gives each request a thread and a connection to the database. Two hundred at once would all
be slow together and take more connections than there are; a few at a time take each its few
milliseconds. Visitors of a tournament's pages are many and can wait: they have a narrow lane of
their own, and their answers are kept the longer the busier it is (``web.microcache``). What
tables send, phones ask for and directors do goes past them, and what is sent before what is asked.
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
    """Limited number of concurrent requests; a free place goes by rank, then by arrival."""

    def __init__(self, number: int) -> None:
        self.free = number
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.arrivals = count()

    def ask(self, rank: int) -> asyncio.Future[None]:
        """Return a future for a place; cancel it to leave the queue."""
        place = asyncio.get_running_loop().create_future()
        heappush(self.waiting, (rank, next(self.arrivals), place))
        self.grant()
        return place

    def release(self) -> None:
        """Return a place and grant it to the next request."""
        self.free += 1
        self.grant()

    def grant(self) -> None:
        while self.free and self.waiting:
            _rank, _arrival, place = heappop(self.waiting)
            if not place.done():
                self.free -= 1
                place.set_result(None)


class Lanes:
    """An ASGI application around another one."""

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
        """Let a request in as soon as there is room for it, if somebody waits for its answer."""
        if scope["type"] != "http" or scope["path"].startswith(HEALTH):
            await self.app(scope, receive, send)
            return
        if is_crowd(scope):
            lane = self.again if scope.get(AT_HAND) else self.crowd
            # The deeper an address, the fewer look at it: standings go before a pair's page.
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
        """Answer a request when its turn comes."""
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
        """Wait until nobody works, but not for long: there may always be somebody who does."""
        clock = asyncio.get_running_loop().time
        until = clock() + MANNERS_SECONDS
        while self.at_work and clock() < until:
            await asyncio.sleep(MANNERS_SECONDS / 20)

    async def is_let_in(
        self, lane: Places, place: asyncio.Future[None], ahead: "ReadAhead"
    ) -> bool:
        """Wait for a place, but no longer than somebody waits for the answer."""
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
    """What a request receives, read while it waits: only so it is seen that nobody waits any more.

    A phone gives up after some seconds and sends again; work for those who have hung up would hold
    up the others, until they hang up too.
    """

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.messages: deque[Message] = deque()

    @property
    def is_gone(self) -> bool:
        """Whether the line was closed."""
        return bool(self.messages) and self.messages[-1]["type"] == "http.disconnect"

    async def until_gone(self) -> None:
        """Read until the line is closed."""
        while not self.is_gone:
            self.messages.append(await self.receive())

    async def __call__(self) -> Message:
        return self.messages.popleft() if self.messages else await self.receive()


def is_crowd(scope: Scope) -> bool:
    """Whether somebody looks at a tournament's public pages."""
    path = without_language(scope["path"])
    return scope["method"] in {"GET", "HEAD"} and path.startswith(PUBLIC)
