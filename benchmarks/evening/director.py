"""Simulated director: signs in, starts rounds, polls the console, decides and corrects."""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from benchmarks.evening import shipped
from benchmarks.evening.figures import Figures
from benchmarks.evening.filling import NAME, PASSWORD
from benchmarks.evening.http import Answer, Browser

FORM: Final = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
PAGE: Final = {"Accept": "text/html", "Accept-Encoding": "identity"}
TIMEOUT_SECONDS: Final = 60.0
RETRY_SECONDS: Final = 3.0
CALL: Final = re.compile(r"/calls/(\d+)/")
Task = tuple[int, int, dict[str, Any]]


@dataclass(eq=False)
class Director:
    code: str
    browser: Browser
    figures: Figures
    rounds: int
    round_seconds: float
    begun: dict[int, asyncio.Event] = field(default_factory=dict)
    begun_at: dict[int, float] = field(default_factory=dict)
    desk: asyncio.Queue[Task] = field(default_factory=asyncio.Queue)
    sent: list[dict[str, Any]] = field(default_factory=list)
    is_busy: bool = False
    etag: str = ""

    def __post_init__(self) -> None:
        self.begun = {number: asyncio.Event() for number in range(1, self.rounds + 1)}

    @property
    def home(self) -> str:
        return f"/manage/{self.code}/"

    async def time(self, number: int, seconds: float) -> None:
        await self.begun[number].wait()
        await asyncio.sleep(max(0.0, self.begun_at[number] + seconds - time.monotonic()))

    def queue_decision(self, table: int, play: int, slip: dict[str, Any]) -> None:
        self.desk.put_nowait((table, play, slip))

    async def sign_in(self) -> None:
        while True:
            await self.get("/accounts/login/")
            values = {"login": NAME, "password": PASSWORD}
            answer = await self.post("sign in", "/accounts/login/", values)
            if answer is not None and answer.status == 302:
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def run_rounds(self) -> None:
        for number in range(1, self.rounds + 1):
            await self.post_until_accepted("clock", f"{self.home}clock/", {"do": f"start-{number}"})
            self.begun_at[number] = time.monotonic()
            self.begun[number].set()
            await asyncio.sleep(self.round_seconds)

    async def watch(self) -> None:
        """Poll the console as often as its page does."""
        every = shipped.console_every()
        while True:
            headers = {**PAGE, **({"If-None-Match": self.etag} if self.etag else {})}
            answer = await self.get(f"{self.home}live/", headers)
            if answer is not None and answer.status == 200:
                self.etag = answer.header("etag")
            await asyncio.sleep(every)

    async def decide(self) -> None:
        while True:
            self.is_busy = not self.desk.empty()
            table, play, slip = await self.desk.get()
            self.is_busy = True
            await self.visit(table, play, slip)

    async def visit(self, table: int, play: int, slip: dict[str, Any]) -> None:
        page = await self.get(f"{self.home}live/?table={table}")
        calls = CALL.findall(page.body.decode(errors="replace")) if page else []
        for call in calls[:1]:
            await self.post("call answered", f"{self.home}calls/{call}/", {"do": "answer"})
        await self.correct(play, slip)
        for call in calls[:1]:
            await self.post_until_accepted(
                "call answered", f"{self.home}calls/{call}/", {"do": "settle"}
            )

    async def correct(self, play: int, slip: dict[str, Any]) -> None:
        """Store a result with a reason that identifies the correction."""
        address = f"{self.home}play/{play}/"
        while await self.get(address) is None:
            await asyncio.sleep(RETRY_SECONDS)
        key = f"Decided by the director ({uuid.uuid4()})"
        told = {"kind": "correction", "key": key, "play": play, "side": "", "slip": slip}
        told["accepted"] = False
        self.sent.append(told)
        answer = await self.post("correction", address, {**form_of(slip), "reason": key})
        told["accepted"] = answer is not None and answer.status == 302
        if answer is not None and answer.status == 200:
            self.figures.refusals["correction", 200, "shown again"] += 1

    async def get(self, path: str, headers: dict[str, str] | None = None) -> Answer | None:
        return await self.figures.ask(
            "console", self.browser, path, patience=TIMEOUT_SECONDS, headers=headers or PAGE
        )

    async def post(self, kind: str, path: str, values: dict[str, str]) -> Answer | None:
        token = self.browser.cookies.get("csrftoken", "")
        body = urlencode({**values, "csrfmiddlewaretoken": token}).encode()
        return await self.figures.ask(
            kind,
            self.browser,
            path,
            patience=TIMEOUT_SECONDS,
            method="POST",
            headers=FORM,
            body=body,
        )

    async def post_until_accepted(self, kind: str, path: str, values: dict[str, str]) -> None:
        """Post a form until accepted; it must be idempotent."""
        while True:
            answer = await self.post(kind, path, values)
            if answer is not None and answer.status == 302:
                return
            await asyncio.sleep(RETRY_SECONDS)


def form_of(slip: dict[str, Any]) -> dict[str, str]:
    if "not_played" in slip:
        return {"kind": "not_played"}
    return {
        "kind": "played",
        "contract": slip["contract"],
        "declarer": slip["declarer"],
        "contra": str(slip["contra"]),
        "side": "NS",
        "points": str(slip["points"]["NS"]),
        "announced_ns": "0",
        "announced_ew": "0",
        "capot": "",
    }
