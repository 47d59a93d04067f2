"""ASGI middleware for client addresses and body size."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

log = logging.getLogger(__name__)
BODY_TRUNCATED: Final = "belot.too_much"
"""Scope key, for ``web.error_responses``."""

Scope = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Any, Any], Awaitable[None]]


class TrustedProxies:
    """Takes client address and scheme from trusted proxies only.

    Proxies append to ``X-Forwarded-For``: it is read from its end, and the first untrusted
    address is the client's. What a client wrote before it is ignored.
    """

    def __init__(self, app: App, trusted: list[str]) -> None:
        self.app = ProxyHeadersMiddleware(app, trusted_hosts=trusted)  # type: ignore[arg-type]
        self.said = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.said:
            self.warn_if_untrusted(scope)
        await self.app(scope, receive, send)  # type: ignore[arg-type]

    def warn_if_untrusted(self, scope: Scope) -> None:
        """Warn once about an unlisted proxy: all its visitors would count as one."""
        peer = (scope.get("client") or ("",))[0]
        forwarded = any(name == b"x-forwarded-for" for name, _value in scope["headers"])
        if forwarded and peer not in self.app.trusted_hosts:
            self.said = True
            log.warning("X-Forwarded-For from %s, which is not in TRUSTED_PROXIES.", peer)


class BodyLimitMiddleware:
    """Passes on at most ``most`` bytes of a body and discards the rest."""

    def __init__(self, app: App, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            receive = LimitedBody(scope, receive, self.most)
        await self.app(scope, receive, send)


class LimitedBody:
    def __init__(self, scope: Scope, receive: Receive, most: int) -> None:
        self.scope = scope
        self.receive = receive
        self.left = most
        self.is_hopeless = claimed_length(scope) > most
        self.ended = False

    async def __call__(self) -> Message:
        if self.is_hopeless and not self.ended:
            return self.end()
        message = await self.receive()
        while self.ended and message["type"] == "http.request":
            message = await self.receive()
        self.left -= len(message.get("body", b""))
        return self.end() if self.left < 0 and not self.ended else message

    def end(self) -> Message:
        self.ended = True
        self.scope[BODY_TRUNCATED] = True
        return {"type": "http.request", "body": b"", "more_body": False}


def claimed_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0
