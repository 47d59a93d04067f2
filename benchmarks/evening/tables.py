"""The players of one table: who enters, confirms, disagrees, and how it is resolved."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.evening.director import Director
from benchmarks.evening.phones import Item, Phone
from benchmarks.evening.plan import Manner, Turn

OTHER = {"NS": "EW", "EW": "NS"}


@dataclass(eq=False)
class People:
    number: int
    phones: dict[str, Phone]
    director: Director
    rng: random.Random
    turns: dict[int, Turn] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        for phone in self.phones.values():
            phone.on_state = self.look_at

    async def play(self, turns: list[Turn]) -> None:
        self.turns = {turn.play: turn for turn in turns}
        for turn in sorted(turns, key=lambda each: (each.round, each.at)):
            await self.director.time(turn.round, turn.at)
            self.go(self.enter(turn))

    def go(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def think(self, least: float = 1.0, most: float = 4.0) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))

    async def enter(self, turn: Turn) -> None:
        phone = self.phones[turn.side]
        item = phone.enter(turn.play, turn.slip)
        if turn.corrected:
            self.go(self.complain(turn))
        if turn.manner is Manner.HANDED:
            await self.think(2, 4)
            self.answer(turn, phone, OTHER[turn.side], item)
        elif turn.manner in (Manner.BOTH, Manner.CHOSEN, Manner.DECIDED):
            await self.think(0, 3)
            slip = turn.slip if turn.manner is Manner.BOTH else turn.other_slip
            self.answered.add(turn.play)
            self.phones[OTHER[turn.side]].enter(turn.play, slip)

    def answer(self, turn: Turn, phone: Phone, side: str, item: Item) -> None:
        """Confirm on the phone that entered; an unsent entry is identified by its key."""
        if turn.play in self.answered:
            return
        self.answered.add(turn.play)
        board = phone.board(turn.play)
        version = board and next(
            (entry["version"] for entry in board["entries"] if entry["key"] == item.key), None
        )
        which = {"version": version} if version else {"entry": item.key}
        phone.say(turn.play, side, True, **which)

    def look_at(self, phone: Phone) -> None:
        for board in phone.boards():
            turn = self.turns.get(board["play"])
            if turn is None:
                continue
            entry = next((e for e in board["entries"] if e["version"] == board["current"]), None)
            if board["state"] == "entered" and entry and entry["side"] == OTHER[phone.side]:
                if turn.play in self.answered:
                    continue
                self.answered.add(turn.play)
                self.go(self.reply(turn, phone, entry["version"]))
            elif board["state"] == "disputed" and phone.side == turn.side:
                self.disagree(turn, phone, board)

    async def reply(self, turn: Turn, phone: Phone, version: int) -> None:
        await self.think()
        phone.say(turn.play, phone.side, turn.manner is not Manner.REFUSED, version=version)

    def disagree(self, turn: Turn, phone: Phone, board: dict[str, Any]) -> None:
        """Two different entries: one side accepts the other's, or calls the director."""
        if -turn.play in self.answered:
            return
        self.answered.add(-turn.play)
        other = next((e for e in board["entries"] if e["side"] == OTHER[phone.side]), None)
        if turn.manner is Manner.CHOSEN and other is not None:
            self.go(self.give_in(turn, phone, other["version"]))
        else:
            self.go(self.call(turn, phone))

    async def give_in(self, turn: Turn, phone: Phone, version: int) -> None:
        await self.think(2, 6)
        phone.say(turn.play, phone.side, True, version=version)

    async def call(self, turn: Turn, phone: Phone) -> None:
        await self.think(2, 6)
        await phone.call("We do not agree", turn.play)
        self.director.come(self.number, turn.play, turn.slip)

    async def complain(self, turn: Turn) -> None:
        await self.think(20, 40)
        self.director.come(self.number, turn.play, turn.other_slip)
