"""A visitor's page, as ``static/js/public`` implements it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from benchmarks.evening import shipped
from benchmarks.evening.figures import Figures
from benchmarks.evening.http import Answer, Browser
from benchmarks.evening.listening import RETRY, TIMEOUT_SECONDS, EventStream

EVENT: Final = re.compile(rb"event: version\n(?:id: .+\n)?data: (.+)\n")
FOLLOWS: Final = re.compile(rb'data-version="(\w+)"\s+data-follows="(\w+)"')
UNLIKE: Final = "pages without a version to follow"
Heard = Callable[[float], None]


@dataclass(eq=False)
class Spectator:
    kind: str
    path: str
    events: str
    browser: Browser
    figures: Figures
    rng: random.Random
    heard: Heard | None = None
    shown: str = ""
    newest: str = ""
    etag: str = ""
    fetched_at: float = 0.0
    follows: str = "version"
    every: float = shipped.AT_MOST_EVERY
    listening: EventStream = field(init=False)
    following: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.listening = EventStream(self.browser, self.figures, self.events, self.read_events)

    async def live(self) -> None:
        while (page := await self.open_page()) is None:
            await asyncio.sleep(RETRY)
        found = FOLLOWS.search(page.body)
        if found is None:
            self.figures.marks[UNLIKE] += 1
            return
        self.shown, self.follows = (part.decode() for part in found.groups())
        self.newest = self.shown
        poller = asyncio.create_task(self.poll())
        try:
            await self.listening.run()
            await asyncio.Event().wait()
        finally:
            poller.cancel()
            if self.following:
                self.following.cancel()
            self.browser.close()

    async def open_page(self) -> Answer | None:
        headers = {"Accept": "text/html", "Accept-Encoding": "identity"}
        answer = await self.figures.ask(
            "public page", self.browser, self.path, patience=TIMEOUT_SECONDS, headers=headers
        )
        return answer if answer and answer.status == 200 else None

    def read_events(self, data: bytes) -> None:
        """Read events; each is small and arrives in one piece."""
        for said in EVENT.findall(data):
            news = json.loads(said)
            self.figures.marks["events"] += 1
            self.newest = news[self.follows]
            self.every = news["every"]
            if self.heard:
                self.heard(news["now"] / 1000)
            if self.newest != self.shown and (self.following is None or self.following.done()):
                self.following = asyncio.create_task(self.follow())

    async def follow(self) -> None:
        """Fetch the new version after a random delay, and not too often."""
        while self.newest != self.shown:
            late = max(0.0, self.fetched_at + self.every - time.monotonic())
            await asyncio.sleep(late + self.rng.uniform(0, shipped.SPREAD))
            if not await self.refresh() or not self.listening.is_open:
                return

    async def refresh(self) -> bool:
        self.fetched_at = time.monotonic()
        sign = "&" if "?" in self.path else "?"
        address = f"{self.path}{sign}fragment=1&v={self.newest}"
        headers = {"Accept": "*/*", **({"If-None-Match": self.etag} if self.etag else {})}
        answer = await self.figures.ask(
            self.kind, self.browser, address, patience=TIMEOUT_SECONDS, headers=headers
        )
        if answer is None or answer.status not in (200, 304):
            return answer is not None
        self.shown = answer.header("x-version") or self.shown
        self.follows = answer.header("x-follows") or self.follows
        if answer.status == 200:
            self.etag = answer.header("etag")
        return True

    async def poll(self) -> None:
        while True:
            await asyncio.sleep(shipped.PUBLIC_POLL)
            if not self.listening.is_open:
                await self.refresh()
