"""A table's phone, as ``static/js/table`` implements it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from benchmarks.evening import shipped
from benchmarks.evening.figures import Figures
from benchmarks.evening.http import Answer, Browser
from benchmarks.evening.listening import EventStream

SLACK: Final = 0.5
JSON: Final = {"Accept": "application/json"}
UNCONFIRMED_STATE: Final = re.compile(rb'"state": ?"(?:entered|disputed)"')
EVENT: Final = re.compile(rb"event: state\ndata: (.+)\n")
VERSION: Final = re.compile(rb'", "version": (\d+), "now"')
RETRIED: Final = frozenset({408, 425, 429})
SENT: Final = "/api/v1/tables/{token}/%s/?answer=state"
ADDRESSES: Final = {
    "": "/table/{token}/",
    "events": "/table/{token}/events/",
    "state": "/api/v1/tables/{token}/state/",
    **{what: SENT % what for what in ("results", "confirmations", "call")},
}
WRITE_KINDS: Final = ("result", "confirmation", "call")


@dataclass(slots=True, eq=False)
class OutboxItem:
    kind: str
    url: str
    body: dict[str, Any]
    status: str = "waiting"
    queued_at: float = field(default_factory=time.time)
    sent_at: float = 0.0
    accepted_at: float = 0.0
    tries: int = 0

    @property
    def key(self) -> str:
        return str(self.body["client_key"])

    def told(self) -> dict[str, Any]:
        slip = self.body.get("slip", {})
        values = {
            "kind": self.kind,
            "key": self.key,
            "slip": slip,
            "accepted": bool(self.accepted_at),
        }
        return {**values, "play": self.body.get("play"), "side": self.body.get("side", "")}


@dataclass(eq=False)
class Phone:
    token: str
    browser: Browser
    figures: Figures
    side: str = ""
    on_state: Callable[[Phone], None] | None = None
    on_accepted: Callable[[OutboxItem], None] | None = None
    state: dict[str, Any] = field(default_factory=dict)
    etag: str = ""
    version: int = 0
    online: bool = True
    is_waiting: bool = False
    has_call: bool = False
    outbox: list[OutboxItem] = field(default_factory=list)
    sent: list[OutboxItem] = field(default_factory=list)
    touched_at: float = 0.0
    listening: EventStream = field(init=False)
    told: dict[str, Any] = field(default_factory=dict)
    looking: asyncio.Task[None] | None = None
    flushing: asyncio.Task[None] | None = None
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        path = self.url("events")
        self.listening = EventStream(self.browser, self.figures, path, self.read_events)

    def url(self, what: str) -> str:
        return ADDRESSES[what].format(token=self.token)

    async def live(self) -> None:
        while await self.open_page() is None:
            await asyncio.sleep(shipped.POLL)
        self.start_poll()
        self.keep(self.listening.run())
        try:
            while True:
                await asyncio.sleep(shipped.POLL)
                if self.is_due():
                    self.start_poll()
        finally:
            for task in self.tasks:
                task.cancel()
            self.browser.close()

    def keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def read_events(self, data: bytes) -> None:
        """Read events; poll the state soon after."""
        for said in EVENT.findall(data):
            is_waiting = bool(self.told)
            self.told = json.loads(said)
            self.figures.marks["events of tables"] += 1
            if not is_waiting:
                self.keep(self.poll_announced_state())

    async def poll_announced_state(self) -> None:
        """Poll the announced state after a random delay."""
        await asyncio.sleep(random.random() * self.told["within"])
        told, self.told = self.told, {}
        if told["etag"] != self.etag and told["version"] >= self.version:
            self.start_poll(told["etag"])

    async def open_page(self) -> Answer | None:
        headers = {"Accept": "text/html"}
        answer = await self.figures.ask(
            "table page", self.browser, self.url(""), patience=60, headers=headers
        )
        return answer if answer and answer.status == 200 else None

    def poll_every(self) -> float:
        """Poll interval in seconds: short while offline or with unsent entries."""
        if not self.online or self.waiting():
            return shipped.POLL
        if self.listening.is_open:
            return shipped.LISTENING_POLL
        return shipped.POLL if self.has_call or self.is_waiting else shipped.QUIET_POLL

    def is_due(self) -> bool:
        return time.monotonic() - self.touched_at >= self.poll_every() - SLACK

    def start_poll(self, tag: str = "") -> None:
        """Poll, then send; one poll at a time, as in the browser."""
        before = self.looking
        self.looking = self.keep(self.poll(tag, before))

    async def poll(self, tag: str, before: asyncio.Task[None] | None) -> None:
        if before is not None and not before.done():
            await asyncio.wait([before])
            if not tag or tag == self.etag:
                return
        self.touched_at = time.monotonic()
        await self.refresh(tag)
        if self.online:
            await self.flush()

    async def refresh(self, tag: str = "") -> None:
        version = self.version
        headers = {**JSON, **({"If-None-Match": self.etag} if self.etag else {})}
        answer = await self.figures.ask(
            "state",
            self.browser,
            self.url("state") + (f"?tag={quote(tag)}" if tag else ""),
            patience=shipped.PATIENCE,
            headers=headers,
        )
        self.online = answer is not None and answer.status < 500 and answer.status not in RETRIED
        if answer is not None and answer.status == 200:
            # The response to a later request can have arrived first with a newer state.
            is_late = self.version != version and version_of(answer) < self.version
            if not is_late:
                self.store_state(answer)

    def store_state(self, answer: Answer) -> None:
        """Store a state; phones without a side do not parse it."""
        self.etag = answer.header("etag")
        self.version = version_of(answer)
        self.is_waiting = UNCONFIRMED_STATE.search(answer.body) is not None
        if self.side:
            self.state = json.loads(answer.body)["state"]
            self.has_call = bool(self.state["call"])
            if self.on_state:
                self.on_state(self)

    def boards(self) -> list[dict[str, Any]]:
        return [board for row in self.state.get("rounds", ()) for board in row["boards"]]

    def board(self, play: int) -> dict[str, Any] | None:
        return next((board for board in self.boards() if board["play"] == play), None)

    def waiting(self) -> list[OutboxItem]:
        return [item for item in self.outbox if item.status == "waiting"]

    def queue(self, kind: str, what: str, body: dict[str, Any]) -> OutboxItem:
        item = OutboxItem(kind, self.url(what), {**body, "client_key": str(uuid.uuid4())})
        self.outbox.append(item)
        self.sent.append(item)
        self.keep(self.flush())
        return item

    def enter(self, play: int, slip: dict[str, Any]) -> OutboxItem:
        return self.queue("result", "results", {"play": play, "side": self.side, "slip": slip})

    def confirm(self, play: int, side: str, agrees: bool, **which: Any) -> OutboxItem:
        body = {"play": play, "side": side, "agrees": agrees, **which}
        return self.queue("confirmation", "confirmations", body)

    async def call(self, message: str, play: int) -> None:
        """Call the director, retrying as a person would."""
        body = {"message": message, "play": play, "client_key": str(uuid.uuid4())}
        while not await self.post("call", self.url("call"), body):
            await asyncio.sleep(shipped.POLL)

    async def flush(self) -> None:
        if self.flushing is None or self.flushing.done():
            self.flushing = asyncio.create_task(self.send_all())
        await asyncio.shield(self.flushing)

    async def send_all(self) -> None:
        while waiting := self.waiting():
            if not await self.send(waiting[0]):
                return

    async def send(self, item: OutboxItem) -> bool:
        """Send one item; return False if the server is unavailable."""
        item.tries += 1
        item.sent_at = time.time()
        answer = await self.post(item.kind, item.url, item.body)
        if answer is None:
            return False
        if answer.status < 300:
            item.accepted_at = time.time()
            self.outbox.remove(item)
            self.figures.times["until accepted"].append(item.accepted_at - item.queued_at)
            if self.on_accepted:
                self.on_accepted(item)
        else:
            item.status = "refused"
            self.outbox.remove(item)  # the person reads the error and dismisses it
        return True

    async def post(self, kind: str, url: str, body: dict[str, Any]) -> Answer | None:
        """Post JSON; None if it must be sent again."""
        headers = {**JSON, "Content-Type": "application/json"}
        answer = await self.figures.ask(
            kind,
            self.browser,
            url,
            patience=shipped.PATIENCE,
            method="POST",
            headers=headers,
            body=json.dumps(body).encode(),
        )
        self.online = answer is not None and answer.status < 500 and answer.status not in RETRIED
        if answer is None or not self.online:
            return None
        if "json" not in answer.header("content-type"):
            # A page instead of JSON comes from the log-in page of a public network.
            return answer if answer.status == 404 else None
        if answer.status < 300:
            self.store_state(answer)
        else:
            code = json.loads(answer.body)["errors"][0]["code"]
            self.figures.refusals[kind, answer.status, code] += 1
        return answer


def version_of(answer: Answer) -> int:
    found = VERSION.findall(answer.body)
    return int(found[-1]) if found else 0
