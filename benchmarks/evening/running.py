from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import urllib.request
from typing import Any, Final

from benchmarks.evening.hall import Evening
from benchmarks.evening.plan import Shape
from benchmarks.evening.processes import wait_until
from benchmarks.evening.stack import Stack

CLIENT_NICENESS: Final = -10
WARM_PAGES: Final = 8


def set_up_process() -> None:
    """Exit on SIGTERM and raise the priority, as real clients run on other machines."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, CLIENT_NICENESS)


def prepare_evening(stack: Stack, shape: Shape) -> Evening:
    stack.start_stores()
    words = (str(shape.tables), str(shape.rounds))
    filled: dict[str, Any] = stack.module("benchmarks.evening.filling", *words)
    stack.start_processes()
    warm_up(stack, filled)
    database, analyses = "SQLite" if stack.sqlite else "PostgreSQL", "on" if stack.kernel else "off"
    print(
        f"{shape.tables} tables, {shape.results} results in {shape.minutes:g} minutes,"
        f" {shape.tables * shape.phones_a_table} phones,"
        f" {shape.tables * shape.spectators_a_table} visitors;"
        f" {database}, analyses {analyses}",
        flush=True,
    )
    return Evening(stack, shape, filled)


def warm_up(stack: Stack, filled: dict[str, Any]) -> None:
    """Open pages until all processes have loaded their code and the workers run."""
    code, base = filled["code"], f"http://127.0.0.1:{stack.port}"
    public = f"/en/t/{code}/"
    pages = (f"/table/{filled['tables'][0]['token']}/", public, f"{public}projector/")
    looked_at = f"http://127.0.0.1:{stack.drawing_port}"
    for page in WARM_PAGES * pages:
        where = looked_at if page.startswith(public) else base
        urllib.request.urlopen(f"{where}{page}", timeout=60).close()

    def is_ranked() -> bool:
        with urllib.request.urlopen(f"{base}/api/v1/tournaments/{code}/", timeout=60) as answer:
            told = json.load(answer)
        return bool(told["standings_version"] == told["facts_version"])

    wait_until(is_ranked, 120, "worker that made the standings")
    if not stack.sqlite:
        stack.sql("SELECT pg_stat_reset(), pg_stat_statements_reset()")


def run_coroutine(work: Any) -> None:
    try:
        from uvloop import run as run_quickly
    except ImportError:
        asyncio.run(work)
    else:
        run_quickly(work)


def check_stored_results(evening: Evening) -> dict[str, Any]:
    tournament = str(evening.filled["pk"])
    found: dict[str, Any] = evening.stack.module(
        "benchmarks.evening.checking", tournament, text=evening.sent_json()
    )
    return found
