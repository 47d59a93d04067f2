from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.evening import shipped
from benchmarks.evening.director import Director
from benchmarks.evening.figures import Figures
from benchmarks.evening.filling import BOARDS_A_ROUND
from benchmarks.evening.http import Browser
from benchmarks.evening.phones import OutboxItem, Phone
from benchmarks.evening.plan import LANGUAGES, Shape, plan_table
from benchmarks.evening.probes import EventProbe, PublicPageProbe, StandingsProbe
from benchmarks.evening.processes import Usage, keep_running
from benchmarks.evening.spectators import Spectator
from benchmarks.evening.stack import Stack
from benchmarks.evening.tables import TablePlayers

SIDES: Final = ("NS", "EW")
CLIENT_GROUP: Final = "the hall itself"
SAMPLE_SECONDS: Final = 2.0
TICK: Final = 0.05
SETTLING: Final = 120.0
OVERTIME_FACTOR: Final = 1.5
"""Of the planned duration; then the evening is cancelled."""
EVENT_PROBES: Final = 12
PAGES: Final = {"standings": 60, "round": 14, "boards": 10, "team": 10, "board": 5, "projector": 1}
During = Callable[["Evening"], Coroutine[Any, Any, None]]


@dataclass
class Evening:
    stack: Stack
    shape: Shape
    filled: dict[str, Any]
    figures: Figures = field(default_factory=Figures)
    usage: Usage = field(default_factory=Usage)
    restarts: bool = False
    phones: list[Phone] = field(default_factory=list)
    people: list[TablePlayers] = field(default_factory=list)
    spectators: list[Spectator] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    accepted_at: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    died: set[str] = field(default_factory=set)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.shape.seed)
        code = self.filled["code"]
        self.code = str(code)
        self.director = Director(
            code, self.browser(True), self.figures, self.shape.rounds, self.shape.round_seconds
        )
        self.watch = StandingsProbe(self.stack.environment, code)
        wanted = self.shape.tables * BOARDS_A_ROUND
        self.visitor = PublicPageProbe(
            f"/en/t/{code}/", self.visitors_browser(), self.figures, wanted
        )

    def browser(self, keeps_cookies: bool = False) -> Browser:
        return Browser(self.stack.port, self.rng.choice(LANGUAGES), keeps_cookies)

    def visitors_browser(self) -> Browser:
        """A browser for public pages, which the front proxy serves from separate servers."""
        return Browser(self.stack.visitors_port, self.rng.choice(LANGUAGES))

    async def replay(self, during: During | None = None) -> None:
        """Replay the evening, then wait until outboxes are empty and standings current."""
        self.seat()
        self.watch.start()
        self.start_tasks(self.watch.read_samples(), self.measure_lag())
        if self.restarts:
            self.start_tasks(keep_running(list(self.stack.services.values())))
        await self.director.sign_in()
        self.start_tasks(self.director.watch(), self.director.decide())
        await self.open_pages()
        await asyncio.gather(self.play_all(), during(self) if during else asyncio.sleep(0))
        await self.wait_until_settled()
        await self.close_pages()

    async def play_all(self) -> None:
        """Play all rounds and measure; abort after the time limit."""
        started = time.monotonic()
        measured = self.begin_measuring()
        self.start_tasks(self.director.run_rounds(), self.visitor.poll_results())
        self.start_tasks(self.visitor.poll_standings(self.shape.rounds))
        played = [asyncio.create_task(self.play(people)) for people in self.people]
        _done, still = await asyncio.wait(played, timeout=OVERTIME_FACTOR * self.shape.seconds)
        self.figures.marks["tables that did not finish"] = len(still)
        for task in still:
            task.cancel()
        self.seconds = time.monotonic() - started
        self.watch.is_measured = False
        measured.cancel()

    def start_tasks(self, *works: Coroutine[Any, Any, None]) -> None:
        self.tasks.extend(asyncio.create_task(work) for work in works)

    def seat(self) -> None:
        """Create all clients, without requests."""
        for table in self.filled["tables"]:
            for number, plays in enumerate(table["rounds"], start=1):
                self.visitor.round_of.update(dict.fromkeys(plays, number))
            phones = {side: self.phone(table["token"], side) for side in SIDES}
            watching = self.shape.phones_a_table - len(phones)
            self.phones += [*phones.values()]
            self.phones += [self.phone(table["token"], "") for _each in range(watching)]
            self.people.append(TablePlayers(table["number"], phones, self.director, self.rng))
        count = self.shape.tables * self.shape.spectators_a_table
        self.spectators = [self.spectator(index) for index in range(count)]

    def phone(self, token: str, side: str) -> Phone:
        phone = Phone(token, self.browser(), self.figures, side)
        phone.on_accepted = self.accepted
        return phone

    def spectator(self, index: int) -> Spectator:
        kind = self.rng.choices(list(PAGES), list(PAGES.values()))[0]
        ear = EventProbe(self.accepted_at, self.figures.times["event"])
        heard = ear.record_event if index < EVENT_PROBES else None
        path, events = self.path_of(kind), f"/t/{self.code}/events/"
        browser = self.visitors_browser()
        return Spectator(kind, path, events, browser, self.figures, self.rng, heard)

    def path_of(self, kind: str) -> str:
        number = {
            "round": self.rng.randint(1, self.shape.rounds),
            "team": self.rng.randint(1, 2 * self.shape.tables),
            "board": self.rng.randint(1, BOARDS_A_ROUND * self.shape.rounds),
        }.get(kind)
        page = "" if kind == "standings" else f"{kind}/"
        return f"/en/t/{self.code}/{page}" + (f"{number}/" if number else "")

    async def open_pages(self) -> None:
        everybody: list[Phone | Spectator] = [*self.phones, *self.spectators]
        self.rng.shuffle(everybody)
        pause = self.shape.arrival / max(1, len(everybody))
        began = time.monotonic()
        for index, each in enumerate(everybody):
            await asyncio.sleep(max(0.0, began + index * pause - time.monotonic()))
            self.start_tasks(each.live())

    async def play(self, people: TablePlayers) -> None:
        table = next(row for row in self.filled["tables"] if row["number"] == people.number)
        await people.play(list(plan_table(table["rounds"], self.shape, self.rng)))
        while people.tasks:
            await asyncio.wait(people.tasks)

    async def wait_until_settled(self) -> None:
        deadline = time.monotonic() + SETTLING
        quiet = 0
        while time.monotonic() < deadline and quiet < shipped.QUIET_POLL + 4:
            await asyncio.sleep(1)
            busy = any(phone.waiting() for phone in self.phones) or self.director.is_busy
            busy |= any(people.tasks for people in self.people) or not self.watch.is_fresh
            quiet = 0 if busy else quiet + 1
        self.figures.marks["still waiting"] = sum(len(phone.waiting()) for phone in self.phones)

    async def close_pages(self) -> None:
        self.watch.stop()
        for task in self.tasks:
            task.cancel()
        for outcome in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome  # a client failed: the measurements are unreliable

    def accepted(self, item: OutboxItem) -> None:
        self.visitor.accepted(item)
        self.accepted_at.append(item.accepted_at)

    def begin_measuring(self) -> asyncio.Task[None]:
        self.usage = Usage()
        self.watch.is_measured = True
        return asyncio.create_task(self.measure())

    async def measure(self) -> None:
        while True:
            watch = self.watch.process
            hall = [os.getpid(), *([watch.pid] if watch else [])]
            self.usage.sample({**self.stack.root_pids(), CLIENT_GROUP: hall})
            for name, service in self.stack.services.items():
                if not self.restarts and not service.is_alive():
                    self.died.add(name)
            await asyncio.sleep(SAMPLE_SECONDS)

    async def measure_lag(self) -> None:
        """Lag of this process's event loop, which is added to every time."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(TICK)
            self.lateness.append(time.perf_counter() - before - TICK)

    def sent_json(self) -> str:
        items = [item.told() for phone in self.phones for item in phone.sent]
        return json.dumps([*items, *self.director.sent])
