"""Django in persistent threads: a request enters a thread once, its response leaves it once.

Django's ASGI handler changes threads for each middleware and waits for the interpreter
lock each time: fifteen times the wait for the same work. Our views and middlewares are
synchronous, so one thread runs them all, as under WSGI.
"""

import asyncio
import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from web.proxy import Scope

SPARE_THREADS: Final = 2
"""For health checks and 503 responses."""
LOAD_SECONDS: Final = 5.0
LOW_LOAD_SHARE, HIGH_LOAD_SHARE = 0.1, 0.3
"""Processor shares at which no visitor waits for updates, and all do."""


class Load:
    """Processor share spent on responses in recent seconds; 1.0 is all of one."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.at = time.monotonic()
        self.counting = threading.Lock()

    def add(self, seconds: float) -> None:
        with self.counting:
            self.spent, self.at = self.recent() + seconds, time.monotonic()

    def recent(self) -> float:
        """Seconds spent, decaying with age."""
        return self.spent * math.exp((self.at - time.monotonic()) / LOAD_SECONDS)

    @property
    def share(self) -> float:
        return self.recent() / LOAD_SECONDS

    @property
    def rush(self) -> float:
        """How far visitors must wait for updates: 0 at low load, up to 1."""
        return min(
            1.0, max(0.0, (self.share - LOW_LOAD_SHARE) / (HIGH_LOAD_SHARE - LOW_LOAD_SHARE))
        )


class ThreadedHandler(ASGIHandler):
    """Django as an ASGI application with a bounded thread pool.

    ``belot.rush`` in a request's META is the load when it came.
    """

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="django")
        self.load = Load()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request; a slow client holds no thread."""
        if scope["type"] != "http":
            raise ValueError(f"Django answers HTTP, not {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self.pool, self.answer, scope, body)
        await self.send_response(response, send)

    def answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        began = time.thread_time()
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        if request is not None:
            request.META["belot.rush"] = self.load.rush
        response = error or self.get_response(request)  # type: ignore[arg-type]
        try:
            return with_body(response)
        finally:
            response.close()
            self.load.add(time.thread_time() - began)


def with_body(response: HttpResponseBase) -> HttpResponseBase:
    if not response.streaming:
        return response
    buffered = HttpResponse(b"".join(response), status=response.status_code)
    buffered.headers, buffered.cookies = response.headers, response.cookies
    return buffered
