"""The players of one table: who enters, confirms, disagrees, and how it is resolved."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.evening.director import Director
from benchmarks.evening.phones import OutboxItem, Phone
from benchmarks.evening.plan import ConfirmationPath, PlannedBoard

OTHER = {"NS": "EW", "EW": "NS"}


@dataclass(eq=False)
class TablePlayers:
    number: int
    phones: dict[str, Phone]
    director: Director
    rng: random.Random
    turns: dict[int, PlannedBoard] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        for phone in self.phones.values():
            phone.on_state = self.react_to_state

    async def play(self, turns: list[PlannedBoard]) -> None:
        self.turns = {turn.play: turn for turn in turns}
        for turn in sorted(turns, key=lambda each: (each.round, each.at)):
            await self.director.time(turn.round, turn.at)
            self.start_task(self.enter(turn))

    def start_task(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def think(self, least: float = 1.0, most: float = 4.0) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))

    async def enter(self, turn: PlannedBoard) -> None:
        phone = self.phones[turn.side]
        item = phone.enter(turn.play, turn.slip)
        if turn.corrected:
            self.start_task(self.complain(turn))
        if turn.manner is ConfirmationPath.HANDED:
            await self.think(2, 4)
            self.answer(turn, phone, OTHER[turn.side], item)
        elif turn.manner in (
            ConfirmationPath.BOTH,
            ConfirmationPath.CHOSEN,
            ConfirmationPath.DECIDED,
        ):
            await self.think(0, 3)
            slip = turn.slip if turn.manner is ConfirmationPath.BOTH else turn.other_slip
            self.answered.add(turn.play)
            self.phones[OTHER[turn.side]].enter(turn.play, slip)

    def answer(self, turn: PlannedBoard, phone: Phone, side: str, item: OutboxItem) -> None:
        """Confirm on the phone that entered; an unsent entry is identified by its key."""
        if turn.play in self.answered:
            return
        self.answered.add(turn.play)
        board = phone.board(turn.play)
        version = board and next(
            (entry["version"] for entry in board["entries"] if entry["key"] == item.key), None
        )
        which = {"version": version} if version else {"entry": item.key}
        phone.confirm(turn.play, side, True, **which)

    def react_to_state(self, phone: Phone) -> None:
        for board in phone.boards():
            turn = self.turns.get(board["play"])
            if turn is None:
                continue
            entry = next((e for e in board["entries"] if e["version"] == board["current"]), None)
            if board["state"] == "entered" and entry and entry["side"] == OTHER[phone.side]:
                if turn.play in self.answered:
                    continue
                self.answered.add(turn.play)
                self.start_task(self.reply(turn, phone, entry["version"]))
            elif board["state"] == "disputed" and phone.side == turn.side:
                self.disagree(turn, phone, board)

    async def reply(self, turn: PlannedBoard, phone: Phone, version: int) -> None:
        await self.think()
        phone.confirm(
            turn.play, phone.side, turn.manner is not ConfirmationPath.REFUSED, version=version
        )

    def disagree(self, turn: PlannedBoard, phone: Phone, board: dict[str, Any]) -> None:
        """Two different entries: one side accepts the other's, or calls the director."""
        if -turn.play in self.answered:
            return
        self.answered.add(-turn.play)
        other = next((e for e in board["entries"] if e["side"] == OTHER[phone.side]), None)
        if turn.manner is ConfirmationPath.CHOSEN and other is not None:
            self.start_task(self.accept_other_entry(turn, phone, other["version"]))
        else:
            self.start_task(self.call(turn, phone))

    async def accept_other_entry(self, turn: PlannedBoard, phone: Phone, version: int) -> None:
        await self.think(2, 6)
        phone.confirm(turn.play, phone.side, True, version=version)

    async def call(self, turn: PlannedBoard, phone: Phone) -> None:
        await self.think(2, 6)
        await phone.call("We do not agree", turn.play)
        self.director.queue_decision(self.number, turn.play, turn.slip)

    async def complain(self, turn: PlannedBoard) -> None:
        await self.think(20, 40)
        self.director.queue_decision(self.number, turn.play, turn.other_slip)
