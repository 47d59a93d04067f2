import asyncio
import threading
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from web.threaded_handler import LOAD_SECONDS, Load, ThreadedHandler


def lines(_request: HttpRequest) -> StreamingHttpResponse:
    names = (f"{threading.current_thread().name}\n" for _line in range(3))
    response = StreamingHttpResponse(names, content_type="text/plain")
    response.set_cookie("seen", "yes")
    return response


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.body, status=201)


def load(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.META["belot.rush"])


urlpatterns = [path("lines/", lines), path("echo/", echo), path("load/", load)]


def ask(method: str, address: str, *messages: Any) -> list[Any]:
    sent: list[Any] = []
    waiting = iter(messages)
    scope = {"type": "http", "method": method, "path": address, "query_string": b"", "headers": []}

    async def receive() -> Any:
        return next(waiting)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(ThreadedHandler(1)(scope, receive, send))
    return sent


@pytest.fixture(autouse=True)
def _addresses(settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.web.test_threaded_handler"
    settings.MIDDLEWARE = []


def test_load_share_decays_after_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("web.threaded_handler.time.monotonic", lambda: now)
    load = Load()
    assert load.share == 0
    for _answer in range(200):
        now += 0.1
        load.add(0.04)
    assert load.share == pytest.approx(0.4, rel=0.05)
    now += 3 * LOAD_SECONDS
    assert load.share < 0.03


@pytest.mark.parametrize(("share", "rush"), [(0.0, 0), (0.1, 0), (0.2, 0.5), (0.7, 1)])
def test_rush_is_nonzero_only_under_high_load(
    monkeypatch: pytest.MonkeyPatch, share: float, rush: float
) -> None:
    monkeypatch.setattr(Load, "share", share)
    assert Load().rush == pytest.approx(rush)


def test_streaming_response_is_read_in_the_handler_thread() -> None:
    start, *bodies = ask("GET", "/lines/", {"type": "http.request", "body": b""})
    body = b"".join(message.get("body", b"") for message in bodies)
    assert body == b"django_0\n" * 3
    assert start["status"] == 200
    assert any(name == b"Set-Cookie" for name, _value in start["headers"])


def test_request_carries_the_load_of_the_process() -> None:
    _start, body = ask("GET", "/load/", {"type": "http.request", "body": b""})
    assert body["body"] == b"0.0"


def test_chunked_body_reaches_the_view_whole() -> None:
    parts = [
        {"type": "http.request", "body": b"a ", "more_body": True},
        {"type": "http.request", "body": b"slip"},
    ]
    start, body = ask("GET", "/echo/", *parts)
    assert (start["status"], body["body"]) == (201, b"a slip")


def test_client_disconnecting_during_the_body_gets_no_response() -> None:
    assert ask("GET", "/echo/", {"type": "http.disconnect"}) == []
