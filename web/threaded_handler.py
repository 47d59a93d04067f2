"""Django in threads that stay: a request crosses into a thread once, and its answer back once.

Django's own handler for ASGI goes from the event loop into a thread and back for each middleware,
and waits at each crossing until whoever computes lets go of the interpreter: fifteen times the
wait for the same work. All our views and middlewares are plain functions, so one thread does it
all, as under WSGI.
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

SPARE: Final = 2
"""Threads beside those that lanes let in: to say that a process lives, or is too busy."""
LOAD_SECONDS: Final = 5.0
CALM, RUSH = 0.1, 0.3
"""The shares of a processor that answers take when nobody has to wait, and when all have to."""


class Load:
    """How much of a processor a process gave to answers in the last seconds; 1.0 is all of one."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.at = time.monotonic()
        self.counting = threading.Lock()

    def add(self, seconds: float) -> None:
        """Count what an answer took."""
        with self.counting:
            self.spent, self.at = self.recent() + seconds, time.monotonic()

    def recent(self) -> float:
        """The seconds spent, counting the less the longer ago."""
        return self.spent * math.exp((self.at - time.monotonic()) / LOAD_SECONDS)

    @property
    def share(self) -> float:
        """The share of a processor."""
        return self.recent() / LOAD_SECONDS

    @property
    def rush(self) -> float:
        """How far visitors have to wait for what is new: 0 while there is little to do, up to 1."""
        return min(1.0, max(0.0, (self.share - CALM) / (RUSH - CALM)))


class Threads(ASGIHandler):
    """Django as an ASGI application, with so many requests at a time.

    ``belot.rush`` among what is known of a request says how busy the process was when it came.
    """

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="django")
        self.load = Load()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request; nobody's slow line holds a thread."""
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
        """The whole answer to a request, with nothing left that needs the database."""
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
    """A response with its body made."""
    if not response.streaming:
        return response
    made = HttpResponse(b"".join(response), status=response.status_code)
    made.headers, made.cookies = response.headers, response.cookies
    return made
