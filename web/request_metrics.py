"""Request durations from first to last byte, and request ids."""

import time
from collections.abc import Awaitable, Callable
from typing import Final

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from jobs.tracing import new_request_id, request_context
from ops.metrics import REQUESTS
from ops.page_times import PAGE_TIMES
from web.proxy import App, Message, Receive, Scope, Send

VIEW_SCOPE_KEY: Final = "belot.asked"
"""Scope key: dictionary in which the application names the view."""
UNTIMED: Final = frozenset({"health", "live", "ready", "metrics"})
FROM_MEMORY: Final = "(from memory)"
UNKNOWN: Final = "(no address)"
STREAM: Final = b"text/event-stream"


class MetricsMiddleware:
    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        view_info: dict[str, str] = {}
        began = RequestTiming()

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                began.note_start(message)
            await send(message)

        await self.app({**scope, VIEW_SCOPE_KEY: view_info}, receive, note)
        view = view_info.get("view", FROM_MEMORY)
        if began.status and not began.is_stream and view not in UNTIMED:
            seconds = time.monotonic() - began.at
            REQUESTS.labels(view, scope["method"], f"{began.status // 100}xx").observe(seconds)
            PAGE_TIMES.add(view, seconds)


class RequestTiming:
    def __init__(self) -> None:
        self.at = time.monotonic()
        self.status = 0
        self.is_stream = False

    def note_start(self, message: Message) -> None:
        self.status = message["status"]
        self.is_stream = any(
            name.lower() == b"content-type" and value.startswith(STREAM)
            for name, value in message["headers"]
        )


class RequestIdMiddleware(MiddlewareMixin):
    """Gives each request an id for its log lines and jobs, and records its view.

    Only writes and server errors return the id: pages are cached for many visitors.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        request_id = new_request_id(request.headers.get("X-Request-ID", ""))
        with request_context(request_id):
            set_view_name(request, UNKNOWN)
            response = self.get_response(request)
        if isinstance(response, HttpResponseBase) and is_id_returned(request, response):
            response["X-Request-ID"] = request_id
        return response

    def process_view(
        self, request: HttpRequest, _view: Callable[..., object], *_arguments: object
    ) -> None:
        match = request.resolver_match
        set_view_name(request, (match and match.view_name) or UNKNOWN)


def set_view_name(request: HttpRequest, name: str) -> None:
    if isinstance(request, ASGIRequest) and VIEW_SCOPE_KEY in request.scope:
        request.scope[VIEW_SCOPE_KEY]["view"] = name


def is_id_returned(request: HttpRequest, response: HttpResponseBase) -> bool:
    return request.method not in {"GET", "HEAD"} or response.status_code >= 500
