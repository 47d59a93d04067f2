"""How long a result takes from a table's phone to the public standings, through real processes."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterable, Iterator
from typing import Any

SLIP = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}
ENOUGH = 60
PAUSE = 0.5, 1.5


@contextlib.contextmanager
def worker() -> Iterator[None]:
    """A worker of one process, as an installation runs it."""
    arguments = ["--quiet", "-A", "config", "worker", "--beat", "-c", "1", "--loglevel", "ERROR"]
    arguments += ["--without-gossip", "--without-mingle"]
    arguments += ["--schedule", f"{os.environ['DATA_DIR']}/beat"]
    variables = {**os.environ, "DEBUG": "off", "BOARD_ANALYSIS": "off", "KERNEL": "off"}
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", *arguments], env=variables, start_new_session=True
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def with_last_results_open(tournament: Any, rounds: int) -> list[Any]:
    """Take one result of each of the last rounds away, so that each one posted ends a round."""
    from tournaments.events.append import facts_changed
    from tournaments.models import Play, Result

    last = tournament.rounds.count()
    found = []
    for number in range(last - rounds + 1, last + 1):
        plays = Play.objects.filter(sitting__round__tournament=tournament)
        play = plays.filter(sitting__round__number=number).select_related("sitting__table")[0]
        play.current, play.state = None, Play.State.EMPTY
        play.save()
        Result.objects.filter(play=play).delete()
        found.append(play)
    facts_changed(tournament.pk)
    return found


def from_post_to_page(base: str, tournament: Any, plays: list[Any]) -> list[float]:
    """Seconds from each post until a page that listens shows the round that it ended.

    Each comes by itself: of those that come together the later ones wait for the next count.
    """
    address = base + tournament.get_absolute_url()
    first = tournament.rounds.count() - len(plays)
    found = []
    with urllib.request.urlopen(f"{base}/t/{tournament.code}/events/") as stream:
        follow(address, stream, first)
        for number, play in enumerate(plays, first + 1):
            time.sleep(random.uniform(*PAUSE))
            started = time.monotonic()
            post(f"{base}/api/v1/tables/{play.sitting.table.token}/results/", play.pk)
            follow(address, stream, number)
            found.append(time.monotonic() - started)
    return found


def post(address: str, play: int) -> None:
    """Enter a result for North–South."""
    entry = {"play": play, "side": "NS", "slip": SLIP, "client_key": str(uuid.uuid4())}
    kind = {"Content-Type": "application/json"}
    urllib.request.urlopen(
        urllib.request.Request(address, json.dumps(entry).encode(), kind)
    ).close()


def follow(address: str, stream: Iterable[bytes], number: int) -> None:
    """Fetch the page's body after each event, as its script does, until it shows this round."""
    deadline = time.monotonic() + ENOUGH
    follows = "version"
    for line in stream:
        if time.monotonic() > deadline:
            break
        if not line.startswith(b"data:"):
            continue
        news = json.loads(line.removeprefix(b"data:"))
        shown = ""
        while shown != news[follows]:
            with urllib.request.urlopen(f"{address}?fragment=1&v={news[follows]}") as answer:
                if re.search(rf"<h2>\s*After round {number}\s*</h2>", answer.read().decode()):
                    return
                shown, follows = answer.headers["X-Version"], answer.headers["X-Follows"]
            time.sleep(0.02)
    raise SystemExit("The page did not change.")


def report(seconds: list[float], tables: int) -> None:
    """Print how long it took."""
    usual, worst = statistics.median(seconds), max(seconds)
    print(f"from a post to the changed page at {tables} tables: ", end="")
    print(f"{usual:.2f} s, at worst {worst:.2f} s of {len(seconds)}")
