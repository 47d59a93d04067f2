"""Wake workers from a separate thread: no request waits for the broker.

A message can be lost: the job row says what to do, and the sweeper sends it again.
"""

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Final

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)
MOST_WAITING: Final = 1000
PAUSE_SECONDS: Final = 5.0
RUN_TASK: Final = "jobs.tasks.run"


class Messenger:
    def __init__(self, send: Callable[[int], object]) -> None:
        self.send = send
        self.waiting: queue.Queue[int] = queue.Queue(MOST_WAITING)
        self.starting = threading.Lock()
        self.thread: threading.Thread | None = None

    def post(self, job_id: int, after: float = 0.0) -> None:
        """Send after ``after`` seconds; returns at once."""
        if after > 0:
            timer = threading.Timer(after, self.post, [job_id])
            timer.daemon = True
            timer.start()
            return
        with contextlib.suppress(queue.Full):
            self.waiting.put_nowait(job_id)
        with self.starting:
            # Also after a fork: threads stay in the parent.
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self.run, daemon=True, name="messenger")
                self.thread.start()

    def run(self) -> None:
        while True:
            self.send_one(self.waiting.get())

    def send_one(self, job_id: int) -> None:
        """Send one message; pause after a failure."""
        try:
            self.send(job_id)
        except Exception as error:
            log.warning("no broker: job %d waits for the sweeper (%s)", job_id, error)
            time.sleep(PAUSE_SECONDS)
            self.drop_waiting()

    def drop_waiting(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self.waiting.get_nowait()


def send_wake_message(job_id: int) -> None:
    current_app.send_task(RUN_TASK, (job_id,))


MESSENGER: Final = Messenger(send_wake_message)


def wake(job_id: int, after: float = 0.0) -> None:
    """Wake a worker after the commit and ``after`` seconds; without a broker the job waits."""
    transaction.on_commit(lambda: MESSENGER.post(job_id, after))
