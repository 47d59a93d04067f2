from collections import namedtuple
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.kinds import JobKind
from jobs.models import Job
from jobs.tasks import sweep
from ops import checks
from ops.models import Pulse
from web import health

pytestmark = pytest.mark.django_db
Room = namedtuple("Room", "free")


@pytest.fixture(autouse=True)
def _fresh_looks(monkeypatch):
    monkeypatch.setattr(health, "PROBE", health.Probe())
    monkeypatch.setattr(health, "CACHED_CHECKS", checks.CheckCache())
    monkeypatch.setattr(health, "PROBE_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr(checks, "CACHE_SECONDS", 0.0)


@pytest.fixture
def lives():
    Pulse.objects.create(name=checks.SWEEP, at=timezone.now())


def ask(query="", **headers):
    answer = Client(headers=headers).get(reverse("ready") + query)
    return answer.status_code, answer.json()


def troubles():
    return {name: told for name, told in ask()[1]["checks"].items() if told != "ok"}


def test_healthy_installation_reports_every_check_ok(lives):
    names = ["database", "migrations", "broker", "workers", "queue", "disk"]
    assert ask() == (200, {"status": "ok", "checks": dict.fromkeys(names, "ok")})


def test_health_details_require_a_local_request_or_a_token(lives, settings):
    assert ask(**{"X-Forwarded-For": "10.1.2.3"}) == (200, {"status": "ok"})
    settings.METRICS_TOKEN = "known to few"
    told = {"X-Forwarded-For": "10.1.2.3", "Authorization": "Bearer known to few"}
    assert "checks" in ask(**told)[1]
    told["Authorization"] = "Bearer another"
    assert "checks" not in ask(**told)[1]


def test_unavailable_database_returns_503(monkeypatch):
    def fail():
        raise OperationalError("gone")

    monkeypatch.setattr(health, "write_probe", fail)
    assert ask() == (503, {"status": "down", "checks": {"database": "OperationalError"}})


def test_missing_migrations_return_503(lives):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'ops'")
    status, told = ask()
    assert (status, told["status"]) == (503, "down")
    assert told["checks"]["migrations"].startswith("The database lacks migrations: ops.000")


def test_silent_workers_return_503_only_in_strict_mode():
    assert troubles() == {"workers": "No worker has ever answered the scheduler."}
    assert ask()[0] == 200
    assert ask("?strict")[0] == 503
    Pulse.objects.create(name=checks.SWEEP, at=timezone.now() - timedelta(minutes=5))
    assert "since" in troubles()["workers"]
    Job.objects.create(
        kind="x", key=1, state="running", lease_until=timezone.now() + timedelta(seconds=9)
    )
    assert troubles() == {}


@pytest.mark.sql
def test_sweep_updates_the_worker_heartbeat(lives):
    Pulse.objects.update(at=timezone.now() - timedelta(minutes=5))
    sweep()
    assert troubles() == {}
    Pulse.objects.update(at=timezone.now() + timedelta(hours=1))  # the clock was set back
    sweep()
    assert Pulse.objects.get().at < timezone.now() + timedelta(minutes=1)


def test_waiting_high_priority_job_is_reported(lives):
    patient = JobKind("patient for a test", low_priority=True)
    Job.objects.create(kind=patient.name, key=1)
    Job.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert troubles() == {}
    Job.objects.create(kind="urgent", key=1)
    Job.objects.filter(kind="urgent").update(created_at=timezone.now() - timedelta(seconds=300))
    assert "has waited 5 minutes" in troubles()["queue"]


def test_unavailable_broker_and_full_disk_are_reported(lives, monkeypatch):
    def fail():
        raise OSError("no")

    monkeypatch.setattr(checks.current_app, "connection_for_write", fail)
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _path: Room(12_000_000))
    assert troubles() == {
        "broker": "The broker does not answer (OSError).",
        "disk": "Only 12 MB are free in the data folder.",
    }
