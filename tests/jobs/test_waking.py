"""Requests notify the broker without waiting for it."""

import threading

import pytest

from jobs import dispatch
from jobs.dispatch import MOST_WAITING, Messenger


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch):
    monkeypatch.setattr(dispatch, "PAUSE_SECONDS", 0.0)


def test_messages_are_sent_in_posting_order():
    sent: list[int] = []
    last = threading.Event()

    def send(job: int) -> None:
        sent.append(job)
        if job == 3:
            last.set()

    messenger = Messenger(send)
    for job in (1, 2, 3):
        messenger.post(job)
    assert last.wait(10)
    assert sent == [1, 2, 3]


def test_delayed_message_is_sent_after_an_immediate_one():
    sent: list[int] = []
    both = threading.Event()

    def send(job: int) -> None:
        sent.append(job)
        if len(sent) == 2:
            both.set()

    messenger = Messenger(send)
    messenger.post(1, after=0.05)
    messenger.post(2)
    assert both.wait(10)
    assert sent == [2, 1]


def test_hanging_broker_blocks_no_caller_and_queue_is_bounded():
    free = threading.Event()
    begun = threading.Event()

    def send(_job: int) -> None:
        begun.set()
        free.wait(10)

    messenger = Messenger(send)
    messenger.post(0)
    assert begun.wait(10)
    for job in range(2 * MOST_WAITING):
        messenger.post(job)
    assert messenger.waiting.qsize() == MOST_WAITING
    free.set()


def test_unavailable_broker_drops_messages_and_is_retried():
    tried: list[int] = []
    found = threading.Event()

    def send(job: int) -> None:
        tried.append(job)
        if len(tried) == 1:
            messenger.waiting.put(2)  # another job was submitted meanwhile
            raise ConnectionRefusedError("no broker")
        found.set()

    messenger = Messenger(send)
    messenger.send_one(1)
    assert (tried, messenger.waiting.qsize()) == ([1], 0)
    messenger.post(3)
    assert found.wait(10)
    assert tried == [1, 3]
