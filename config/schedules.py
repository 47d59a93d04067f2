"""When the scheduler sends its messages, whatever somebody does to the clock."""

import time
from datetime import datetime
from typing import Final

from celery.beat import PersistentScheduler
from celery.schedules import schedstate, schedule

ONE_HOUR: Final = 3600.0
FORGETTING: Final = "tournaments.privacy.tasks.forget_what_is_old"
BACKING_UP: Final = "ops.tasks.back_up_if_due"


class Steady(schedule):
    """Every so many seconds, also after the clock was put back.

    Celery waits until the hour that the clock was put back is over once more.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Whether the time has come, and after how many seconds to ask again."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)


class SteadyScheduler(PersistentScheduler):
    """Waits for its next message by a clock that nobody can put back."""

    def _when(self, _entry: object, next_time_to_run: int, **_options: object) -> float:
        return time.monotonic() + (self.adjust(next_time_to_run) or 0)


def messages_of(sweep_seconds: float) -> dict[str, dict[str, object]]:
    """The messages that the scheduler sends, as Celery wants them."""
    every = {
        "sweep-jobs": ("jobs.tasks.sweep", sweep_seconds),
        "forget-what-is-old": (FORGETTING, ONE_HOUR),
        "forget-finished-jobs": ("jobs.tasks.forget", ONE_HOUR),
    }
    return {name: message_of(task, seconds) for name, (task, seconds) in every.items()}


def message_of(task: str, seconds: float) -> dict[str, object]:
    """One message as Celery wants it."""
    return {"task": task, "schedule": Steady(seconds), "options": {"expires": seconds}}


BACKUPS: Final = {"back-up": message_of(BACKING_UP, ONE_HOUR)}
"""Sent too where the settings say where to: the task looks whether the newest is old enough."""
