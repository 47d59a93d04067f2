"""Redis stopped, blocked or empty: the evening continues and recovers."""

import json
import signal
import urllib.request
import uuid

import pytest
from django.urls import reverse

from tests.builders import make_drawn, plays_of, slip
from tests.processes import environment, until, web, worker
from tests.services import free_port, redis_server
from tournaments.models import Result

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


def get(base: str, address: str) -> int:
    with urllib.request.urlopen(base + address, timeout=12) as answer:
        status: int = answer.status
        return status


def enter(base: str, play) -> int:
    entry = {"play": play.pk, "side": "NS", "slip": slip(), "client_key": str(uuid.uuid4())}
    address = reverse("api_results", args=[play.sitting.table.token]) + "?answer=state"
    request = urllib.request.Request(
        base + address, json.dumps(entry).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=12) as answer:
        status: int = answer.status
        return status


def test_entries_work_without_redis_and_standings_follow(tmp_path):
    tournament = make_drawn(8)
    plays = plays_of(tournament, sitting__round__number=1)
    page = reverse("tournament", args=[tournament.code])
    port = free_port()
    place = f"redis://127.0.0.1:{port}/0"
    variables = {**environment(), "REDIS_URL": place, "BROKER_URL": place}

    def fresh() -> bool:
        tournament.refresh_from_db()
        return tournament.is_fresh and tournament.facts_version > 0

    with web(variables) as base:
        assert (get(base, page), enter(base, plays[0])) == (200, 201)
        with redis_server(port, tmp_path) as redis, worker(variables):
            until(fresh, 60)
            assert (get(base, page), enter(base, plays[1])) == (200, 201)
            until(fresh, 60)
            redis.send_signal(signal.SIGSTOP)
            assert (get(base, page), enter(base, plays[2])) == (200, 201)
            redis.send_signal(signal.SIGCONT)
            until(fresh, 60)
            redis.kill()
            redis.wait()
            assert (get(base, page), enter(base, plays[3])) == (200, 201)
            with redis_server(port, tmp_path):
                until(fresh, 60)
                assert get(base, page) == 200
    assert Result.objects.count() == 4
