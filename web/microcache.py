"""Micro-cache of shared responses, for half a second, in front of the application.

At the end of a round everyone requests the same page. The application marks shared
responses by ``X-Accel-Expires``; they are compressed once and sent from memory. Concurrent
requests wait for the same response; under load they get the previous one. A page notified
of a version (``?v=``) gets that version while it is cached. Signed-in users bypass the
cache.
"""

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import brotli

from games.languages import language_of
from web.public_cache import PERSONAL_COOKIES

Scope = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

TTL_SECONDS: Final = 0.5
MAX_ENTRIES: Final = 256
SHARED_HEADER: Final = b"x-accel-expires"
VERSION_HEADER: Final = b"x-version"
VERSION_PARAMETER: Final = "v"
USUAL_SECONDS: Final = 0.2
MAX_TTL_FACTOR: Final = 6.0
"""Slower responses (under load) are cached longer."""
WAIT_SECONDS: Final = 1.0
MAX_STALE_SECONDS: Final = 60.0
"""For clients that waited too long for a new response."""
VERSIONED_TTL_SECONDS: Final = 30.0
"""If the requested version matches."""
STALE_AVAILABLE: Final = "belot.at_hand"
"""Scope key: an older response is cached."""
SMALL: Final = 1000
SERVICE_UNAVAILABLE: Final = 503
CONDITIONAL_HEADERS: Final = {b"if-none-match", b"if-modified-since", b"accept-encoding", b"range"}
Key = tuple[str, ...]


@dataclass(slots=True)
class CachedResponse:
    """One shared response: headers, body, and the body in each requested compression.

    ``took`` is its duration in seconds, with the wait for a slot.
    """

    headers: Headers
    body: bytes
    made: float
    took: float = 0.0
    status: int = 200
    is_private: bool = False
    packed: dict[str, bytes] = field(default_factory=dict)

    @property
    def age(self) -> float:
        return time.monotonic() - self.made

    @property
    def etag(self) -> bytes:
        return header(self.headers, b"etag")

    def is_fresh_for(self, version: str, seconds: float) -> bool:
        """Whether it has the requested version or, without one, is new enough."""
        age = self.age
        stored_version = header(self.headers, VERSION_HEADER).decode("latin-1")
        if version and version == stored_version:
            return age < VERSIONED_TTL_SECONDS
        return age < seconds * min(MAX_TTL_FACTOR, max(1.0, self.took / USUAL_SECONDS))

    def encoded_body(self, encoding: str) -> bytes:
        """The body in an encoding, compressed at most once."""
        if not encoding:
            return self.body
        if encoding not in self.packed:
            pack = brotli.compress if encoding == "br" else gzip.compress
            options = {"quality": 5} if encoding == "br" else {"compresslevel": 6}
            self.packed[encoding] = pack(self.body, **options)
        return self.packed[encoding]


class MicroCache:
    def __init__(
        self, app: App, seconds: float = TTL_SECONDS, patience: float = WAIT_SECONDS
    ) -> None:
        self.app = app
        self.seconds = seconds
        self.kept: OrderedDict[Key, CachedResponse] = OrderedDict()
        self.patience = patience
        self.flights: dict[Key, asyncio.Task[CachedResponse]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = cache_key(scope)
        answer = None if key is None else self.fresh_entry(key, scope)
        if key is None:
            await self.app(scope, receive, send)
        elif answer is not None:
            await send_cached(answer, scope, send)
        else:
            await self.coalesce(key, scope, receive, send)

    async def coalesce(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the new response; under load the old one, if there is one."""
        is_first = key not in self.flights
        if is_first:
            at_hand = {**scope, STALE_AVAILABLE: key in self.kept}
            self.flights[key] = asyncio.create_task(self.fetch(key, at_hand))
            self.flights[key].add_done_callback(consume_error)
        flight = self.flights[key]
        old = self.kept.get(key)
        if old is not None and old.age >= MAX_STALE_SECONDS:
            old = None
        if old is not None:
            landed, _flying = await asyncio.wait({flight}, timeout=self.patience)
            if not landed:
                await send_cached(old, scope, send)
                return
        response = await asyncio.shield(flight)
        if response.is_private and not is_first:
            await self.app(scope, receive, send)
        else:
            await send_cached(
                old if old is not None and response.status == SERVICE_UNAVAILABLE else response,
                scope,
                send,
            )

    def fresh_entry(self, key: Key, scope: Scope) -> CachedResponse | None:
        entry = self.kept.get(key)
        version = query_of(scope).get(VERSION_PARAMETER, "")
        return entry if entry and entry.is_fresh_for(version, self.seconds) else None

    async def fetch(self, key: Key, scope: Scope) -> CachedResponse:
        """Get the response for all waiting clients; the first one can disconnect."""
        catch = ResponseRecorder()
        began = time.monotonic()
        try:
            await self.app(unconditional_request(scope), never_disconnecting(), catch)
        finally:
            del self.flights[key]
        response = catch.answer()
        response.took = time.monotonic() - began
        if response.status == 200 and not response.is_private:
            self.kept[key] = response
            self.kept.move_to_end(key)
            self.evict()
        return response

    def evict(self) -> None:
        """Evict stale and surplus responses, oldest first."""
        while self.kept:
            oldest = next(iter(self.kept.values()))
            if len(self.kept) <= MAX_ENTRIES and oldest.age < MAX_STALE_SECONDS:
                return
            self.kept.popitem(last=False)


def consume_error(flight: "asyncio.Task[CachedResponse]") -> None:
    """Consume an error that no client waits for: it is in the log."""
    if not flight.cancelled():
        flight.exception()


def never_disconnecting() -> Receive:
    """Receive callable without a body, which never disconnects."""
    messages = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Message:
        for message in messages:
            return message
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    return receive


class ResponseRecorder:
    def __init__(self) -> None:
        self.start: Message = {}
        self.parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.parts.append(message.get("body", b""))

    def answer(self) -> CachedResponse:
        is_private = not is_shared(self.start)
        headers = without(self.start["headers"], {b"content-length"})
        body, status = b"".join(self.parts), self.start["status"]
        now = time.monotonic()
        return CachedResponse(headers, body, now, status=status, is_private=is_private)


def cache_key(scope: Scope) -> Key | None:
    """Cache key; None for requests that must reach the application."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    path = scope["path"]
    if not language_of(path):
        return None
    headers = dict(scope["headers"])
    cookies = cookies_of(headers.get(b"cookie", b""))
    if cookies is None or any(name in cookies for name in PERSONAL_COOKIES):
        return None
    return (
        scope.get("scheme", ""),
        headers.get(b"host", b"").decode("latin-1"),
        path,
        urlencode(
            {name: value for name, value in query_of(scope).items() if name != VERSION_PARAMETER}
        ),
        headers.get(b"hx-request", b"").decode("latin-1"),
    )


def query_of(scope: Scope) -> dict[str, str]:
    query = scope.get("query_string", b"").decode("latin-1")
    return dict(parse_qsl(query, keep_blank_values=True))


def cookies_of(header: bytes) -> dict[str, str] | None:
    try:
        return {name: item.value for name, item in SimpleCookie(header.decode("latin-1")).items()}
    except CookieError:
        return None


def unconditional_request(scope: Scope) -> Scope:
    return {**scope, "headers": without(scope["headers"], CONDITIONAL_HEADERS)}


def is_shared(start: Message) -> bool:
    """Whether a response is the same for all visitors.

    A 503 is shared too: all coalesced requests fail together.
    """
    headers = start["headers"]
    if start["status"] == SERVICE_UNAVAILABLE:
        return True
    own = any(name.lower() == b"set-cookie" for name, _value in headers)
    return start["status"] == 200 and bool(header(headers, SHARED_HEADER)) and not own


def header(headers: Headers, name: bytes) -> bytes:
    return next((value for each, value in headers if each.lower() == name), b"")


def without(headers: Iterable[tuple[bytes, bytes]], names: set[bytes]) -> Headers:
    return [(name, value) for name, value in headers if name.lower() not in names]


def headers_for(answer: CachedResponse, scope: Scope) -> Headers:
    """Headers; a front server can cache a response longer if its version was requested.

    For another version, or none, the application's time applies.
    """
    version = query_of(scope).get(VERSION_PARAMETER, "").encode()
    if not version or version != header(answer.headers, VERSION_HEADER) or answer.is_private:
        return [*answer.headers]
    return [
        *without(answer.headers, {SHARED_HEADER}),
        (SHARED_HEADER, b"%d" % VERSIONED_TTL_SECONDS),
    ]


async def send_cached(answer: CachedResponse, scope: Scope, send: Send) -> None:
    """Send a cached response, as 304 or compressed if the client accepts it."""
    request_headers = dict(scope["headers"])
    headers = headers_for(answer, scope)
    if answer.etag and answer.etag in request_headers.get(b"if-none-match", b""):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    accepted = request_headers.get(b"accept-encoding", b"")
    long = len(answer.body) > SMALL
    encoding = (
        "br" if long and b"br" in accepted else "gzip" if long and b"gzip" in accepted else ""
    )
    body = answer.encoded_body(encoding)
    headers.append((b"content-length", str(len(body)).encode()))
    headers.append((b"vary", b"Accept-Encoding"))
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
