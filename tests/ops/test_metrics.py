import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from django.test import Client

from jobs.models import Job
from ops import metrics_directory
from tests.builders import enter_and_confirm, make_drawn, plays_of
from tests.processes import environment, until
from tests.processes import started as start_process
from tournaments.console.services.clock import start_round

LOCAL = "127.0.0.1"


def read(**headers):
    answer = Client(headers=headers).get("/metrics")
    return answer.status_code, answer.content.decode()


@pytest.mark.django_db
def test_metrics_require_a_token_or_an_allowed_address(settings):
    assert read()[0] == 404
    settings.METRICS_TOKEN = "known to few"
    assert read()[0] == 404
    assert read(Authorization="Bearer known to all")[0] == 404
    assert read(Authorization="Bearer known to few")[0] == 200
    settings.METRICS_TOKEN, settings.METRICS_FROM = "", ["10.0.0.0/8"]
    assert read()[0] == 404
    settings.METRICS_FROM = ["10.0.0.0/8", "127.0.0.1"]
    assert read()[0] == 200


@pytest.mark.django_db
def test_metrics_contain_jobs_and_results(settings):
    settings.METRICS_FROM = [LOCAL]
    tournament = make_drawn(4, params={"entrants": 4, "rounds": 2})
    start_round(tournament=tournament, number=1)
    enter_and_confirm(plays_of(tournament)[0])
    Job.objects.all().delete()
    Job.objects.create(kind="rank", key=1, state="failed")
    Job.objects.create(kind="rank", key=1)
    text = read()[1]
    assert 'belot_jobs{kind="rank",state="failed"} 1.0' in text
    assert 'belot_jobs{kind="rank",state="queued"} 1.0' in text
    assert re.search(r'belot_oldest_job_seconds{kind="rank"} [\d.e-]+\n', text)
    assert re.search(r"\nbelot_results [1-9]", text)


def test_metrics_folders_of_dead_servers_are_deleted(tmp_path, monkeypatch):
    monkeypatch.delenv(metrics_directory.DIRECTORY_VARIABLE, raising=False)
    here = metrics_directory.socket.gethostname()
    for name in (f"{here}-{2**22 + 1}", f"{here}-{os.getpid()}", "elsewhere-1", "elsewhere-2"):
        (tmp_path / "metrics" / name).mkdir(parents=True)
    week = time.time() - 8 * 86_400
    os.utime(tmp_path / "metrics" / "elsewhere-2", (week, week))
    metrics_directory.set_metrics_folder(tmp_path)
    own = f"{here}-{os.getppid()}"
    left = {each.name for each in (tmp_path / "metrics").iterdir()}
    assert left == {own, f"{here}-{os.getpid()}", "elsewhere-1"}
    assert os.environ[metrics_directory.DIRECTORY_VARIABLE] == str(tmp_path / "metrics" / own)


def fetch(address, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_metrics_of_two_processes_are_summed(tmp_path):
    variables = environment() | {"METRICS_TOKEN": "few", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    with metrics_directory.socket.socket() as probe:
        probe.bind((LOCAL, 0))
        port = probe.getsockname()[1]
    bind = f"{LOCAL}:{port}"
    command = [sys.executable, "-m", "gunicorn", "config.asgi:application", f"--bind={bind}"]
    command += ["--worker-class=uvicorn_worker.UvicornWorker", "--workers=2"]
    base = f"http://{bind}"

    def is_up():
        try:
            return fetch(f"{base}/health/live/")[0] == 200
        except OSError:
            return False

    with start_process(command, variables, stderr=subprocess.DEVNULL):
        until(is_up, 60)
        for _time in range(20):
            assert fetch(f"{base}/accounts/login/")[0] == 200
        token = {"Authorization": "Bearer few"}
        line = 'belot_request_seconds_count{method="GET",status="2xx",view="account_login"} 20.0'
        # Responses are counted after the last byte, just after the client has it.
        until(lambda: line in fetch(f"{base}/metrics", **token)[1], 20)
        for _time in range(6):  # either process can answer
            assert line in fetch(f"{base}/metrics", **token)[1]
        assert fetch(f"{base}/metrics")[0] == 404
