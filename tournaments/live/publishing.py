"""Publish visitors' events to nginx with nchan, which fans them out.

nginx authorizes a visitor here (``nchan_authorize_request`` in ``deploy/nginx.conf``); the
tournament's events are published from then until nginx has had no subscriber for a while.
"""

import asyncio
import json
import logging
import urllib.request
from collections.abc import Awaitable, Callable
from typing import Final

from tournaments.live.events import KEEP_ALIVE, event_data
from tournaments.live.watchers import Hub, Mailbox

log = logging.getLogger(__name__)
MIN_INTERVAL_SECONDS: Final = 1.0
"""Between two events of a tournament; then the newest is sent."""
IDLE_SECONDS: Final = 60.0
"""Watching continues this long after the last listener."""
TIMEOUT_SECONDS: Final = 3.0
Post = Callable[[str, bytes], Awaitable[int]]
"""Publishes an event's data for a tournament code; returns the number of listeners."""


class Publisher:
    def __init__(
        self,
        hub: Hub,
        post: Post,
        *,
        rest_seconds: float = MIN_INTERVAL_SECONDS,
        unheard_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.hub = hub
        self.post = post
        self.rest_seconds = rest_seconds
        self.unheard_seconds = unheard_seconds
        self.mailboxes: dict[str, Mailbox] = {}
        self.heard_at: dict[str, float] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def announce(self, code: str) -> None:
        self.heard_at[code] = asyncio.get_running_loop().time()
        mailbox = self.mailboxes.get(code)
        if code not in self.tasks:
            self.tasks[code] = asyncio.create_task(self.publish(code))
        elif mailbox is not None and mailbox.empty():
            # A restarted nginx has lost the newest event.
            mailbox.put_nowait(KEEP_ALIVE)

    async def publish(self, code: str) -> None:
        """Publish events as they come, and repeat the newest one periodically."""
        loop = asyncio.get_running_loop()
        newest = b""
        try:
            with self.hub.listen(code) as mailbox:
                self.mailboxes[code] = mailbox
                while loop.time() - self.heard_at[code] < self.unheard_seconds:
                    event = await mailbox.get()
                    if event is None:
                        return
                    newest = newest if event == KEEP_ALIVE else event_data(event)
                    if newest and await self.publish_event(code, newest):
                        self.heard_at[code] = loop.time()
                    await asyncio.sleep(self.rest_seconds)
        finally:
            for registry in (self.tasks, self.mailboxes, self.heard_at):
                registry.pop(code, None)

    async def publish_event(self, code: str, data: bytes) -> int:
        """Publish an event; return the number of subscribers, 0 if nginx is unreachable."""
        try:
            return await self.post(code, data)
        except (OSError, ValueError) as error:
            log.warning("No event of %s was published: %s", code, error)
            return 0


def nchan_publisher(url: str) -> Post:
    """Return a coroutine function that publishes to nchan at ``url``."""

    def post_now(code: str, data: bytes) -> int:
        request = urllib.request.Request(
            f"{url}/publish/{code}",
            data,
            {
                "Accept": "application/json",
                "Content-Type": "application/json",
                "X-EventSource-Event": "version",
            },
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return int(json.load(answer)["subscribers"])

    async def post(code: str, data: bytes) -> int:
        return await asyncio.to_thread(post_now, code, data)

    return post
