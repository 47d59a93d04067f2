"""Redis broker: a failed acknowledgement does not stop a worker.

Kombu leaves a message in the prefetch window if its acknowledgement fails. When the window
is full of them, the worker consumes nothing more and still answers pings.
"""

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """Drops a message from the prefetch window even if Redis does not acknowledge.

    Redis can deliver it again after the visibility timeout: the job row is already done.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel
