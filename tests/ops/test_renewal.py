import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

import pytest

from tests.builders import make_drawn, plays_of, slip
from tests.processes import environment, started, until
from tournaments.console.services.clock import start_round
from tournaments.models import Result

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
TABLES = 4
ROUNDS = 6
TRIES = 40


def send(address, body):
    text = json.dumps(body).encode()
    for _try in range(TRIES):
        request = urllib.request.Request(address, text, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            if error.code != 503:
                return error.code
        except OSError:
            pass
        time.sleep(0.5)
    return 0


def answers(base):
    try:
        with urllib.request.urlopen(f"{base}/health/live/", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


@pytest.mark.slow
def test_results_posted_during_a_reload_are_stored_once():
    tournament = make_drawn(
        2 * TABLES, params={"entrants": 2 * TABLES, "rounds": ROUNDS}, boards_per_round=1
    )
    for number in range(1, ROUNDS + 1):
        start_round(tournament=tournament, number=number)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "-m", "gunicorn", "config.asgi:application", "--workers=2"]
    command += [f"--bind={base[7:]}", "--worker-class=uvicorn_worker.UvicornWorker"]
    command += ["--graceful-timeout=10"]
    statuses, keys, renewed = [], [], threading.Event()

    def enter(table):
        for play in plays_of(tournament, sitting__table=table):
            key = str(uuid.uuid4())
            keys.append(key)
            body = {"play": play.pk, "side": "NS", "slip": slip(), "client_key": key}
            statuses.append(send(f"{base}/api/v1/tables/{table.token}/results/", body))
            if len(statuses) == TABLES:
                renewed.set()

    with started(command, environment(), stderr=subprocess.DEVNULL) as server:
        until(lambda: answers(base), 120)
        phones = [threading.Thread(target=enter, args=[each]) for each in tournament.tables.all()]
        for each in phones:
            each.start()
        assert renewed.wait(120)
        os.kill(server.pid, signal.SIGHUP)
        for each in phones:
            each.join()
    assert statuses == [201] * TABLES * ROUNDS
    stored = sorted(map(str, Result.objects.values_list("client_key", flat=True)))
    assert stored == sorted(keys)
