"""A thousand mutated files and bodies: status below 500 in bounded time and memory."""

import json
import random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.replay.examples import EXAMPLE
from tests import hostile
from tests.budgets import limit_megabytes, limit_processor_seconds
from tests.builders import plays_of, slip
from tests.mangled import mutated, twisted
from tests.takers import QUESTION, director_at, evening, json_endpoints, url_values

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
ROUNDS = 40
CPU_LIMIT_SECONDS = 10


@pytest.fixture
def tournament():
    return evening()


@pytest.fixture
def client(tournament):
    return director_at(tournament)


def bodies_like(play: int) -> list[Any]:
    record = {
        "variant": "bulgarian",
        "dealer": "N",
        "pack": "",
        "calls": ["H", "P", "P", "P"],
        "play": "",
    }
    return [
        {"play": play, "side": "NS", "slip": slip(), "who": "Ana"},
        {"play": play, "side": "NS", "record": record},
        {"play": play, "side": "EW", "version": 1, "agrees": True},
        {"message": "please", "play": play},
        {"question": QUESTION, "count": 10, "seed": 1},
        {"variant": "belot", "wishes": [{"seat": "W", "run": 3}], "count": 2},
        {"records": [record]},
        {"kind": "barometer", "params": {"entrants": 8}, "by_lot": True},
        {"team": 1, "round": 1, "amount": "1/3", "per": "total", "reason": "late"},
        {
            "play": play,
            "slip": slip(),
            "reason": "seen",
            "kind": "average",
            "awards": {"NS": "50%"},
        },
        {"method": "matchpoints", "datum": "mean", "victory_points": "wbf", "confirmed": True},
        [slip() | {"variant": "bulgarian"}, record],
    ]


def send(client: Client, method: str, address: str, content: Any, **more: Any) -> int:
    with limit_processor_seconds(CPU_LIMIT_SECONDS):
        status: int = getattr(client, method)(address, content, **more).status_code
    return status


@pytest.mark.parametrize("seed", range(5))
def test_mutated_upload_stays_within_limits(client, tournament, seed):
    dice = random.Random(seed)
    texts = (EXAMPLE * 3).encode(), ("Ана – Явор\nБойко / Стоян\n" * 20).encode()
    lines = (json.dumps({"board": 1, **slip()}) + "\n").encode() * 30
    real = (hostile.workbook(40), *texts, lines, dice.randbytes(50_000))
    addresses = [
        reverse("manage_teams_list", args=[tournament.code]),
        reverse("manage_files", args=[tournament.code]),
        reverse("deal_sets_bring"),
        reverse("replay_new"),
    ]
    failed = []
    with limit_megabytes(80):
        for number in range(2 * ROUNDS):
            content = mutated(dice.choice(real), dice)
            ending = dice.choice(["xlsx", "csv", "txt", "json"])
            file = SimpleUploadedFile(f"list.{ending}", content)
            address = addresses[number % len(addresses)]
            status = send(client, "post", address, {"text": "", "file": file})
            if status >= 500:
                failed.append((address, content[:200]))
    assert failed == []


@pytest.mark.parametrize("seed", range(5))
def test_mutated_json_body_stays_within_limits(client, tournament, seed):
    dice = random.Random(seed)
    play = plays_of(tournament)[0]
    real = bodies_like(play.pk)
    addresses = list(json_endpoints(url_values(tournament)))
    assert len(addresses) > 20
    failed = []
    with limit_megabytes(80):
        for number in range(3 * ROUNDS):
            method, address = addresses[number % len(addresses)]
            content = json.dumps(twisted(dice.choice(real), dice)).encode()
            if dice.random() < 0.3:
                content = mutated(content, dice)
            status = send(client, method, address, content, content_type="application/json")
            if status >= 500:
                failed.append((method, address, content[:300]))
    assert failed == []
