"""Time from a post by a table's phone to the public standings, with real processes."""

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


def remove_last_results(tournament: Any, rounds: int) -> list[Any]:
    """Remove one result of each of the last rounds, so that each post completes a round."""
    from tournaments.events.append import record_general_change
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
    record_general_change(tournament.pk)
    return found


def publication_seconds(base: str, tournament: Any, plays: list[Any]) -> list[float]:
    """Seconds from each post until a listening page shows the completed round.

    Posts are spaced: simultaneous ones would wait for the next rebuild.
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
    entry = {"play": play, "side": "NS", "slip": SLIP, "client_key": str(uuid.uuid4())}
    kind = {"Content-Type": "application/json"}
    urllib.request.urlopen(
        urllib.request.Request(address, json.dumps(entry).encode(), kind)
    ).close()


def follow(address: str, stream: Iterable[bytes], number: int) -> None:
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
    usual, worst = statistics.median(seconds), max(seconds)
    print(f"from a post to the changed page at {tables} tables: ", end="")
    print(f"{usual:.2f} s, at worst {worst:.2f} s of {len(seconds)}")
