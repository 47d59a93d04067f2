"""Probes during the load: age of the standings, delay of public results."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import time
from bisect import bisect_left, insort
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.evening import shipped
from benchmarks.evening.figures import Figures
from benchmarks.evening.http import Browser
from benchmarks.evening.phones import OutboxItem

PAUSE: Final = 0.05
TROUBLE: Final = 1.0
BETWEEN: Final = 3.0
ENOUGH: Final = 60.0
PATIENCE: Final = 30.0
RUNNING: Final = re.compile(rb"<h3>\s*Round (\d+) is being played\s*</h3>")
DONE: Final = re.compile(rb'<span class="num quiet">(\d+) / \d+</span>')
AFTER: Final = re.compile(rb"<h2>\s*After round (\d+)\s*</h2>")


@dataclass
class StandingsProbe:
    """Process that samples how far the stored standings are behind."""

    environment: dict[str, str]
    code: str
    behind: list[float] = field(default_factory=list)
    waits: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    away: int = 0
    facts: int = 0
    standings: int = 0
    known: list[tuple[int, float]] = field(default_factory=list)
    """(version of the facts, time first seen)."""
    is_measured: bool = False
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "benchmarks.evening.watching", self.code]
        self.process = subprocess.Popen(
            command,
            env=self.environment,
            cwd=shipped.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    async def read_samples(self) -> None:
        assert self.process is not None
        lines = self.process.stdout
        assert lines is not None
        while line := await asyncio.to_thread(lines.readline):
            self.add_sample(json.loads(line))

    def add_sample(self, told: dict[str, Any]) -> None:
        self.looks += 1
        if "away" in told:
            self.away += 1
            return
        at, self.facts, self.standings = told["at"], told["facts"], told["standings"]
        if not self.known or self.facts > self.known[-1][0]:
            self.known.append((self.facts, at))
        first = bisect_left(self.known, (self.standings + 1, 0.0))
        is_behind = self.standings < self.facts
        if self.is_measured:
            self.behind.append(at - self.known[first][1] if is_behind else 0.0)
            self.waits.update(told["waits"])

    @property
    def is_fresh(self) -> bool:
        return self.standings == self.facts

    def stop(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            with contextlib.suppress(OSError):
                self.process.stdin.close()
            self.process.wait()


@dataclass
class EventProbe:
    """A listener that measures the delay from acceptance to event."""

    accepted: list[float]
    delays: list[float]
    told: int | None = None

    def record_event(self, now: float) -> None:
        """An event created at ``now`` covers everything accepted before."""
        heard = time.time()
        if self.told is None:
            self.told = len(self.accepted)
        while self.told < len(self.accepted) and self.accepted[self.told] <= now:
            self.delays.append(heard - self.accepted[self.told])
            self.told += 1


@dataclass(eq=False)
class PublicPageProbe:
    """Polls the public page for new results.

    ``seen``: seconds from a post to the page with it; ``ranked``: from a round's last post to
    the page with its standings.
    """

    path: str
    browser: Browser
    figures: Figures
    wanted: int
    """Results that complete a round."""
    entered: dict[int, list[float]] = field(default_factory=dict)
    round_of: dict[int, int] = field(default_factory=dict)
    counted: set[int] = field(default_factory=set)
    seen: list[float] = field(default_factory=list)
    ranked: list[float] = field(default_factory=list)
    missed: int = 0

    def accepted(self, item: OutboxItem) -> None:
        """Only the first accepted entry of a board counts on the page."""
        play = item.body.get("play", 0)
        if item.kind == "result" and play not in self.counted:
            self.counted.add(play)
            insort(self.entered.setdefault(self.round_of[play], []), item.sent_at)

    async def poll_results(self) -> None:
        while True:
            await asyncio.sleep(BETWEEN)
            number = max(self.entered, default=0)
            count = len(self.entered.get(number, ()))
            if not count or count == self.wanted:
                continue
            while len(self.entered[number]) == count:
                await asyncio.sleep(PAUSE)
            await self.until_seen(number, count + 1, max(self.entered[number]))

    async def until_seen(self, number: int, count: int, sent: float) -> None:
        while time.time() < sent + ENOUGH:
            page = await self.page()
            running = RUNNING.search(page)
            if running and int(running[1]) > number:
                return
            if running and sum(map(int, DONE.findall(page))) >= count:
                self.seen.append(time.time() - sent)
                return
            await asyncio.sleep(PAUSE)
        self.missed += 1

    async def poll_standings(self, rounds: int) -> None:
        for number in range(1, rounds + 1):
            while len(self.entered.get(number, ())) < self.wanted:
                await asyncio.sleep(PAUSE)
            complete = [self.entered[each][-1] for each in range(1, number + 1)]
            while (after := AFTER.search(await self.page())) is None or int(after[1]) < number:
                await asyncio.sleep(PAUSE)
            self.ranked.append(time.time() - max(complete))

    async def page(self) -> bytes:
        answer = await self.figures.ask(
            "visitor's page",
            self.browser,
            f"{self.path}?fragment=1",
            patience=PATIENCE,
            headers={"Accept-Encoding": "identity"},
        )
        if answer is not None and answer.status == 200:
            return answer.body
        await asyncio.sleep(TROUBLE)
        return b""
