"""Streams of events, and states of tables that nothing has changed, answered without Django.

A thousand phones and visitors listen all evening. A stream of Django's holds a thread's worth of
memory; here it is two small tasks. What a phone asks for after an event is mostly in memory.
"""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

from ops.metrics import STREAMS
from tournaments.live.events import first_words
from tournaments.live.publishing import Publisher
from tournaments.live.watchers import Hub, Mailbox
from tournaments.table_app.links import PRIVATE
from tournaments.table_app.state_cache import KEPT

OF_TOURNAMENT: Final = re.compile(r"/t/(?P<code>[-\w]+)/events/")
OF_TABLE: Final = re.compile(r"/table/(?P<token>[-\w]+)/events/")
STATE: Final = re.compile(r"/api/v1/tables/(?P<token>[-\w]+)/state/")
# A stream ends now and then, so that listeners spread again over processes that were restarted.
LIFE_SECONDS: Final = (900.0, 1500.0)
AWAY_RETRY_MS: Final = 10_000
MOST_LISTENERS: Final = 10_000
"""In one process; whoever comes after them is told to ask now and then instead."""

Scope = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Any, Any], Awaitable[None]]
Headers = dict[str, str]

STREAM: Final[Headers] = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Accel-Buffering": "no",
}

NO_STREAM: Final[Headers] = {"Cache-Control": "private, no-cache", "X-Accel-Expires": "10"}
"""For nginx, which asks again after ten seconds."""


class Streams:
    """An ASGI application around another one."""

    def __init__(
        self, app: App, hub: Hub | None = None, publisher: Publisher | None = None
    ) -> None:
        self.app = app
        self.hub = hub or Hub()
        self.publisher = publisher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            path = scope["path"]
            if is_stream(path):
                await self.stream(scope, receive, send)
                return
            if found := STATE.fullmatch(path):
                answer = self.known_state(found["token"], scope)
                if answer is not None:
                    await give(send, *answer)
                    return
        await self.app(scope, receive, send)

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell of changes until one side has enough; the application answers for what is not."""
        try:
            code, token = await self.place(scope["path"])
        except Exception:  # the database is away: the browser comes back by itself
            if self.publisher:
                await give(send, 503, {"Cache-Control": "no-store"}, b"")
            else:
                await give(send, 200, STREAM, first_words(AWAY_RETRY_MS))
            return
        if self.publisher and not token:
            await self.let_nginx_stream(self.publisher, code, send)
            return
        if code is None or len(self.hub) >= MOST_LISTENERS:
            await self.app(scope, receive, send)
            return
        with STREAMS.track_inprogress(), self.hub.listen(code, token) as mailbox:
            await begin(send, 200, STREAM)
            both = {
                asyncio.create_task(talk(mailbox, send)),
                asyncio.create_task(until_left(receive)),
            }
            try:
                await asyncio.wait(
                    both,
                    timeout=random.uniform(*LIFE_SECONDS),
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        await send({"type": "http.response.body", "body": b""})

    async def let_nginx_stream(self, publisher: Publisher, code: str | None, send: Send) -> None:
        """Tell nginx whether there is such a tournament, and publish its events there."""
        if code is None:
            await give(send, 404, NO_STREAM, b"")
            return
        publisher.announce(code)
        await give(send, 200, NO_STREAM, b"")

    async def place(self, path: str) -> tuple[str | None, str]:
        """The tournament that a stream is about, and the table; None where there is none."""
        if found := OF_TABLE.fullmatch(path):
            return await self.hub.code_of(found["token"]), found["token"]
        code = path.split("/")[2]
        return (code if await self.hub.exists(code) else None), ""

    def known_state(self, token: str, scope: Scope) -> tuple[int, Headers, bytes] | None:
        """The answer to a phone that has the newest state, or asks for one that is at hand.

        ``?tag=`` names the state that the phone was told of. Another process may know a newer one,
        so whoever asks for anything else asks the database.
        """
        tag = self.hub.tag_of(token)
        if not tag:
            return None
        asked = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
        if asked.removeprefix("W/") == tag:  # proxies weaken it
            return 304, {"ETag": tag, **PRIVATE}, b""
        kept = KEPT.get(token)
        told = parse_qs(scope["query_string"].decode("latin-1")).get("tag")
        if told != [tag] or kept is None or kept.etag != tag:
            return None
        headers = {"Content-Type": "application/json", "ETag": tag, **PRIVATE}
        return 200, headers, kept.answer().encode()


def is_stream(path: str) -> bool:
    """Whether this is the address of a stream."""
    return OF_TOURNAMENT.fullmatch(path) is not None or OF_TABLE.fullmatch(path) is not None


async def talk(mailbox: Mailbox, send: Send) -> None:
    """Send events as they come."""
    await send({"type": "http.response.body", "body": first_words(), "more_body": True})
    while (said := await mailbox.get()) is not None:
        await send({"type": "http.response.body", "body": said, "more_body": True})


async def until_left(receive: Receive) -> None:
    """Wait until the listener has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def begin(send: Send, status: int, headers: Headers) -> None:
    """Send the head of an answer."""
    await send({"type": "http.response.start", "status": status, "headers": list(raw(headers))})


async def give(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a whole answer."""
    await begin(send, status, headers if status == 304 else {**headers, **length(body)})
    await send({"type": "http.response.body", "body": body})


def length(body: bytes) -> Headers:
    """The header that says how long a body is."""
    return {"Content-Length": str(len(body))}


def raw(headers: Headers) -> Iterable[tuple[bytes, bytes]]:
    """Headers as ASGI has them."""
    always = {"X-Content-Type-Options": "nosniff"}
    for name, value in (always | headers).items():
        yield name.lower().encode(), value.encode()
