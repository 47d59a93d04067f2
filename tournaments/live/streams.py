"""ASGI middleware: event streams, and unchanged table states without Django.

For a thousand clients all evening: a Django stream costs the memory of a thread, a stream
here two small tasks. States fetched after an event are mostly cached.
"""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

from ops.metrics import STREAMS
from tournaments.live.events import retry_field
from tournaments.live.publishing import Publisher
from tournaments.live.watchers import Hub, Mailbox
from tournaments.table_app.links import PRIVATE
from tournaments.table_app.state_cache import STATES

TOURNAMENT_STREAM: Final = re.compile(r"/t/(?P<code>[-\w]+)/events/")
TABLE_STREAM: Final = re.compile(r"/table/(?P<token>[-\w]+)/events/")
TABLE_STATE: Final = re.compile(r"/api/v1/tables/(?P<token>[-\w]+)/state/")
# Bounded lifetime, so that clients redistribute over restarted processes.
STREAM_LIFETIME_SECONDS: Final = (900.0, 1500.0)
DATABASE_DOWN_RETRY_MS: Final = 10_000
MAX_LISTENERS: Final = 10_000
"""Per process; further clients must poll."""

Scope = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Any, Any], Awaitable[None]]
Headers = dict[str, str]

STREAM_HEADERS: Final[Headers] = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Accel-Buffering": "no",
}

NO_STREAM_HEADERS: Final[Headers] = {"Cache-Control": "private, no-cache", "X-Accel-Expires": "10"}
"""nginx checks again after ten seconds."""


class StreamMiddleware:
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
            if match := TABLE_STATE.fullmatch(path):
                answer = self.cached_state_response(match["token"], scope)
                if answer is not None:
                    await send_response(send, *answer)
                    return
        await self.app(scope, receive, send)

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream events until either side ends; unknown addresses go to the application."""
        try:
            code, token = await self.place(scope["path"])
        except Exception:  # database unreachable: the browser reconnects automatically
            if self.publisher:
                await send_response(send, 503, {"Cache-Control": "no-store"}, b"")
            else:
                await send_response(send, 200, STREAM_HEADERS, retry_field(DATABASE_DOWN_RETRY_MS))
            return
        if self.publisher and not token:
            await self.delegate_to_nginx(self.publisher, code, send)
            return
        if code is None or len(self.hub) >= MAX_LISTENERS:
            await self.app(scope, receive, send)
            return
        with STREAMS.track_inprogress(), self.hub.listen(code, token) as mailbox:
            await send_start(send, 200, STREAM_HEADERS)
            both = {
                asyncio.create_task(send_events(mailbox, send)),
                asyncio.create_task(wait_for_disconnect(receive)),
            }
            try:
                await asyncio.wait(
                    both,
                    timeout=random.uniform(*STREAM_LIFETIME_SECONDS),
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        await send({"type": "http.response.body", "body": b""})

    async def delegate_to_nginx(self, publisher: Publisher, code: str | None, send: Send) -> None:
        """Answer nginx's authorization request and start publishing there."""
        if code is None:
            await send_response(send, 404, NO_STREAM_HEADERS, b"")
            return
        publisher.announce(code)
        await send_response(send, 200, NO_STREAM_HEADERS, b"")

    async def place(self, path: str) -> tuple[str | None, str]:
        """Tournament code (None if unknown) and table token of a stream's path."""
        if match := TABLE_STREAM.fullmatch(path):
            return await self.hub.code_of(match["token"]), match["token"]
        code = path.split("/")[2]
        return (code if await self.hub.exists(code) else None), ""

    def cached_state_response(self, token: str, scope: Scope) -> tuple[int, Headers, bytes] | None:
        """The 304 or cached response to a phone; None to pass the request on.

        ``?tag=`` is the ETag from the event. Another process can know a newer state, so any other
        request goes to the database.
        """
        tag = self.hub.table_etag(token)
        if not tag:
            return None
        known_etag = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
        if known_etag.removeprefix("W/") == tag:  # proxies weaken ETags
            return 304, {"ETag": tag, **PRIVATE}, b""
        cached = STATES.get(token)
        query_tags = parse_qs(scope["query_string"].decode("latin-1")).get("tag")
        if query_tags != [tag] or cached is None or cached.etag != tag:
            return None
        headers = {"Content-Type": "application/json", "ETag": tag, **PRIVATE}
        return 200, headers, cached.answer().encode()


def is_stream(path: str) -> bool:
    return TOURNAMENT_STREAM.fullmatch(path) is not None or TABLE_STREAM.fullmatch(path) is not None


async def send_events(mailbox: Mailbox, send: Send) -> None:
    await send({"type": "http.response.body", "body": retry_field(), "more_body": True})
    while (event := await mailbox.get()) is not None:
        await send({"type": "http.response.body", "body": event, "more_body": True})


async def wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_start(send: Send, status: int, headers: Headers) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": list(raw_headers(headers))}
    )


async def send_response(send: Send, status: int, headers: Headers, body: bytes) -> None:
    await send_start(
        send, status, headers if status == 304 else {**headers, **content_length(body)}
    )
    await send({"type": "http.response.body", "body": body})


def content_length(body: bytes) -> Headers:
    return {"Content-Length": str(len(body))}


def raw_headers(headers: Headers) -> Iterable[tuple[bytes, bytes]]:
    always = {"X-Content-Type-Options": "nosniff"}
    for name, value in (always | headers).items():
        yield name.lower().encode(), value.encode()
