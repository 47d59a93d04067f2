"""A visitor's page, as ``static/js/live.js`` makes it: it listens, and fetches what is new."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from benchmarks.evening import shipped
from benchmarks.evening.figures import Figures
from benchmarks.evening.http import Answer, Broken, Browser, Connection

EVENT: Final = re.compile(rb'data: \{"version": ?"(\w+)", ?"now": ?(\d+)')
LANGUAGE: Final = re.compile(rb'data-version="(\w+)" data-language="(\w+)"')
RETRY: Final = 3.0
PATIENCE: Final = 60.0
"""A page waits for its answer as long as the browser does."""
Heard = Callable[[float], None]


@dataclass(eq=False)
class Spectator:
    """One visitor with one page open; ``heard`` is told the server's time of each event."""

    kind: str
    path: str
    events: str
    browser: Browser
    figures: Figures
    rng: random.Random
    heard: Heard | None = None
    language: str = ""
    shown: str = ""
    newest: str = ""
    etag: str = ""
    fetched_at: float = 0.0
    stream: Connection | None = None
    following: asyncio.Task[None] | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def live(self) -> None:
        """Open the page, then listen until the evening ends."""
        while (page := await self.open_page()) is None:
            await asyncio.sleep(RETRY)
        found = LANGUAGE.search(page.body)
        if found:
            self.shown, self.language = found[1].decode(), found[2].decode()
        self.newest = self.shown
        poller = asyncio.create_task(self.poll())
        try:
            while await self.listen():
                await asyncio.sleep(RETRY)
            await asyncio.Event().wait()
        finally:
            poller.cancel()
            if self.following:
                self.following.cancel()
            if self.stream:
                self.stream.close()
            self.browser.close()

    async def open_page(self) -> Answer | None:
        """The whole page."""
        headers = {"Accept": "text/html", "Accept-Encoding": "identity"}
        answer = await self.figures.ask(
            "public page", self.browser, self.path, patience=PATIENCE, headers=headers
        )
        return answer if answer and answer.status == 200 else None

    # The stream ---------------------------------------------------------------------------------

    async def listen(self) -> bool:
        """Listen until the stream ends; False where the server says "do not ask again"."""
        self.ended.clear()
        try:
            answer, stream = await self.browser.listen(
                self.events, PATIENCE, self.hear, self.ended.set
            )
        except (OSError, TimeoutError, Broken) as error:
            self.figures.lacking["stream", type(error).__name__] += 1
            return True
        self.figures.note("stream", answer, is_json=False)
        if answer.status != 200:
            stream.close()
            return answer.status != 204
        self.stream = stream
        self.figures.marks["streams opened"] += 1
        await self.ended.wait()
        self.stream = None
        self.figures.marks["streams ended"] += 1
        return True

    def hear(self, data: bytes) -> None:
        """Take events off the stream; each is small and comes in one piece."""
        for version, now in EVENT.findall(data):
            self.figures.marks["events"] += 1
            self.newest = version.decode()
            if self.heard:
                self.heard(int(now) / 1000)
            if self.newest != self.shown and (self.following is None or self.following.done()):
                self.following = asyncio.create_task(self.follow())

    # Fetching -----------------------------------------------------------------------------------

    async def follow(self) -> None:
        """Fetch what is new, a little later by chance, and not too often."""
        while self.newest != self.shown:
            late = max(0.0, self.fetched_at + shipped.AT_MOST_EVERY - time.monotonic())
            await asyncio.sleep(late + self.rng.uniform(0, shipped.SPREAD))
            if not await self.refresh() or self.stream is None:
                return

    async def refresh(self) -> bool:
        """Fetch the page's body under the newest version; whether there was an answer."""
        self.fetched_at = time.monotonic()
        sign = "&" if "?" in self.path else "?"
        address = f"{self.path}{sign}fragment={self.language}&v={self.newest}"
        headers = {"Accept": "*/*", **({"If-None-Match": self.etag} if self.etag else {})}
        answer = await self.figures.ask(
            self.kind, self.browser, address, patience=PATIENCE, headers=headers
        )
        if answer is None or answer.status not in (200, 304):
            return answer is not None
        self.shown = answer.header("x-version") or self.shown
        if answer.status == 200:
            self.etag = answer.header("etag")
        return True

    async def poll(self) -> None:
        """Without a stream, ask now and then."""
        while True:
            await asyncio.sleep(shipped.PUBLIC_POLL)
            if self.stream is None:
                await self.refresh()
