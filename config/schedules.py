"""Celery beat schedule that tolerates clock changes."""

import time
from datetime import datetime
from typing import Final

from celery.beat import PersistentScheduler
from celery.schedules import schedstate, schedule

ONE_HOUR: Final = 3600.0
RETENTION_TASK: Final = "tournaments.privacy.tasks.forget_what_is_old"
BACKUP_TASK: Final = "ops.tasks.back_up_if_due"


class SteadySchedule(schedule):
    """A fixed interval, also after the clock was put back.

    Celery would wait until that hour has passed again.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)


class SteadyScheduler(PersistentScheduler):
    def _when(self, _entry: object, next_time_to_run: int, **_options: object) -> float:
        return time.monotonic() + (self.adjust(next_time_to_run) or 0)


def beat_schedule(sweep_seconds: float) -> dict[str, dict[str, object]]:
    every = {
        "sweep-jobs": ("jobs.tasks.sweep", sweep_seconds),
        "forget-what-is-old": (RETENTION_TASK, ONE_HOUR),
        "forget-finished-jobs": ("jobs.tasks.forget", ONE_HOUR),
    }
    return {name: beat_entry(task, seconds) for name, (task, seconds) in every.items()}


def beat_entry(task: str, seconds: float) -> dict[str, object]:
    return {"task": task, "schedule": SteadySchedule(seconds), "options": {"expires": seconds}}


BACKUP_SCHEDULE: Final = {"back-up": beat_entry(BACKUP_TASK, ONE_HOUR)}
"""If a location is set; the task checks the newest backup's age."""
