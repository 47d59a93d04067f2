"""Run coroutines with a fake clock: waiting takes no real time."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Selector(selectors.DefaultSelector):
    """Advance the fake clock instead of waiting for timers."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        self.now += timeout
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """Event loop that jumps to its next timer when no task can run.

    Work in threads is not awaited: replace it in tests.
    """

    def __init__(self) -> None:
        self.clock = Selector()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


def run(scene: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(scene)
