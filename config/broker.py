"""Two transports of Kombu with a fault of each mended.

``filesystem`` opens a message under its final name before it writes it: a worker that reads in
between takes an empty file, loses the message and ends.

``redis`` keeps a message in the prefetch window when its acknowledgement fails. After as many
failures as the window is wide, the worker consumes nothing more, and still answers a ping.
"""

import os
import uuid
from pathlib import Path
from queue import Empty
from time import monotonic_ns
from typing import Any, Final

from kombu.transport import TRANSPORT_ALIASES, filesystem, redis, virtual
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


class RedisQoS(redis.QoS):
    """Prefetch window that forgets a message even if Redis does not confirm the acknowledgement.

    Redis may deliver it once more after the visibility timeout: the job row says it is done.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class RedisChannel(redis.Channel):
    QoS = RedisQoS


class RedisTransport(redis.Transport):
    Channel = RedisChannel


TRANSPORTS: Final = {
    "filesystem": "config.broker:Transport",
    "redis": "config.broker:RedisTransport",
    "rediss": "config.broker:RedisTransport",
}


def use_own_transports() -> None:
    """Register the mended transports under the schemes of Kombu's."""
    TRANSPORT_ALIASES.update(TRANSPORTS)
