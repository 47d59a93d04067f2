"""Redis broker: a failed acknowledgement does not stop a worker.

Kombu keeps a message in the prefetch window when its acknowledgement fails. After as many failures
as the window is wide, the worker consumes nothing more, and still answers a ping.
"""

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """Prefetch window that drops a message even if Redis does not confirm the acknowledgement.

    Redis may deliver it once more after the visibility timeout: the job row is already done.
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
