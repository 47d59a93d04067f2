"""Embedded file broker with atomic messages.

Kombu's transport opens a message under its final name before it writes it: a worker that
reads it then gets an empty file, loses the message and crashes.
"""

import os
import uuid
from pathlib import Path
from queue import Empty
from time import monotonic_ns
from typing import Any, Final

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Writes a draft first and then renames it."""

    def _put(self, queue: str, payload: object, **kwargs: object) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}"
        draft = folder / f"{name}.draft"
        draft.write_text(dumps(payload))
        os.replace(draft, folder / f"{name}.{queue}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except ValueError as error:  # a torn message: the job row still holds the work
            raise Empty from error


class Transport(filesystem.Transport):
    Channel = Channel


TRANSPORTS: Final = {
    "filesystem": "config.file_broker:Transport",
    "redis": "config.redis_broker:Transport",
    "rediss": "config.redis_broker:Transport",
}


def use_own_transports() -> None:
    TRANSPORT_ALIASES.update(TRANSPORTS)
