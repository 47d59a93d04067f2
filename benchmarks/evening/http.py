"""Minimal HTTP/1.1 client, cheap enough for thousands of phones in one process.

Like a browser it reuses connections, retries once on a new one if the server had closed
it, and cancels by closing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

HOST: Final = "127.0.0.1"
WITHOUT_BODY: Final = frozenset({204, 304})
COMPRESSION_HEADERS: Final = {"Accept-Encoding": "gzip, br"}
Headers = dict[bytes, bytes]


class BrokenConnectionError(Exception):
    def __init__(self, begun: bool) -> None:
        super().__init__("broken")
        self.begun = begun


@dataclass(slots=True)
class Answer:
    status: int
    headers: Headers
    body: bytes

    def header(self, name: str) -> str:
        return self.headers.get(name.encode(), b"").decode("latin-1")


class Connection(asyncio.Protocol):
    """One request at a time; a ``listener`` receives the body as it arrives."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.waiter: asyncio.Future[Answer] | None = None
        self.listener: Callable[[bytes], None] | None = None
        self.on_end: Callable[[], None] | None = None
        self.buffer = bytearray()
        self.used = 0
        self.closed = False
        self._head_is_due()

    def _head_is_due(self) -> None:
        self.status, self.headers = 0, Headers()
        self.length: int | None = None
        self.chunked = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed = True
        if self.waiter and not self.waiter.done():
            if self.status and self.length is None and not self.chunked:
                self._answered(bytes(self.buffer))  # the end of the connection ends the body
            else:
                self.waiter.set_exception(BrokenConnectionError(bool(self.status or self.buffer)))
        if self.on_end:
            self.on_end()

    def send(self, request: bytes, patience: float) -> asyncio.Future[Answer]:
        """Send a request; raise TimeoutError after ``patience`` seconds."""
        assert self.transport is not None
        loop = asyncio.get_running_loop()
        waiter = self.waiter = loop.create_future()
        timer = loop.call_later(patience, self._give_up, waiter)
        waiter.add_done_callback(lambda _done: timer.cancel())
        self.used += 1
        self.transport.write(request)
        return waiter

    def _give_up(self, waiter: asyncio.Future[Answer]) -> None:
        if not waiter.done():
            waiter.set_exception(TimeoutError())
        self.close()

    def close(self) -> None:
        self.closed = True
        if self.transport:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.listener and self.status == 200:
            self.listener(data)
            return
        self.buffer += data
        if not self.status and not self._read_head():
            return
        if self.listener and self.status == 200:
            self._answered(b"", keep=True)
            self.listener(bytes(self.buffer))
            return
        self._read_body()

    def _read_head(self) -> bool:
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        first, *lines = bytes(self.buffer[:end]).split(b"\r\n")
        del self.buffer[: end + 4]
        self.status = int(first[9:12])
        for line in lines:
            name, _colon, value = line.partition(b":")
            name = name.lower()
            if name in self.headers:
                value = self.headers[name] + b"\n" + value.strip()
            self.headers[name] = value.strip()
        self.chunked = self.headers.get(b"transfer-encoding", b"").lower() == b"chunked"
        if b"content-length" in self.headers:
            self.length = int(self.headers[b"content-length"])
        if self.status in WITHOUT_BODY:
            self.length, self.chunked = 0, False
        return True

    def _read_body(self) -> None:
        if self.chunked:
            if self.buffer.endswith(b"0\r\n\r\n"):
                self._answered(decode_chunked(bytes(self.buffer)))
        elif self.length is not None and len(self.buffer) >= self.length:
            self._answered(bytes(self.buffer[: self.length]))

    def _answered(self, body: bytes, keep: bool = False) -> None:
        waiter, answer = self.waiter, Answer(self.status, self.headers, body)
        if self.headers.get(b"connection", b"").lower() == b"close":
            self.closed = True
        if not keep:
            self.buffer.clear()
            self._head_is_due()
        if waiter and not waiter.done():
            waiter.set_result(answer)


def decode_chunked(data: bytes) -> bytes:
    parts: list[bytes] = []
    at = 0
    while True:
        end = data.index(b"\r\n", at)
        size = int(data[at:end].split(b";")[0], 16)
        if size == 0:
            return b"".join(parts)
        parts.append(data[end + 2 : end + 2 + size])
        at = end + 2 + size + 2


async def open_connection(port: int, patience: float) -> Connection:
    """New connection; raise OSError or TimeoutError."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(patience):
        _transport, connection = await loop.create_connection(Connection, HOST, port)
    return connection


@dataclass(slots=True)
class Browser:
    port: int
    language: str
    keeps_cookies: bool = False
    idle: list[Connection] = field(default_factory=list)
    cookies: dict[str, str] = field(default_factory=dict)

    def request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {HOST}:{self.port}",
            f"Accept-Language: {self.language}",
            *(f"{name}: {value}" for name, value in {**COMPRESSION_HEADERS, **headers}.items()),
        ]
        if self.cookies:
            kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {kept}")
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + (body or b"")

    async def ask(
        self,
        path: str,
        *,
        patience: float,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Answer:
        """Return the response; raise OSError, BrokenConnectionError or TimeoutError.

        Retries on a new connection if the server has closed the reused one.
        """
        request = self.request(method, path, headers or {}, body)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        while True:
            connection = self.kept() or await open_connection(self.port, deadline - loop.time())
            is_new = not connection.used
            try:
                answer = await connection.send(request, deadline - loop.time())
            except BrokenConnectionError as broken:
                if is_new or broken.begun:
                    raise
                continue
            if not connection.closed:
                self.idle.append(connection)
            if self.keeps_cookies:
                self.store_cookies(answer)
            return answer

    def kept(self) -> Connection | None:
        while self.idle:
            connection = self.idle.pop()
            if not connection.closed:
                return connection
        return None

    def store_cookies(self, answer: Answer) -> None:
        for line in answer.header("set-cookie").split("\n"):
            name, _equals, value = line.partition(";")[0].partition("=")
            if name:
                self.cookies[name.strip()] = value.strip()

    async def listen(
        self, path: str, patience: float, heard: Callable[[bytes], None], ended: Callable[[], None]
    ) -> tuple[Answer, Connection]:
        """Open an event stream; ``heard`` receives its bytes, ``ended`` is called at its end."""
        connection = await open_connection(self.port, patience)
        connection.listener, connection.on_end = heard, ended
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-cache"}
        answer = await connection.send(self.request("GET", path, headers, None), patience)
        return answer, connection

    def close(self) -> None:
        for connection in self.idle:
            connection.close()
        self.idle.clear()
