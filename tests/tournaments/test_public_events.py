"""The event stream: one question a second for all that listen, none when nobody does."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client
from django.urls import reverse

from tests.builders import enter, make_drawn, plays_of
from tournaments.selectors.signals import Signal, signal_of
from tournaments.services.clock import add_minutes, pause_round, start_round
from tournaments.views.public.events import Hub, event_of

TICK = 0.02


class Database:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.signal: Signal | None = Signal("one", "sure", None, None, None)

    def read(self, _code: str) -> Signal | None:
        self.asked += 1
        return self.signal


async def take(stream: AsyncGenerator[Signal | None, None]) -> Signal | None:
    return await asyncio.wait_for(anext(stream), 2)


def test_hundred_listeners_cost_one_question_a_tick() -> None:
    async def scene() -> None:
        database = Database()
        hub = Hub(database.read, TICK)
        streams = [hub.listen("code") for _number in range(100)]
        first = await asyncio.gather(*map(take, streams))
        assert {signal.version for signal in first if signal} == {"one"}
        before = database.asked
        database.signal = Signal("two", "sure", None, None, None)
        second = await asyncio.gather(*map(take, streams))
        assert {signal.version for signal in second if signal} == {"two"}
        assert database.asked - before <= 3
        for stream in streams:
            await stream.aclose()

    asyncio.run(scene())


def test_watch_ends_with_the_last_listener_and_begins_again() -> None:
    async def scene() -> None:
        database = Database()
        hub = Hub(database.read, TICK)
        one, two = hub.listen("code"), hub.listen("code")
        await take(one)
        await take(two)
        await one.aclose()
        assert list(hub.watchers) == ["code"]
        await two.aclose()
        assert hub.watchers == {}
        asked = database.asked
        await asyncio.sleep(5 * TICK)
        assert database.asked == asked
        again = hub.listen("code")
        assert (await take(again)) == database.signal
        await again.aclose()

    asyncio.run(scene())


def test_unchanged_signal_is_told_once() -> None:
    async def scene() -> None:
        database = Database()
        stream = Hub(database.read, TICK).listen("code")
        await take(stream)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(stream), 5 * TICK)

    asyncio.run(scene())


def test_slow_listener_gets_the_newest_signal_only() -> None:
    async def scene() -> None:
        database = Database()
        stream = Hub(database.read, TICK).listen("code")
        await take(stream)
        for version in ("two", "three", "four"):
            database.signal = Signal(version, "sure", None, None, None)
            await asyncio.sleep(3 * TICK)
        newest = await take(stream)
        assert newest is not None
        assert newest.version == "four"
        await stream.aclose()

    asyncio.run(scene())


def test_database_that_is_away_is_asked_again() -> None:
    class Failing(Database):
        def read(self, code: str) -> Signal | None:
            if self.asked < 1:
                self.asked += 1
                raise OSError
            return super().read(code)

    async def scene() -> None:
        stream = Hub(Failing().read, TICK).listen("code")
        assert (await take(stream)) is not None
        await stream.aclose()

    asyncio.run(scene())


def test_event_says_version_clock_and_time() -> None:
    lines = event_of(Signal("abc", "sure", 5, None, 264)).splitlines()
    assert lines[0] == "event: version"
    data = json.loads(lines[2].removeprefix("data: "))
    assert data.pop("now") > 1_700_000_000_000
    assert data == {"version": "abc", "round": 5, "deadline": None, "left": 264}


@pytest.mark.django_db
def test_signal_changes_with_results_and_with_the_clock(django_assert_num_queries: Any) -> None:
    tournament = make_drawn(4)
    seen = [signal_of(tournament.code)]
    with django_assert_num_queries(1):
        assert signal_of(tournament.code) == seen[0]
    current = start_round(tournament=tournament, number=1)
    seen.append(signal_of(tournament.code))
    add_minutes(current=current, minutes=1)
    seen.append(signal_of(tournament.code))
    pause_round(current=current)
    seen.append(signal_of(tournament.code))
    enter(plays_of(tournament, sitting__round__number=1)[0])
    seen.append(signal_of(tournament.code))
    assert len({signal.version for signal in seen if signal}) == 5
    paused = seen[3]
    assert paused is not None
    assert paused.deadline is None
    assert paused.seconds_left is not None
    assert signal_of("nowhere") is None


@pytest.mark.django_db(transaction=True)
def test_stream_begins_with_the_present_version() -> None:
    async def scene() -> None:
        tournament = await sync_to_async(make_drawn)(4)
        address = reverse("tournament_events", args=[tournament.code])
        response: Any = await AsyncClient().get(address)
        assert response.status_code == 200
        assert response["Content-Type"] == "text/event-stream"
        assert response["Cache-Control"] == "no-store"
        parts = aiter(response.streaming_content)
        assert (await anext(parts)).startswith(b"retry:")
        event = await asyncio.wait_for(anext(parts), 5)
        present = await sync_to_async(signal_of)(tournament.code)
        assert present is not None
        assert f'"version": "{present.version}"'.encode() in event
        await sync_to_async(start_round)(tournament=tournament, number=1)
        event = await asyncio.wait_for(anext(parts), 5)
        assert b'"round": 1' in event
        assert present.version.encode() not in event

    asyncio.run(scene())


@pytest.mark.django_db
def test_plain_server_and_unknown_tournament_tell_browsers_to_stop(client: Client) -> None:
    tournament = make_drawn(4)
    answer = client.get(reverse("tournament_events", args=[tournament.code]))
    assert answer.status_code == 204
