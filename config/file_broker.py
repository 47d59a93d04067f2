"""The embedded broker: messages as files, whole or not there at all.

The transport it is made from opens a message under its final name before it writes it; a worker
that looks in between takes an empty file, loses the message and dies of it.
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
    """Writes each message beside the queue's files and then gives it its name."""

    def _put(self, queue: str, payload: object, **kwargs: object) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}"
        draft = folder / f"{name}.draft"
        draft.write_text(dumps(payload))
        os.replace(draft, folder / f"{name}.{queue}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except ValueError as error:  # a torn message: the job row says what is to be done
            raise Empty from error


class Transport(filesystem.Transport):
    """The file transport with whole messages."""

    Channel = Channel


TRANSPORTS: Final = {
    "filesystem": "config.file_broker:Transport",
    "redis": "config.redis_broker:Transport",
    "rediss": "config.redis_broker:Transport",
}


def use_own_transports() -> None:
    """Register the patched transports under Kombu's schemes."""
    TRANSPORT_ALIASES.update(TRANSPORTS)
