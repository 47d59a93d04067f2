import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings as project
from django.utils import timezone

from jobs.models import Job
from jobs.tasks import run
from ops import tasks
from ops.backups.inventory import backups_in, name_of, with_card
from ops.backups.stores import store_at

SCHEDULE = """
import json, django
django.setup()
from config.celery import app
print(json.dumps(sorted(each["task"] for each in app.conf.beat_schedule.values())))
"""


def scheduled(**variables):
    ran = subprocess.run(
        [sys.executable, "-c", SCHEDULE],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **variables},
        cwd=project.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def test_backup_is_scheduled_only_with_a_location(tmp_path):
    assert "ops.tasks.back_up_if_due" not in scheduled(BACKUP_TO="")
    assert "ops.tasks.back_up_if_due" in scheduled(BACKUP_TO=str(tmp_path))


@pytest.mark.django_db(transaction=True)
def test_backup_is_due_when_the_newest_is_a_day_old(settings, tmp_path):
    settings.BACKUP_TO = str(tmp_path)
    settings.DATA_DIR = tmp_path / "data"
    old = tmp_path / name_of(timezone.now() - timedelta(hours=23))
    old.touch()
    assert tasks.back_up_if_due() is False
    assert not Job.objects.exists()
    old.rename(tmp_path / name_of(timezone.now() - timedelta(hours=25)))
    assert tasks.back_up_if_due() is True
    job = Job.objects.get()
    run(job.pk)
    job.refresh_from_db()
    assert job.state == "done"
    newest = with_card(store_at(str(tmp_path)), backups_in(store_at(str(tmp_path)))[0])
    assert job.result["name"] == newest.name
    assert newest.verified_at is not None


@pytest.mark.django_db
def test_unwritable_backup_location_fails_the_job_with_a_reason(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.BACKUP_TO = str(tmp_path / "file" / "folder")
    settings.DATA_DIR = tmp_path / "data"
    assert tasks.back_up_if_due() is True
    job = Job.objects.get()
    run(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert "Not a directory" in job.error
