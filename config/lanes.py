"""Lanes into the application: a few requests at a time, and nobody's work behind a crowd.

Django gives each request a thread and a connection to the database. Two hundred at once would all
be slow together and take more connections than there are; a few at a time take each its few
milliseconds. Visitors of a tournament's pages are many and can wait: they have a narrow lane of
their own, and their answers are kept the longer the busier it is (``config.shared_pages``). What
tables send, phones ask for and directors do goes past them.
"""

import asyncio
from typing import Any, Final

from config.front import App, Receive, Scope

CROWD: Final = 2
WORK: Final = 5
"""So many requests of each kind are answered at a time by a process."""
PATIENCE_SECONDS: Final = 20.0
"""After so long in a queue a visitor is better told to come again."""
BUSY: Final = "belot.busy"
"""Set in the scope of a request that waited in vain; see ``config.refusals``."""
PUBLIC: Final = "/t/"
HEALTH: Final = "/health/"
"""Whoever asks whether the process lives must not hear that it does not because it is busy."""


class Lanes:
    """An ASGI application around another one."""

    def __init__(
        self,
        app: App,
        crowd: int = CROWD,
        work: int = WORK,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self.app = app
        self.crowd = asyncio.Semaphore(crowd)
        self.work = asyncio.Semaphore(work)
        self.patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Any) -> None:
        """Let a request in as soon as there is room for it."""
        if scope["type"] != "http" or scope["path"].startswith(HEALTH):
            await self.app(scope, receive, send)
            return
        lane = self.crowd if is_crowd(scope) else self.work
        try:
            await asyncio.wait_for(lane.acquire(), self.patience)
        except TimeoutError:
            await self.app({**scope, BUSY: True}, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            lane.release()


def is_crowd(scope: Scope) -> bool:
    """Whether somebody looks at a tournament's public pages."""
    path: str = scope["path"]
    return scope["method"] in {"GET", "HEAD"} and path.startswith(PUBLIC)
