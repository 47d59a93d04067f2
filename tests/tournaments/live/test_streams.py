import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_drawn, plays_of
from tests.tournaments.live.events import TICK, data_of
from tests.tournaments.signals import signal_of
from tournaments.console.services.clock import add_minutes, pause_round, start_round
from tournaments.live import streams as live
from tournaments.live.message_reader import LiveSnapshot, read_live_snapshot
from tournaments.live.streams import StreamMiddleware
from tournaments.live.watchers import Hub
from tournaments.models import Table, Tournament
from tournaments.table_app.selectors.tables import shared_state, table_etag, table_of_token
from tournaments.table_app.state_cache import STATES

# What it is made of ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_signal_changes_with_results_and_clock(django_assert_num_queries: Any) -> None:
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


@pytest.mark.django_db
def test_live_snapshot_holds_etags_of_phone_states(
    django_assert_num_queries: Any,
) -> None:
    tournament = make_drawn(4)
    enter(plays_of(tournament, sitting__round__number=1)[0])
    read_live_snapshot(tournament.code)
    with django_assert_num_queries(2):
        found = read_live_snapshot(tournament.code)
    assert found is not None
    tables = [table_of_token(token) for token in found.tags]
    tags = {table.token: table_etag(table, shared_state(table)) for table in tables if table}
    assert found.tags == tags
    assert len(tags) == tournament.tables.count()
    assert read_live_snapshot("nowhere") is None


# The streams themselves --------------------------------------------------------------------------


class Server:
    """Fake application behind the streams, with the requests it got."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.paths.append(scope["path"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Browser:
    """One request, its response in pieces, and the time of disconnection."""

    def __init__(self, app: Any, path: str, query: str = "", **headers: str) -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.gone = asyncio.Event()
        listed = [
            (key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()
        ]
        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "headers": listed}
        scope["query_string"] = query.encode()
        self.task = asyncio.create_task(app(scope, self.receive, self.sent.put))

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> Any:
        return await asyncio.wait_for(self.sent.get(), 30)

    async def event(self) -> dict[str, Any]:
        """Next event other than a keep-alive."""
        while b"data:" not in (body := (await self.next()).get("body", b"")):
            pass
        return data_of(body)

    async def leave(self) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, 30)


def with_streams(scene: Callable[[StreamMiddleware, Tournament, Table], Any]) -> None:
    """Run a scene with streams in front of a server and a drawn tournament."""

    async def play() -> None:
        tournament = await sync_to_async(make_drawn)(4)
        table = await tournament.tables.order_by("number").afirst()
        assert table is not None
        STATES.clear()
        await scene(StreamMiddleware(Server(), Hub(seconds=TICK)), tournament, table)

    asyncio.run(play())


@pytest.mark.django_db(transaction=True)
def test_stream_starts_with_current_version_and_sends_changes() -> None:
    async def scene(streams: StreamMiddleware, tournament: Tournament, table: Table) -> None:
        browser = Browser(streams, f"/t/{tournament.code}/events/")
        start = await browser.next()
        assert start["status"] == 200
        assert (b"content-type", b"text/event-stream") in start["headers"]
        assert (await browser.next())["body"].startswith(b"retry:")
        present = await sync_to_async(signal_of)(tournament.code)
        assert present is not None
        assert (await browser.event())["version"] == present.version
        await sync_to_async(start_round)(tournament=tournament, number=1)
        event = await browser.event()
        assert event["round"] == 1
        assert event["version"] != present.version
        assert len(streams.hub) == 1
        await browser.leave()
        assert len(streams.hub) == 0

    with_streams(scene)


@pytest.mark.django_db(transaction=True)
def test_table_stream_sends_entries_and_serves_cached_state(client: Client) -> None:
    async def scene(streams: StreamMiddleware, tournament: Tournament, table: Table) -> None:
        server = streams.app
        assert isinstance(server, Server)
        state = f"/api/v1/tables/{table.token}/state/"
        phone = Browser(streams, f"/table/{table.token}/events/")
        before = (await phone.event())["etag"]
        same = Browser(streams, state, if_none_match=before)
        assert (await same.next())["status"] == 304
        play = (await sync_to_async(plays_of)(tournament, sitting__table=table))[0]
        await sync_to_async(enter)(play)
        told = await phone.event()
        assert told["version"] > 0
        assert told["etag"] != before

        asked = Browser(streams, state, f"tag={told['etag']}", if_none_match=before)
        assert (await asked.next())["status"] == 204  # not created yet
        assert server.paths == [state]
        made = await sync_to_async(client.get)(state)
        asked = Browser(streams, state, f"tag={told['etag']}", if_none_match=before)
        start, body = await asked.next(), await asked.next()
        assert start["status"] == 200
        assert (b"cache-control", b"no-store") in start["headers"]
        answer, expected = json.loads(body["body"]), made.json()
        assert answer["state"] == expected["state"]
        assert (answer["etag"], answer["version"]) == (told["etag"], told["version"])

        other = Browser(streams, state, if_none_match=before)
        assert (await other.next())["status"] == 204  # streams without an event query the database
        assert server.paths == [state, state]
        await phone.leave()

    with_streams(scene)


@pytest.mark.django_db(transaction=True)
def test_state_is_not_served_from_memory_without_listeners(client: Client) -> None:
    async def scene(streams: StreamMiddleware, tournament: Tournament, table: Table) -> None:
        state = f"/api/v1/tables/{table.token}/state/"
        tag = (await sync_to_async(client.get)(state))["ETag"]
        phone = Browser(streams, state, if_none_match=tag)
        assert (await phone.next())["status"] == 204
        listener = Browser(streams, f"/table/{table.token}/events/")
        await listener.event()
        assert streams.hub.table_etag(table.token) == tag
        watcher = streams.hub.watchers[tournament.code]
        watcher.read_at -= 1000 * TICK  # as if the database had been away since
        assert streams.hub.table_etag(table.token) == ""
        await listener.leave()

    with_streams(scene)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/t/nowhere/events/", "/table/nothing/events/", "/manage/"])
def test_other_paths_are_passed_to_application(path: str) -> None:
    async def scene(streams: StreamMiddleware, _tournament: Tournament, _table: Table) -> None:
        assert (await Browser(streams, path).next())["status"] == 204
        assert len(streams.hub) == 0

    with_streams(scene)


@pytest.mark.django_db(transaction=True)
def test_stream_above_listener_limit_returns_204(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(streams: StreamMiddleware, tournament: Tournament, _table: Table) -> None:
        path = f"/t/{tournament.code}/events/"
        first = Browser(streams, path)
        await first.event()
        assert (await Browser(streams, path).next())["status"] == 204
        await first.leave()

    monkeypatch.setattr(live, "MAX_LISTENERS", 1)
    with_streams(scene)


def test_unavailable_database_sends_longer_retry() -> None:
    def away(_code: str) -> LiveSnapshot | None:
        raise OSError

    async def scene() -> None:
        browser = Browser(StreamMiddleware(Server(), Hub(away, TICK)), "/t/code/events/")
        assert (await browser.next())["status"] == 200
        retry = int((await browser.next())["body"].split()[1])
        assert retry >= live.DATABASE_DOWN_RETRY_MS
        await browser.task

    asyncio.run(scene())


@pytest.mark.django_db(transaction=True)
def test_thousand_listeners_need_no_thread_each() -> None:

    async def scene(streams: StreamMiddleware, tournament: Tournament, table: Table) -> None:
        before = threading.active_count()
        paths = [f"/t/{tournament.code}/events/", f"/table/{table.token}/events/"]
        browsers = [Browser(streams, paths[number % 2]) for number in range(1000)]
        for browser in browsers:
            await browser.event()
        assert len(streams.hub) == 1000
        assert threading.active_count() <= before + 4
        await asyncio.gather(*(browser.leave() for browser in browsers))

    with_streams(scene)


@pytest.mark.django_db
def test_server_without_streams_returns_204(client: Client) -> None:
    tournament = make_drawn(4)
    table = tournament.tables.first()
    assert table is not None
    for name, key in (("tournament_events", tournament.code), ("table_events", table.token)):
        assert client.get(reverse(name, args=[key])).status_code == 204
