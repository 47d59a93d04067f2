"""Concurrency limiter: public page views never delay writes."""

import asyncio
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.loops import run
from web.microcache import STALE_AVAILABLE
from web.request_priority import QUEUE_TIMED_OUT, RequestLimiter
from web.threaded_handler import ThreadedHandler


class BlockingApplication:
    def __init__(self) -> None:
        self.inside: list[str] = []
        self.seen: list[str] = []
        self.most = 0
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if QUEUE_TIMED_OUT in scope:
            await send("busy")
            return
        self.inside.append(scope["path"])
        self.seen.append(scope["path"])
        self.most = max(self.most, len(self.inside))
        await self.go_on.wait()
        self.inside.remove(scope["path"])
        await send("answered")


async def ask(
    lanes: RequestLimiter,
    path: str,
    method: str = "GET",
    gone: asyncio.Event | None = None,
    at_hand: bool = False,
) -> list[str]:
    sent: list[str] = []
    messages = iter([{"type": "http.request", "body": b"a slip", "more_body": False}])

    async def receive() -> Any:
        for message in messages:
            return message
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: str) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, STALE_AVAILABLE: at_hand}
    await lanes(scope, receive, send)
    return sent


def test_concurrency_is_limited_and_all_requests_are_answered() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=2, work=1)
        asked = [asyncio.create_task(ask(lanes, f"/en/t/{number}/")) for number in range(20)]
        await asyncio.sleep(0.01)
        assert len(slow.inside) == 2
        slow.go_on.set()
        assert await asyncio.gather(*asked) == [["answered"]] * 20
        assert slow.most == 2

    run(scene())


def test_revalidation_yields_to_uncached_pages() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1)
        entry = asyncio.create_task(ask(lanes, "/api/v1/tables/abc/results/", "POST"))
        await asyncio.sleep(0.01)
        again = asyncio.create_task(ask(lanes, "/en/t/again/", at_hand=True))
        new = asyncio.create_task(ask(lanes, "/en/t/new/"))
        await asyncio.sleep(0.01)
        assert slow.inside == ["/api/v1/tables/abc/results/", "/en/t/new/"]
        slow.go_on.set()
        await asyncio.gather(entry, again, new)
        assert slow.seen[-1] == "/en/t/again/"

    run(scene())


def test_standings_pages_precede_pages_of_single_pairs() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1)
        paths = ["/en/t/abc/board/1/", "/en/t/abc/team/1/", "/en/t/abc/boards/", "/en/t/abc/"]
        tasks = []
        for path in paths:
            tasks.append(asyncio.create_task(ask(lanes, path)))
            await asyncio.sleep(0.01)
        slow.go_on.set()
        await asyncio.gather(*tasks)
        assert slow.seen == [paths[0], paths[3], paths[2], paths[1]]

    run(scene())


def test_results_are_not_queued_behind_pages() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=2, work=1)
        pages = [asyncio.create_task(ask(lanes, f"/en/t/{number}/")) for number in range(20)]
        entry = asyncio.create_task(ask(lanes, "/api/v1/tables/abc/results/", "POST"))
        await asyncio.sleep(0.01)
        assert "/api/v1/tables/abc/results/" in slow.inside
        slow.go_on.set()
        await asyncio.gather(entry, *pages)

    run(scene())


def test_health_check_bypasses_the_request_limit() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1)
        tasks = [asyncio.create_task(ask(lanes, path)) for path in ("/en/t/1/", "/health/live/")]
        await asyncio.sleep(0.01)
        assert set(slow.inside) == {"/en/t/1/", "/health/live/"}
        slow.go_on.set()
        await asyncio.gather(*tasks)

    run(scene())


def test_request_times_out_as_busy_and_frees_its_slot() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1, patience=0.02)
        first = asyncio.create_task(ask(lanes, "/en/t/1/"))
        await asyncio.sleep(0)
        assert await ask(lanes, "/en/t/2/") == ["busy"]
        slow.go_on.set()
        assert await first == ["answered"]
        assert await ask(lanes, "/en/t/3/") == ["answered"]

    run(scene())


def test_disconnected_requests_are_not_processed() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1)
        first = asyncio.create_task(ask(lanes, "/api/v1/tables/a/results/", "POST"))
        await asyncio.sleep(0)
        gone = asyncio.Event()
        second = asyncio.create_task(ask(lanes, "/api/v1/tables/b/results/", "POST", gone))
        third = asyncio.create_task(ask(lanes, "/api/v1/tables/c/results/", "POST"))
        await asyncio.sleep(0.01)
        gone.set()
        assert await second == []
        slow.go_on.set()
        assert await asyncio.gather(first, third) == [["answered"]] * 2
        assert slow.seen == ["/api/v1/tables/a/results/", "/api/v1/tables/c/results/"]

    run(scene())


def test_body_read_while_queued_reaches_the_application() -> None:
    bodies = []

    async def reading(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.01)
        bodies.append((await receive())["body"])

    async def scene() -> None:
        lanes = RequestLimiter(reading, crowd=1, work=1)
        await asyncio.gather(
            *(ask(lanes, f"/api/v1/tables/{each}/results/", "POST") for each in "abc")
        )

    run(scene())
    assert bodies == [b"a slip"] * 3


def test_failed_request_releases_its_slot() -> None:
    async def failing(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError

    async def scene() -> None:
        lanes = RequestLimiter(failing, crowd=1, work=1, patience=0.1)
        for _number in range(3):
            with pytest.raises(ValueError):
                await ask(lanes, "/en/t/1/")

    run(scene())


@pytest.mark.parametrize(
    ("path", "accept", "words"),
    [
        ("/en/t/abc/", "text/html", "<h1>Please try again in a moment"),
        ("/manage/abc/live/", "application/json", '"code": "busy"'),
        ("/api/v1/tournaments/", "application/json", '"code": "busy"'),
    ],
)
def test_busy_response_matches_the_accepted_format(path: str, accept: str, words: str) -> None:
    async def scene() -> tuple[Any, bytes]:
        sent: list[Any] = []
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"accept", accept.encode())],
            QUEUE_TIMED_OUT: True,
        }

        messages = iter([{"type": "http.request", "body": b""}])

        async def receive() -> Any:
            for message in messages:
                return message
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        await ThreadedHandler(1)(scope, receive, send)
        return sent[0], b"".join(message.get("body", b"") for message in sent[1:])

    start, body = asyncio.run(scene())
    assert start["status"] == 503
    assert (b"Retry-After", b"5") in start["headers"]
    assert words in body.decode()


@pytest.mark.django_db
def test_idle_server_is_never_busy(client: Client) -> None:
    assert client.get(reverse("home")).status_code == 200


def test_writes_are_served_before_reads() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1)
        wanted = [("/a/", "GET"), ("/b/", "GET"), ("/c/", "POST"), ("/d/", "GET"), ("/e/", "PUT")]
        tasks = []
        for path, method in wanted:
            tasks.append(asyncio.create_task(ask(lanes, path, method)))
            await asyncio.sleep(0)
        slow.go_on.set()
        assert await asyncio.gather(*tasks) == [["answered"]] * 5
        assert slow.seen == ["/a/", "/c/", "/e/", "/b/", "/d/"]

    run(scene())


def test_slot_is_released_when_an_admitted_request_is_cancelled() -> None:
    async def scene() -> None:
        slow = BlockingApplication()
        lanes = RequestLimiter(slow, crowd=1, work=1)
        first = asyncio.create_task(ask(lanes, "/1/"))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(ask(lanes, "/2/"))
        await asyncio.sleep(0.01)
        lanes.work.release()  # as the first request does when it ends
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert lanes.work.free == 1
        slow.go_on.set()
        await first

    run(scene())
