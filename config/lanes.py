"""Lanes into the application: a few requests at a time, and results never behind pages.

Django gives each request a thread and a connection to the database. Two hundred at once would all
be slow together and take more connections than there are; a few at a time take each its few
milliseconds. What tables send has a lane of its own, so that no crowd of visitors holds it up.
"""

import asyncio
from typing import Any, Final

from config.front import App, Receive, Scope

PAGES: Final = 5
ENTRIES: Final = 3
"""So many requests of each kind are answered at a time by a process."""
PATIENCE_SECONDS: Final = 20.0
"""After so long in a queue a visitor is better told to come again."""
BUSY: Final = "belot.busy"
"""Set in the scope of a request that waited in vain; see ``config.refusals``."""
TABLE: Final = "/table/"
HEALTH: Final = "/health/"
"""Whoever asks whether the process lives must not hear that it does not because it is busy."""


class Lanes:
    """An ASGI application around another one."""

    def __init__(
        self,
        app: App,
        pages: int = PAGES,
        entries: int = ENTRIES,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self.app = app
        self.pages = asyncio.Semaphore(pages)
        self.entries = asyncio.Semaphore(entries)
        self.patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Any) -> None:
        """Let a request in as soon as there is room for it."""
        if scope["type"] != "http" or scope["path"].startswith(HEALTH):
            await self.app(scope, receive, send)
            return
        lane = self.entries if is_entry(scope) else self.pages
        try:
            await asyncio.wait_for(lane.acquire(), self.patience)
        except TimeoutError:
            await self.app({**scope, BUSY: True}, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            lane.release()


def is_entry(scope: Scope) -> bool:
    """Whether a table sends something."""
    path: str = scope["path"]
    return scope["method"] == "POST" and path.startswith(TABLE)
