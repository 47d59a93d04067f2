"""Compare the responses of two versions of the project on the same database.

    python -m benchmarks.answers COMMIT [--keep FOLDER]

The version at COMMIT creates a database (the demo club and a tournament with every kind of
result) and a list of requests: every URL for three users, their pages' links, a few POSTs
and management commands. Both versions run them on a copy of the database with a frozen
clock. Insignificant white space, random values, and script and stylesheet names are
ignored.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
PEOPLE = ("", "organiser", "founder of Serdika")
ADDRESSES_PER_ROUTE = 2
"""Per user; as many again found by links."""
MOVEMENTS = (
    "mitchell --tables 7 --rounds 6 --arrow-switch", "mitchell --tables 4 --variant share",
    "howell --teams 7", "howell --teams 12", "mitchell --players 18", "berger --teams 6",
    "whist --players 8", "rainbow --players 20", "single_elimination --teams 7",
    "double_elimination --teams 8", "barometer --teams 10", "triangle --teams 3",
)  # fmt: skip
BY_CHANCE = [
    (r'name="csrfmiddlewaretoken" value="[^"]*"', "csrf"),
    (r"""(?i)(csrf[\w-]*["'\]\s:=]+)["\w-]{32,}""", r"\1"),
    (r'data-now="[^"]*"|\d+ \w+ 20\d\d, \d\d:\d\d', "now"),
    (r"nonce[-=][\"']?[\w+/=-]+[\"']?", "nonce"),
    (r'"version": "[0-9a-f]{16}"', "version"),
    (r"""<script\s+type="module"\s+src="/static/[^>]*></script>""", ""),
    (r"/static/(?:js|css)/[\w/.-]+", "static"),
    (r"\s+", " "),
    (r" ?/?>", ">"),
    (r"> <", "><"),
    (r" ?(</?[\w-]+[^<>]*>) ?", r"\1"),
    (r'class="([^"]*?) "', r'class="\1"'),
    (r"(\{) | (\})|^ ", r"\1\2"),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit")
    parser.add_argument("--keep", type=Path, help="where the answers are kept to be looked at")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        place = asked.keep or Path(name)
        place.mkdir(parents=True, exist_ok=True)
        base = Path(name) / "base"
        subprocess.run(["git", "worktree", "add", "-q", "-f", base, asked.commit], check=True)
        try:
            shutil.rmtree(place / "prepare", ignore_errors=True)
            step("prepare", base, place)
            for who, root in (("before", base), ("after", Path.cwd())):
                shutil.rmtree(place / who, ignore_errors=True)
                shutil.copytree(place / "prepare", place / who)
                step(who, root, place)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", base], check=True)
        sys.exit(print_differences(place / "before.json", place / "after.json"))


def step(what: str, root: Path, place: Path) -> None:
    """Run a part of this file in its own process with the code of a checkout."""
    env = {
        **os.environ,
        "PYTHONPATH": str(root),
        "DATA_DIR": str(place / what),
        "DATABASE_URL": "",
        "LIMITS": "0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "the same for both",
        "REDIS_URL": "",
    }
    subprocess.run([sys.executable, HERE, what, place], cwd=root, env=env, check=True)


def print_differences(before: Path, after: Path) -> int:
    old, new = (json.loads(path.read_text()) for path in (before, after))
    kinds: Counter[str] = Counter(text.split(" ", 1)[0] for text in old.values())
    print(f"{len(old)} answers, by status: {dict(kinds)}")
    different = [key for key in old if old[key] != new.get(key)]
    for key in different[:40]:
        print(f"\n=== {key}")
        was, now = (text.replace("<", "\n<").splitlines() for text in (old[key], new.get(key, "")))
        print(
            "\n".join(
                [line[:200] for line in difflib.unified_diff(was, now, n=0, lineterm="")][:30]
            )
        )
    print(f"{len(different)} differ")
    return 1 if different else 0


def prepare(place: Path) -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    make_database()
    questions = list(all_requests())
    questions += [["", "post", *post] for post in posts()]
    names = {person: User.objects.get(username=person).pk for person in PEOPLE if person}
    files = tournament_facts()
    content = {"questions": questions, "people": names, "facts": files}
    (place / "questions.json").write_text(json.dumps(content))


def make_database() -> None:
    from tests.tournaments import card_world
    from tournaments.demo import load_demo

    load_demo()
    card_world.make_world()


def all_requests() -> Iterator[list[str]]:
    """Every declared URL and every linked one: user, method, URL."""
    from tests.tournaments import card_world

    declared = []
    world = card_tournament()
    for route in card_world.routes():
        with contextlib.suppress(KeyError):
            declared += card_world.addresses_of(route, world)[:ADDRESSES_PER_ROUTE]
    for person in PEOPLE:
        browser, seen = browser_of(person), Counter[str]()
        waiting, known = deque([*declared, "/"]), {*declared, "/"}
        while waiting:
            address = waiting.popleft()
            if "logout" in address or "/admin/" in address:
                continue
            yield [person, "get", address]
            answer = browser.get(address)
            if answer.streaming or "html" not in answer.get("Content-Type", ""):
                continue
            for found in re.findall(r'href="(/[^"#]*)', answer.content.decode()):
                link = found.replace("&amp;", "&")
                kind = re.sub(
                    r"\d+", "*", re.sub(r"^(/[a-z]+)/[\w-]+", r"\1/*", link.split("?")[0])
                )
                if (
                    link not in known
                    and not link.startswith("/static")
                    and seen[kind] < ADDRESSES_PER_ROUTE
                ):
                    seen[kind] += 1
                    known.add(link)
                    waiting.append(link)


def card_tournament() -> Any:
    from tests.tournaments import card_world
    from tournaments.models import Club

    club = Club.objects.get(name="Serdika")
    live, drawn = club.tournaments.order_by("pk")
    names = card_world.url_values(live, drawn)
    return card_world.World(live, drawn, None, names)  # type: ignore[arg-type]


def posts() -> Iterator[list[str]]:
    from tests.builders import slip
    from tournaments.models import Play

    for contract, points in (("H", 98), ("AT", 200), ("NT", 70), ("S", 300)):
        deal = {"variant": "bulgarian", **slip(points, contract)}
        yield ["/api/v1/score/", json.dumps(deal)]
    plays = (
        Play.objects.filter(state=Play.State.EMPTY).order_by("pk").select_related("sitting__table")
    )
    for at, play in enumerate(plays[:12]):
        values = {"play": play.pk, "slip": slip(60 + 7 * at), "side": "NS"}
        yield [f"/api/v1/tables/{play.sitting.table.token}/results/", json.dumps(values)]


def tournament_facts() -> list[Any]:
    from tournaments.models import Tournament

    browser = browser_of("organiser")
    answers = [
        browser.get(f"/manage/{code}/files/facts.json")
        for code in Tournament.objects.values_list("code", flat=True)
    ]
    return [answer.json() for answer in answers if answer.status_code == 200]


def browser_of(person: str) -> Any:
    from django.contrib.auth.models import User
    from django.test import Client

    browser = Client(headers={"Accept-Language": "en"}, raise_request_exception=False)
    if person:
        browser.force_login(User.objects.get(username=person))
    return browser


def run_all_requests(place: Path, who: str) -> None:
    content = json.loads((place / "questions.json").read_text())
    answers = {}
    with frozen_clock():
        for person, verb, address, *data in content["questions"]:
            browser = browser_of(person)
            more = {"data": data[0], "content_type": "application/json"} if data else {}
            answer = getattr(browser, verb)(address, **more)
            key = " ".join([person or "anybody", verb, address, *data])
            answers[key] = f"{answer.status_code} {normal(body_of(answer))}"
        for words, given in commands(content["facts"]):
            answers[f"{words} {json.dumps(given)[:60]}"] = run_command(words.split(), given)
    (place / f"{who}.json").write_text(json.dumps(answers, ensure_ascii=False))


def body_of(answer: Any) -> str:
    if answer.streaming:
        return "stream"
    where = f"to {answer['Location']} " if answer.has_header("Location") else ""
    return where + str(answer.content.decode("utf-8", "replace"))


def normal(text: str) -> str:
    for pattern, put in BY_CHANCE:
        text = re.sub(pattern, put, text)
    return text


@contextlib.contextmanager
def frozen_clock() -> Iterator[None]:
    from datetime import UTC, datetime
    from unittest import mock

    moment = datetime(2031, 5, 4, 19, 30, tzinfo=UTC)
    with mock.patch("django.utils.timezone.now", return_value=moment):
        yield


def commands(facts: list[Any]) -> Iterator[tuple[str, Any]]:
    for words in MOVEMENTS:
        yield f"movement {words}", None
        yield f"movement {words} --json", None
    teams = [{"number": n, "score": 7 * n % 5, "played": []} for n in range(1, 10)]
    for system in ("swiss", "danish", "random"):
        for flag in ("", " --json"):
            yield f"pair{flag}", {"teams": teams, "system": system, "seed": 5}
    for each in facts:
        yield "standings", each
        yield "standings --json", each
    for contract in ("C", "NT", "AT"):
        points = {"NS": 100, "EW": 62}
        slip = {"variant": "bulgarian", "contract": contract, "declarer": "N", "points": points}
        yield "score", slip


def run_command(words: list[str], given: Any) -> str:
    from unittest import mock

    from django.core.management import CommandError, call_command

    out, err = io.StringIO(), io.StringIO()
    end = ""
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(given).encode()))):
        try:
            call_command(*words, stdout=out, stderr=err)
        except (CommandError, SystemExit) as problem:
            end = f"{type(problem).__name__} {problem}"
    return f"command {out.getvalue()}{err.getvalue()}{end}"


if __name__ == "__main__" and len(sys.argv) == 3 and sys.argv[1] in {"prepare", "before", "after"}:
    import django

    sys.path.insert(0, os.getcwd())
    django.setup()
    logging.disable()
    where = Path(sys.argv[2])
    prepare(where) if sys.argv[1] == "prepare" else run_all_requests(where, sys.argv[1])
elif __name__ == "__main__":
    main()
