"""A thousand mutated files and bodies: each is answered below 500, in bounded time and memory."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from api.urls import urlpatterns
from games.examples import EXAMPLE
from games.services.simulations import start_simulation
from tests import hostile
from tests.budgets import megabytes, processor_seconds
from tests.builders import director_of, fill_rounds, make_drawn, make_user, plays_of, rebuild, slip

pytestmark = [pytest.mark.long, pytest.mark.django_db]
ROUNDS = 40
SECONDS = 10
"""Of the processor for one request; most take a hundredth."""
TABLE_ROUTES = ("table_results", "table_confirmations", "table_call")
STRANGE: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        10**30,
        10**400,
        1e300,
        "",
        "\x00",
        "ÿ\u202e",
        "🂡",
        [],
        {},
        [[]],
        {"": None},
    ),
    *(
        "x" * 30_000,
        [0] * 3_000,
        {"a": {"a": {"a": {}}}},
        "[" * 3_000,
        "1/0",
        "NS",
        "N",
        "2026-02-30",
    ),
)
SCRAPS = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b'"',
    b"[" * 200,
    b"{",
    b"\n" * 5_000,
    b"\\ud800",
    b"1e999",
    b"PK\x05\x06",
)


@pytest.fixture
def tournament():
    found = make_drawn(8)
    fill_rounds(found, 1)
    return rebuild(found)


@pytest.fixture
def client(tournament):
    browser = Client(raise_request_exception=False)
    browser.force_login(director_of(tournament))
    return browser


def mutated(content: bytes, dice: random.Random) -> bytes:
    """The content with some of its bytes cut, doubled, changed or replaced."""
    for _ in range(dice.randint(1, 8)):
        start = dice.randrange(len(content) + 1)
        end = min(len(content), start + dice.choice([1, 1, 4, 40, 4_000]))
        middle = dice.choice(
            [b"", content[start:end] * 3, dice.randbytes(end - start), dice.choice(SCRAPS)]
        )
        content = content[:start] + middle + content[end:]
    return content


def twisted(value: Any, dice: random.Random) -> Any:
    """A JSON value with some of its parts left out or replaced by strange ones."""
    if dice.random() < 0.15:
        return dice.choice(STRANGE)
    if isinstance(value, dict):
        kept = {key: twisted(each, dice) for key, each in value.items() if dice.random() < 0.9}
        return kept | ({"what": dice.choice(STRANGE)} if dice.random() < 0.1 else {})
    if isinstance(value, list):
        return [twisted(each, dice) for each in value for _ in range(dice.choice([0, 1, 1, 1, 2]))]
    return value


def bodies_like(play: int) -> list[Any]:
    """Real bodies of many routes; each is sent to all of them."""
    question = {"variant": "bulgarian", "deals": "random", "levels": {"NS": "thumb", "EW": "thumb"}}
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
        {"question": question, "count": 10, "seed": 1},
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


def routes(tournament: Any, play: Any) -> Iterator[tuple[str, str]]:
    """Each address that takes JSON, with its method."""
    known = {
        "code": tournament.code,
        "token": play.sitting.table.token,
        "number": 1,
        "club_id": tournament.club_id,
        "change_id": 1,
        "adjustment_id": 1,
        "verb": "withdraw",
        "share": question(),
    }
    for route in urlpatterns:
        methods = [m for m in ("post", "put", "patch") if hasattr(route.callback.view_class, m)]
        values = {name: known[name] for name in route.pattern.converters}
        for method in methods:
            yield method, reverse(route.name, kwargs=values)
    for name in TABLE_ROUTES:
        yield "post", reverse(name, args=[known["token"]])


def question() -> str:
    levels = {"NS": "thumb", "EW": "thumb"}
    asked = {"variant": "bulgarian", "deals": "random", "levels": levels}
    return str(start_simulation(question=asked, count=10, person=make_user()).share)


def send(client: Client, method: str, address: str, content: Any, **more: Any) -> int:
    with processor_seconds(SECONDS):
        status: int = getattr(client, method)(address, content, **more).status_code
    return status


@pytest.mark.parametrize("seed", range(5))
def test_no_mutated_upload_is_too_much(client, tournament, seed):
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
    with megabytes(80):
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
def test_no_twisted_body_is_too_much(client, tournament, seed):
    dice = random.Random(seed)
    play = plays_of(tournament)[0]
    real = bodies_like(play.pk)
    addresses = list(routes(tournament, play))
    assert len(addresses) > 20
    failed = []
    with megabytes(80):
        for number in range(3 * ROUNDS):
            method, address = addresses[number % len(addresses)]
            content = json.dumps(twisted(dice.choice(real), dice)).encode()
            if dice.random() < 0.3:
                content = mutated(content, dice)
            status = send(client, method, address, content, content_type="application/json")
            if status >= 500:
                failed.append((method, address, content[:300]))
    assert failed == []
