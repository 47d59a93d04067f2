"""Server, worker and example receiver as processes: webhooks of an evening."""

import json
import socket
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings

from tests.builders import make_club, make_drawn, plays_of, slip
from tests.processes import answers, environment, kill, started, until, web, worker
from tournaments.models import Delivery, Play, Webhook
from tournaments.notifications.webhooks.services import CHOICES, add_webhook, send_test
from tournaments.notifications.webhooks.signing import secret_of

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
RECEIVER = Path(settings.BASE_DIR) / "examples/webhook_receiver.py"
State = Delivery.State


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listen(port: int, secret: str, kept: Path) -> AbstractContextManager[Any]:
    variables = {"WEBHOOK_SECRET": secret, "KEEP": str(kept)}
    return started([sys.executable, str(RECEIVER), str(port)], variables)


def events_in(kept: Path) -> list[dict[str, Any]]:
    lines = kept.read_text().splitlines() if kept.exists() else []
    return [json.loads(line) for line in lines]


def environment_variables() -> dict[str, str]:
    """Allow loopback addresses and retry soon."""
    more = {"WEBHOOK_NETWORKS": "127.0.0.1/32", "WEBHOOK_RETRIES": ",".join(["1"] * 60)}
    return {**environment(), **more}


def enter_results(base: str, plays: list[Play]) -> None:
    with httpx.Client(base_url=base, timeout=60) as phone:
        for play in plays:
            at = f"/api/v1/tables/{play.sitting.table.token}"
            body = {"play": play.pk, "side": "NS", "slip": slip()}
            entered = phone.post(f"{at}/results/", json=body)
            assert entered.status_code in (200, 201), entered.text
            word = {"play": play.pk, "side": "EW", "version": 1, "agrees": True}
            assert phone.post(f"{at}/confirmations/", json=word).status_code in (200, 201)
        at = f"/api/v1/tables/{plays[0].sitting.table.token}"
        assert phone.post(f"{at}/call/", json={}).status_code in (200, 201)


def test_webhook_events_arrive_signed_and_once_each(tmp_path: Path, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    port, kept = free_port(), tmp_path / "events"
    hook = add_webhook(
        club=make_club(), address=f"http://127.0.0.1:{port}/hook", events=list(CHOICES)
    )
    tournament = make_drawn(6, club=hook.club, boards_per_round=1)
    plays = plays_of(tournament, sitting__round__number=1)
    variables = environment_variables()
    with worker(variables), web(variables) as base:
        # No receiver yet.
        until(lambda: Webhook.objects.get().failing_since is not None, 60)
        with listen(port, secret_of(hook.seed), kept) as receiver:
            until(lambda: len(events_in(kept)) == 1, 60)
            enter_results(base, plays)
            until(lambda: len(events_in(kept)) >= 2 * len(plays) + 3, 60)
            kill(receiver)
        # Events queue while the receiver is down.
        for _number in range(3):
            send_test(webhook=hook)
        tests = hook.deliveries.filter(event="webhook.test")
        until(lambda: tests.filter(attempts__gt=0).exists(), 60)
        assert not tests.filter(state=State.DELIVERED).exists()
        with listen(port, secret_of(hook.seed), kept):
            until(lambda: not hook.deliveries.exclude(state=State.DELIVERED).exists(), 60)
        # A receiver with another secret rejects everything.
        with listen(port, "whsec_c29tZXRoaW5nIGVsc2U=", kept):
            until(lambda: answers(port), 30)
            refused = send_test(webhook=hook)
            until(lambda: Delivery.objects.get(pk=refused.pk).status == 401, 60)
    events = events_in(kept)
    told = list(hook.deliveries.exclude(pk=refused.pk).order_by("pk").values_list("pk", "event"))
    assert sorted((event["sequence"], event["type"]) for event in events) == told
    counted = [event["type"] for event in events]
    assert counted.count("result.recorded") == 2 * len(plays)
    assert {"draw.published", "director.called", "standings.published"} < set(counted)
    assert len({event["id"] for event in events}) == len(events)
