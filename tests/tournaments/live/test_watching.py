"""One query per moment for all listeners, none without listeners."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.loops import run
from tests.tournaments.live.events import TICK, data_of
from tournaments.live import watchers
from tournaments.live.events import state_event, version_event
from tournaments.live.message_reader import LiveSnapshot
from tournaments.live.watchers import Hub, Mailbox
from tournaments.state.change_feed import Signal


@pytest.fixture(autouse=True)
def _reads_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read without a thread, for which the fake clock would not wait."""

    async def read(function: Callable[[str], Any], value: str) -> Any:
        return function(value)

    monkeypatch.setattr(watchers, "run_in_thread", read)


def reading(version: str, **tags: str) -> LiveSnapshot:
    return LiveSnapshot(Signal(version, "sure", None, None, None), tags)


class Database:
    def __init__(self) -> None:
        self.asked = 0
        self.reading: LiveSnapshot | None = reading("one", a='"h-1-1"', b='"h-2-1"')

    def read(self, _code: str) -> LiveSnapshot | None:
        self.asked += 1
        return self.reading


async def said(mailbox: Mailbox) -> dict[str, Any] | None:
    event = await asyncio.wait_for(mailbox.get(), 2)
    return None if event is None else data_of(event)


def test_hundred_listeners_share_one_query_per_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MAX_VISITORS_PER_SECOND", 1_000_000)

    async def scene() -> None:
        database = Database()
        watcher_of = Hub(database.read, TICK)
        with watcher_of.listen("code") as first:
            boxes = [first, *(watcher_of.watchers["code"].join() for _each in range(99))]
            heard = await asyncio.gather(*map(said, boxes))
            assert {data["version"] for data in heard if data} == {"one"}
            before = database.asked
            database.reading = reading("two")
            heard = await asyncio.gather(*map(said, boxes))
            assert {data["version"] for data in heard if data} == {"two"}
            assert database.asked - before <= 3

    run(scene())


def test_reads_are_rarer_under_load() -> None:
    async def asked_in_a_while(rush: float) -> int:
        database = Database()
        with Hub(database.read, 10 * TICK, lambda: rush).listen("code"):
            await asyncio.sleep(21 * TICK)
        return database.asked

    assert run(asked_in_a_while(1.0)) == 3
    assert run(asked_in_a_while(0.0)) == 11


def test_crowded_visitors_get_delayed_but_complete_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watchers, "MAX_VISITORS_PER_SECOND", 1 / (10 * TICK))

    async def scene() -> None:
        database = Database()
        hub = Hub(database.read, TICK)
        with hub.listen("code") as visitor, hub.listen("code", "a") as table:
            await said(visitor)
            await said(table)
            database.reading = reading("two", a='"h-1-2"')
            assert (await said(table) or {})["version"] == 2
            assert visitor.empty()
            assert (await said(visitor) or {})["version"] == "two"

    run(scene())


def test_watcher_stops_with_last_listener_and_restarts() -> None:
    async def scene() -> None:
        database = Database()
        hub = Hub(database.read, TICK)
        with hub.listen("code") as one:
            with hub.listen("code") as two:
                await said(one)
                await said(two)
            assert list(hub.watchers) == ["code"]
        assert hub.watchers == {}
        asked = database.asked
        await asyncio.sleep(5 * TICK)
        assert database.asked == asked
        with hub.listen("code") as again:
            assert (await said(again) or {})["version"] == "one"

    run(scene())


def test_table_gets_own_events_and_visitors_get_all() -> None:
    async def scene() -> None:
        database = Database()
        hub = Hub(database.read, TICK)
        with (
            hub.listen("code", "a") as one,
            hub.listen("code", "b") as other,
            hub.listen("code") as visitor,
        ):
            assert (await said(one) or {})["etag"] == '"h-1-1"'
            assert (await said(other) or {})["etag"] == '"h-2-1"'
            await said(visitor)
            database.reading = reading("two", a='"h-1-2"', b='"h-2-1"')
            assert await said(one) == {"etag": '"h-1-2"', "version": 2, "within": 0.0}
            assert (await said(visitor) or {})["version"] == "two"
            assert other.empty()

    run(scene())


def test_slow_listener_gets_the_newest_event_only() -> None:
    async def scene() -> None:
        database = Database()
        with Hub(database.read, TICK).listen("code") as mailbox:
            await said(mailbox)
            for version in ("two", "three", "four"):
                database.reading = reading(version)
                await asyncio.sleep(3 * TICK)
            assert (await said(mailbox) or {})["version"] == "four"
            await asyncio.sleep(3 * TICK)
            assert mailbox.empty()

    run(scene())


def test_failed_database_read_is_retried() -> None:
    class Failing(Database):
        def read(self, code: str) -> LiveSnapshot | None:
            if self.asked < 1:
                self.asked += 1
                raise OSError
            return super().read(code)

    async def scene() -> None:
        with Hub(Failing().read, TICK).listen("code") as mailbox:
            assert (await said(mailbox) or {})["version"] == "one"

    run(scene())


def test_stream_ends_with_tournament_or_replaced_link() -> None:
    async def scene() -> None:
        database = Database()
        hub = Hub(database.read, TICK)
        with hub.listen("code", "a") as table, hub.listen("code") as visitor:
            await said(table)
            await said(visitor)
            database.reading = reading("two", b='"h-2-1"')
            assert await said(table) is None
            await said(visitor)
            database.reading = None
            assert await said(visitor) is None

    run(scene())


def test_poll_interval_grows_with_listeners_and_load() -> None:
    signal = Signal("abc", "sure", 5, None, 264)
    few = data_of(version_event(LiveSnapshot(signal, {}), 20))
    assert few.pop("now") > 1_700_000_000_000
    assert few == {
        "version": "abc",
        "settled": "sure",
        "every": 5,
        "round": 5,
        "deadline": None,
        "left": 264,
    }
    assert data_of(version_event(LiveSnapshot(signal, {}), 1200))["every"] == 20
    assert data_of(version_event(LiveSnapshot(signal, {}), 1, rush=1.0))["every"] == 10
    assert data_of(state_event('"hall-7-3"', 1000)) == {
        "etag": '"hall-7-3"',
        "version": 3,
        "within": 5,
    }
