from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.execution import HANDLERS
from jobs.kinds import JobKind
from jobs.models import Job
from jobs.tasks import run
from ops import selectors
from ops.backups.inventory import Backup, card_name, name_of
from ops.models import PageTime
from tests.builders import make_user

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
PAGE = "installation"


@pytest.fixture
def administrator():
    browser = Client()
    browser.force_login(make_user("administrator", is_staff=True))
    return browser


@pytest.fixture
def failed():
    return Job.objects.create(
        kind="repair", key=7, state="failed", attempt=5, error="KeyError: 'NS'", request_id="abc"
    )


def text(browser):
    return browser.get(reverse(PAGE)).content.decode()


def test_installation_page_and_retry_require_an_administrator(failed, client):
    retry = reverse("installation_retry", args=[failed.pk])
    assert client.get(reverse(PAGE)).status_code == 302
    assert client.get(reverse("api_installation")).status_code == 401
    client.force_login(make_user("member"))
    assert client.get(reverse(PAGE)).status_code == 404
    assert client.post(retry).status_code == 404
    assert client.get(reverse("api_installation")).status_code == 403
    assert client.post(reverse("api_job_retry", args=[failed.pk])).status_code == 403
    failed.refresh_from_db()
    assert failed.state == "failed"


def test_failed_job_is_shown_with_its_error_and_can_be_retried(administrator, failed, monkeypatch):
    kind = JobKind("repair")
    monkeypatch.setitem(HANDLERS, "repair", (kind, lambda _attempt: {"well": True}))
    page = text(administrator)
    assert "KeyError: &#x27;NS&#x27;" in page
    assert "Request abc" in page
    answer = administrator.post(reverse("installation_retry", args=[failed.pk]), follow=True)
    assert "Queued again" in answer.content.decode()
    run(failed.pk)
    failed.refresh_from_db()
    assert (failed.state, failed.result, failed.attempt) == ("done", {"well": True}, 1)
    again = administrator.post(reverse("installation_retry", args=[failed.pk]), follow=True)
    assert "already queued again, or done" in again.content.decode()


def test_retry_of_an_already_resubmitted_job_returns_409(administrator, failed):
    waiting = JobKind("repair").submit(7)
    answer = administrator.post(reverse("api_job_retry", args=[failed.pk]))
    assert answer.status_code == 409
    assert set(Job.objects.values_list("pk", "state")) == {
        (failed.pk, "failed"),
        (waiting.pk, "queued"),
    }


def test_installation_api_returns_what_the_page_shows(administrator, failed):
    PageTime.objects.create(hour=timezone.now(), view="home", count=4, seconds=2, slowest=1.5)
    told = administrator.get(reverse("api_installation")).json()
    assert told["counts"] == {"queued": 0, "running": 0, "failed": 1}
    assert [job["error"] for job in told["failed"]] == ["KeyError: 'NS'"]
    assert told["slow"] == [{"view": "home", "times": 4, "mean": 0.5, "slowest": 1.5}]
    assert {check["name"] for check in told["checks"]} == {
        "migrations", "broker", "workers", "queue", "disk",
    }  # fmt: skip
    assert told["disk"]["database"] > 0
    retried = administrator.post(reverse("api_job_retry", args=[failed.pk]))
    assert (retried.status_code, retried.json()["state"]) == (200, "queued")


def test_backups_and_missing_backups_are_shown(administrator, settings, tmp_path, monkeypatch):
    monkeypatch.setattr(selectors, "BACKUP_LIST_TTL_SECONDS", 0)
    settings.BACKUP_TO = ""
    assert "No place for backups is set" in text(administrator)
    settings.BACKUP_TO = str(tmp_path)
    assert "There is no backup yet." in text(administrator)
    made = timezone.now() - timedelta(days=3)
    (tmp_path / name_of(made)).touch()
    page = text(administrator)
    assert "The newest backup is older than it should be." in page
    assert "restore not tested" in page
    fresh = Backup(name=name_of(timezone.now()), made_at=timezone.now())
    (tmp_path / fresh.name).touch()
    (tmp_path / card_name(fresh.name)).write_text("no card")
    page = text(administrator)
    assert "older than it should be" not in page
    assert "2 backups are kept." in page
    (tmp_path / "file").touch()
    settings.BACKUP_TO = str(tmp_path / "file" / "folder")
    assert "There is no backup yet." in text(administrator)
