"""Broker: atomic file transport; a failed acknowledgement does not stop a Redis worker."""

import threading
from queue import Empty
from types import SimpleNamespace

import pytest
from kombu import Connection
from kombu.transport import virtual
from redis.exceptions import TimeoutError as RedisTimeoutError

from config import redis_broker
from config.file_broker import Channel


@pytest.fixture
def connection(tmp_path):
    folders = {"data_folder_in": tmp_path, "data_folder_out": tmp_path, "control_folder": tmp_path}
    options = {name: str(folder) for name, folder in folders.items()}
    with Connection("filesystem://localhost//", transport_options=options) as opened:
        yield opened


def drained(channel, queue):
    found = []
    while True:
        try:
            found.append(channel._get(queue))
        except Empty:
            return found


def test_file_broker_uses_custom_channel(connection):
    assert isinstance(connection.default_channel, Channel)


def test_queued_messages_are_returned_unchanged(connection):
    channel = connection.default_channel
    channel._put("belot", {"n": 1, "what": "ретро"})
    channel._put("other", {"n": 2})
    assert drained(channel, "belot") == [{"n": 1, "what": "ретро"}]
    assert drained(channel, "other") == [{"n": 2}]


def test_concurrent_reader_gets_every_message_complete(connection):
    channel = connection.default_channel
    writer = threading.Thread(
        target=lambda: [channel._put("belot", {"n": n, "long": "x" * 5000}) for n in range(300)]
    )
    writer.start()
    found = []
    while writer.is_alive():
        found += drained(channel, "belot")
    found += drained(channel, "belot")
    assert sorted(message["n"] for message in found) == list(range(300))


def test_empty_message_file_is_ignored(connection, tmp_path):
    (tmp_path / "1_torn.belot.msg").write_bytes(b"")
    channel = connection.default_channel
    with pytest.raises(Empty):
        channel._get("belot")
    channel._put("belot", {"n": 1})
    assert drained(channel, "belot") == [{"n": 1}]


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_redis_urls_use_custom_transport(scheme):
    assert Connection(f"{scheme}://localhost").get_transport_cls() is redis_broker.Transport
    assert redis_broker.Transport.Channel.QoS is redis_broker.QoS


def test_a_failed_acknowledgement_leaves_the_prefetch_window():
    class StalledQoS(redis_broker.QoS):
        def _remove_from_indices(self, *_args):
            raise RedisTimeoutError

    qos = StalledQoS(SimpleNamespace(do_restore=False), prefetch_count=1)
    virtual.QoS.append(qos, "a message", "tag")
    assert not qos.can_consume()
    with pytest.raises(RedisTimeoutError):
        qos.ack("tag")
    assert qos.can_consume()
