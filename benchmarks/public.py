"""Throughput of the public standings: uncached, cached, and under load.

    python -m benchmarks.public [--teams 200] [--seconds 4] [--tables 200]

Then the time from a post to the changed page, with a worker of one process. Starts
gunicorn with two workers. Load comes from `wrk` if installed, else from threads of this
process. The baseline is the health check in the same run.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks import live
from benchmarks.fields import own_database, played_tournament

CONNECTIONS = 50


def uncached(tournament: Any) -> tuple[float, int, int]:
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tournaments.public import pages
    from tournaments.state import change_feed, request_cache

    def forget() -> None:
        cache.clear()
        pages.LOCAL_BODIES.clear()
        change_feed.RECENT_TOURNAMENTS.clear()

    request_cache.CACHE_SECONDS = 0  # type: ignore[misc]
    client, found = Client(), []
    address = tournament.get_absolute_url()
    client.get(address)
    for _ in range(15):
        forget()
        started = time.process_time()
        client.get(address)
        found.append(1000 * (time.process_time() - started))
    forget()
    with CaptureQueriesContext(connection) as captured:
        size = len(gzip.compress(client.get(address).content))
    return statistics.median(found), len(captured.captured_queries), size


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def load_rate(url: str, seconds: int, cookie: str = "") -> float:
    wrk = shutil.which("wrk")
    if wrk:
        command = [
            wrk,
            "-t1",
            f"-c{CONNECTIONS}",
            f"-d{seconds}s",
            "-H",
            "Accept-Encoding: gzip, br",
        ]
        command += ["-H", f"Cookie: {cookie}"] if cookie else []
        told = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
        if "Non-2xx" in told:
            raise SystemExit(f"{url}: {told}")
        return float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])  # type: ignore[index]
    return thread_load_rate(url, seconds, cookie)


def thread_load_rate(url: str, seconds: int, cookie: str) -> float:
    """Without `wrk`; too low, as this process shares the cores."""
    ends = time.monotonic() + seconds

    def ask(_number: int) -> int:
        count = 0
        while time.monotonic() < ends:
            headers = {"Accept-Encoding": "gzip", "Cookie": cookie}
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
                answer.read()
            count += 1
        return count

    with ThreadPoolExecutor(8) as threads:
        return sum(threads.map(ask, range(8))) / seconds


def serve(port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gunicorn", "config.asgi:application", "--workers", "2"]
    command += ["--worker-class", "uvicorn_worker.UvicornWorker", "--bind", f"127.0.0.1:{port}"]
    command += ["--log-level", "error"]
    return subprocess.Popen(command, env={**os.environ, "DEBUG": "off"}, start_new_session=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--teams", type=int, default=200)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--posts", type=int, default=5)
    options = parser.parse_args()
    os.environ.update(QUEUE=f"benchmark-{os.getpid()}", BOARD_ANALYSIS="off")
    own_database()
    tournament = played_tournament(options.teams // 2, options.boards)
    from tournaments.standings.tasks import rebuild_now

    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    milliseconds, queries, size = uncached(tournament)
    print(f"standings of {options.teams} teams, nothing cached: {milliseconds:.0f} ms,", end=" ")
    print(f"{queries} queries, {size / 1000:.0f} kB compressed")
    port = free_port()
    server = serve(port)
    try:
        base = f"http://127.0.0.1:{port}"
        wait_for(f"{base}/health/")
        page = base + tournament.get_absolute_url()
        bare = load_rate(f"{base}/health/", options.seconds)
        rows = {
            "smallest answer of the server": bare,
            "standings, whole page": load_rate(page, options.seconds),
            "standings, body for live pages": load_rate(f"{page}?fragment=1", options.seconds),
            "standings, past the shared answers": load_rate(page, options.seconds, "messages=x"),
        }
        print(f"{'':36}{'a second':>9}{'ratio':>7}")
        for name, rate in rows.items():
            print(f"{name:36}{rate:9.0f}{rate / bare:7.2f}")
        large = played_tournament(options.tables, options.boards)
        plays = live.remove_last_results(large, options.posts)
        with live.worker():
            live.report(live.publication_seconds(base, large, plays), options.tables)
    finally:
        os.killpg(server.pid, signal.SIGTERM)


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("The server did not start.")


if __name__ == "__main__":
    main()
