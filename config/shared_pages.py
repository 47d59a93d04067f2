"""Answers that are the same for everybody are kept for half a second, in front of the application.

While a round ends, the same page is asked for by everybody at once. The application says which
answers are shared (``X-Shared``, see ``tournaments.views.public.pages``); those are compressed
once and sent again from memory. Requests that come while an answer is being made wait for it
instead of making it too. A page that was told of a version (``?v=``) gets the answer of that
version as long as it is kept. Whoever is signed in always passes through.
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
from django.conf import settings

Scope = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

KEPT_SECONDS: Final = 0.5
MOST_KEPT: Final = 256
PREFIX: Final = "/t/"
STREAM: Final = "/events/"
MARK: Final = b"x-shared"
VERSION: Final = b"x-version"
TOLD: Final = "v"
USUAL_SECONDS: Final = 0.2
MOST_TIMES: Final = 6.0
"""What takes longer than usual, because everybody asks for something, is kept longer in turn."""
VERSION_SECONDS: Final = 30.0
"""How long an answer is given to those who ask for its version."""
SEEN_BY_TEMPLATES: Final = ("theme", "suits", "textsize")
SMALL: Final = 1000
CONDITIONS: Final = {b"if-none-match", b"if-modified-since", b"accept-encoding", b"range"}
Key = tuple[str, ...]


@dataclass(slots=True)
class Kept:
    """One shared answer: its headers and body, and the body compressed in each way asked for.

    ``took`` is how many seconds it took to get, with the wait for a place in a busy application.
    """

    headers: Headers
    body: bytes
    made: float
    took: float = 0.0
    packed: dict[str, bytes] = field(default_factory=dict)

    @property
    def etag(self) -> bytes:
        """Its entity tag, empty without one."""
        return header(self.headers, b"etag")

    def is_good_for(self, version: str, seconds: float) -> bool:
        """Whether it is as new as somebody needs who was told of this version, or of none."""
        age = time.monotonic() - self.made
        told = header(self.headers, VERSION).decode("latin-1")
        if version and version == told:
            return age < VERSION_SECONDS
        return age < seconds * min(MOST_TIMES, max(1.0, self.took / USUAL_SECONDS))

    def body_in(self, encoding: str) -> bytes:
        """The body in an encoding, compressed at most once."""
        if not encoding:
            return self.body
        if encoding not in self.packed:
            pack = brotli.compress if encoding == "br" else gzip.compress
            options = {"quality": 5} if encoding == "br" else {"compresslevel": 6}
            self.packed[encoding] = pack(self.body, **options)
        return self.packed[encoding]


class SharedPages:
    """An ASGI application around another one."""

    def __init__(self, app: App, seconds: float = KEPT_SECONDS) -> None:
        self.app = app
        self.seconds = seconds
        self.kept: OrderedDict[Key, Kept] = OrderedDict()
        self.flights: dict[Key, asyncio.Future[Kept | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from memory, or pass the request on."""
        key = key_of(scope)
        if key is None:
            await self.app(scope, receive, send)
            return
        answer = self.fresh(key, scope) or await self.shared_flight(key)
        if answer is None and key not in self.flights:
            answer = await self.fly(key, scope, receive, send)
            if answer is None:
                return
        if answer is None:
            await self.app(scope, receive, send)
        else:
            await give(answer, scope, send)

    def fresh(self, key: Key, scope: Scope) -> Kept | None:
        """The kept answer, unless it is too old."""
        found = self.kept.get(key)
        version = query_of(scope).get(TOLD, "")
        return found if found and found.is_good_for(version, self.seconds) else None

    async def shared_flight(self, key: Key) -> Kept | None:
        """What the request that is making this answer will get; None without one."""
        flight = self.flights.get(key)
        return await asyncio.shield(flight) if flight else None

    async def fly(self, key: Key, scope: Scope, receive: Receive, send: Send) -> Kept | None:
        """Let the application answer; an answer that is not shared goes straight to the visitor."""
        flight = asyncio.get_running_loop().create_future()
        self.flights[key] = flight
        made: Kept | None = None
        catch = Catch(send)
        began = time.monotonic()
        try:
            await self.app(plain_request(scope), receive, catch)
            made = catch.kept
        finally:
            del self.flights[key]
            flight.set_result(made)
        if made is not None:
            made.took = time.monotonic() - began
            self.kept[key] = made
            self.kept.move_to_end(key)
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        return made


class Catch:
    """Takes a shared answer down as it is sent; lets any other pass to the visitor."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.start: Message | None = None
        self.parts: list[bytes] = []
        self.kept: Kept | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and is_shared(message):
            self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.parts.append(message.get("body", b""))
            if not message.get("more_body"):
                headers = without(self.start["headers"], {MARK, b"content-length"})
                self.kept = Kept(headers, b"".join(self.parts), time.monotonic())


def key_of(scope: Scope) -> Key | None:
    """What a shared answer depends on; None for requests that must reach the application."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    path = scope["path"]
    if not path.startswith(PREFIX) or path.endswith(STREAM):
        return None
    headers = dict(scope["headers"])
    cookies = cookies_of(headers.get(b"cookie", b""))
    if cookies is None or settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies:
        return None
    names = (settings.LANGUAGE_COOKIE_NAME, *SEEN_BY_TEMPLATES)
    return (
        scope.get("scheme", ""),
        headers.get(b"host", b"").decode("latin-1"),
        path,
        urlencode({name: value for name, value in query_of(scope).items() if name != TOLD}),
        headers.get(b"accept-language", b"").decode("latin-1"),
        headers.get(b"hx-request", b"").decode("latin-1"),
        *(cookies.get(name, "") for name in names),
    )


def query_of(scope: Scope) -> dict[str, str]:
    """What stands behind the question mark."""
    asked = scope.get("query_string", b"").decode("latin-1")
    return dict(parse_qsl(asked, keep_blank_values=True))


def cookies_of(header: bytes) -> dict[str, str] | None:
    """The request's cookies, or None where they cannot be read."""
    try:
        return {name: item.value for name, item in SimpleCookie(header.decode("latin-1")).items()}
    except CookieError:
        return None


def plain_request(scope: Scope) -> Scope:
    """The same request for a whole, uncompressed answer."""
    return {**scope, "headers": without(scope["headers"], CONDITIONS)}


def is_shared(start: Message) -> bool:
    """Whether an answer says of itself that it is the same for everybody."""
    headers = start["headers"]
    own = any(name.lower() == b"set-cookie" for name, _value in headers)
    return start["status"] == 200 and bool(header(headers, MARK)) and not own


def header(headers: Headers, name: bytes) -> bytes:
    """The value of a header, empty without it."""
    return next((value for each, value in headers if each.lower() == name), b"")


def without(headers: Iterable[tuple[bytes, bytes]], names: set[bytes]) -> Headers:
    """The headers but for some."""
    return [(name, value) for name, value in headers if name.lower() not in names]


async def give(answer: Kept, scope: Scope, send: Send) -> None:
    """Send a kept answer as this request can take it: not at all again, or compressed."""
    asked = dict(scope["headers"])
    if answer.etag and answer.etag in asked.get(b"if-none-match", b""):
        await send({"type": "http.response.start", "status": 304, "headers": answer.headers})
        await send({"type": "http.response.body", "body": b""})
        return
    accepted = asked.get(b"accept-encoding", b"")
    long = len(answer.body) > SMALL
    encoding = (
        "br" if long and b"br" in accepted else "gzip" if long and b"gzip" in accepted else ""
    )
    body = answer.body_in(encoding)
    headers = [*answer.headers, (b"content-length", str(len(body)).encode())]
    headers.append((b"vary", b"Accept-Encoding"))
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
