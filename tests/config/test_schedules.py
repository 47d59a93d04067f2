"""Periodic tasks survive clock changes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.celery import app
from config.schedules import SteadySchedule, SteadyScheduler

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "is_due"),
    [(2, False), (5, True), (3600, True), (-1, True), (-3600, True)],
)
def test_schedule_is_due_after_interval_or_when_clock_goes_back(ago: int, is_due: bool) -> None:
    steady = SteadySchedule(5.0, nowfun=lambda: NOW, app=app)
    told = steady.is_due(NOW - timedelta(seconds=ago))
    assert told.is_due is is_due
    assert 0 < told.next <= 5


def test_scheduler_keeps_sending_when_clock_goes_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent: list[str] = []
    clock, now = [100.0], [NOW]
    scheduler = SteadyScheduler(app, lazy=True, schedule_filename=str(tmp_path / "beat"))
    monkeypatch.setattr("config.schedules.time.monotonic", lambda: clock[0])
    monkeypatch.setattr(type(app), "now", lambda _app: now[0])
    monkeypatch.setattr(scheduler, "apply_entry", lambda entry, **_: sent.append(entry.name))
    scheduler.setup_schedule()
    try:
        for second in range(20):
            clock[0] += 1
            now[0] += timedelta(seconds=1)
            if second == 10:
                now[0] -= timedelta(hours=1)
            while scheduler.tick() == 0:
                pass
    finally:
        scheduler.close()
    assert len(sent) in {4, 5}


def test_job_sweep_uses_the_steady_scheduler() -> None:
    assert app.conf.beat_scheduler == "config.schedules:SteadyScheduler"
    assert type(app.conf.beat_schedule["sweep-jobs"]["schedule"]) is SteadySchedule
