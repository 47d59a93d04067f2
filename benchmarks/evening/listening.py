"""An event stream that reconnects like a browser's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from benchmarks.evening.figures import Figures
from benchmarks.evening.http import BrokenConnectionError, Browser, Connection

RETRY: Final = 3.0
TIMEOUT_SECONDS: Final = 60.0
"""As long as a browser waits."""


class EventStream:
    def __init__(
        self, browser: Browser, figures: Figures, path: str, hear: Callable[[bytes], None]
    ) -> None:
        self.browser = browser
        self.figures = figures
        self.path = path
        self.hear = hear
        self.stream: Connection | None = None
        self.ended = asyncio.Event()

    @property
    def is_open(self) -> bool:
        return self.stream is not None

    async def run(self) -> None:
        """Reconnect until the server answers 204."""
        try:
            while await self.listen():
                await asyncio.sleep(RETRY)
        finally:
            if self.stream:
                self.stream.close()

    async def listen(self) -> bool:
        self.ended.clear()
        try:
            answer, stream = await self.browser.listen(
                self.path, TIMEOUT_SECONDS, self.hear, self.ended.set
            )
        except (OSError, TimeoutError, BrokenConnectionError) as error:
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
