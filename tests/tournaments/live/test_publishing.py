"""Events are published while clients listen; new listeners get the latest again."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.loops import run
from tests.tournaments.live.events import TICK
from tests.tournaments.live.test_watching import Database, reading
from tournaments.live import watchers
from tournaments.live.publishing import Publisher
from tournaments.live.watchers import Hub


@pytest.fixture(autouse=True)
def _reads_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read without a thread, for which the fake clock would not wait."""

    async def read(function: Callable[[str], Any], value: str) -> Any:
        return function(value)

    monkeypatch.setattr(watchers, "run_in_thread", read)


class Nginx:
    def __init__(self) -> None:
        self.versions: list[str] = []
        self.listeners = 1
        self.is_away = False

    async def __call__(self, code: str, data: bytes) -> int:
        if self.is_away:
            raise ConnectionRefusedError
        self.versions.append(json.loads(data)["version"])
        return self.listeners


def publisher_of(database: Any, nginx: Nginx) -> Publisher:
    return Publisher(Hub(database.read, TICK), nginx, rest_seconds=TICK, unheard_seconds=20 * TICK)


async def until(condition: Any) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(TICK)


def test_each_version_is_published_once_for_many_announcements() -> None:
    async def scene() -> None:
        database, nginx = Database(), Nginx()
        publisher = publisher_of(database, nginx)
        for _listener in range(50):
            publisher.announce("code")
        await until(lambda: nginx.versions == ["one"])
        database.reading = reading("two")
        await until(lambda: nginx.versions == ["one", "two"])

    run(scene())


def test_new_announcement_republishes_newest_event() -> None:
    async def scene() -> None:
        nginx = Nginx()
        publisher = publisher_of(Database(), nginx)
        publisher.announce("code")
        await until(lambda: nginx.versions == ["one"])
        publisher.announce("code")
        await until(lambda: nginx.versions == ["one", "one"])

    run(scene())


def test_polling_stops_without_listeners() -> None:
    async def scene() -> None:
        database, nginx = Database(), Nginx()
        nginx.listeners = 0
        publisher = publisher_of(database, nginx)
        publisher.announce("code")
        await until(lambda: nginx.versions)
        while publisher.tasks:
            database.reading = reading(f"version {len(nginx.versions)}")
            await asyncio.sleep(TICK)
        assert not publisher.hub.watchers
        publisher.announce("code")
        published = len(nginx.versions)
        await until(lambda: len(nginx.versions) > published)

    run(scene())


def test_newest_event_is_published_when_nginx_returns() -> None:
    async def scene() -> None:
        database, nginx = Database(), Nginx()
        nginx.is_away = True
        publisher = publisher_of(database, nginx)
        publisher.announce("code")
        await asyncio.sleep(2 * TICK)
        nginx.is_away = False
        publisher.announce("code")
        await until(lambda: nginx.versions == ["one"])

    run(scene())


def test_deleted_tournament_is_no_longer_published() -> None:
    async def scene() -> None:
        database, nginx = Database(), Nginx()
        publisher = publisher_of(database, nginx)
        publisher.announce("code")
        await until(lambda: nginx.versions)
        database.reading = None
        await until(lambda: not publisher.tasks)

    run(scene())
