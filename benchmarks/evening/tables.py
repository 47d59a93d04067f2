"""The people at one table: who enters, who confirms, who disagrees, and what they do about it."""

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
    """A table's players, with a phone on each side."""

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
        """Play the evening: each board when its time has come and its round has begun."""
        self.turns = {turn.play: turn for turn in turns}
        for turn in sorted(turns, key=lambda each: (each.round, each.at)):
            await self.director.time(turn.round, turn.at)
            self.go(self.enter(turn))

    def go(self, work: Awaitable[Any]) -> None:
        """Let something happen beside everything else."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def think(self, least: float = 1.0, most: float = 4.0) -> None:
        """People are slower than telephones."""
        await asyncio.sleep(self.rng.uniform(least, most))

    # Entering -----------------------------------------------------------------------------------

    async def enter(self, turn: Turn) -> None:
        """The first side enters; what happens next depends on the people."""
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
        """Say yes on the phone that entered it; what it has not sent yet is named by its key."""
        if turn.play in self.answered:
            return
        self.answered.add(turn.play)
        board = phone.board(turn.play)
        version = board and next(
            (entry["version"] for entry in board["entries"] if entry["key"] == item.key), None
        )
        which = {"version": version} if version else {"entry": item.key}
        phone.say(turn.play, side, True, **which)

    # Answering ----------------------------------------------------------------------------------

    def look_at(self, phone: Phone) -> None:
        """What somebody does who sees this on the phone's screen."""
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
        """Say whether the other side's entry is right."""
        await self.think()
        phone.say(turn.play, phone.side, turn.manner is not Manner.REFUSED, version=version)

    def disagree(self, turn: Turn, phone: Phone, board: dict[str, Any]) -> None:
        """Two that differ: one side gives in, or the director is called."""
        if -turn.play in self.answered:
            return
        self.answered.add(-turn.play)
        other = next((e for e in board["entries"] if e["side"] == OTHER[phone.side]), None)
        if turn.manner is Manner.CHOSEN and other is not None:
            self.go(self.give_in(turn, phone, other["version"]))
        else:
            self.go(self.call(turn, phone))

    async def give_in(self, turn: Turn, phone: Phone, version: int) -> None:
        """The other side's entry was right after all."""
        await self.think(2, 6)
        phone.say(turn.play, phone.side, True, version=version)

    async def call(self, turn: Turn, phone: Phone) -> None:
        """The director comes to the table and decides."""
        await self.think(2, 6)
        await phone.call("We do not agree", turn.play)
        self.director.come(self.number, turn.play, turn.slip)

    async def complain(self, turn: Turn) -> None:
        """Much later somebody finds that it was wrong."""
        await self.think(20, 40)
        self.director.come(self.number, turn.play, turn.other_slip)
