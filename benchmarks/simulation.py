"""A million deals through the workers, compared with the kernel alone.

    python3 -m benchmarks.simulation

Starts worker processes on a database and broker in a temporary folder (or ``DATABASE_URL``
and ``BROKER_URL``) and prints one table; compare ratios within one run only. On a busy
machine use the shares of processor time.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

QUESTION = {"variant": "bulgarian", "deals": "random", "levels": {"NS": "thumb", "EW": "thumb"}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts")
    chosen = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="belot-simulation-")
    kernel_cache = os.environ.setdefault("KERNEL_CACHE_DIR", f"{folder}/kernel")
    os.environ.update(
        DATA_DIR=folder, DJANGO_SETTINGS_MODULE="config.settings", LOG_LEVEL="ERROR",
        QUEUE=f"benchmark-{os.getpid()}",
    )  # fmt: skip
    try:
        measure(chosen.deals, chosen.workers, chosen.rounds, Path(kernel_cache))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure(deals: int, workers: int, rounds: int, kernel_cache: Path) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from games.belot.compiling import switch_on

    call_command("migrate", verbosity=0)
    if not switch_on(kernel_cache):
        sys.exit("No compiler: there is nothing to measure.")
    worker = start_workers(workers)
    try:
        worker_rate(2000 * workers)  # every process has loaded the compiled engine
        best = most = 0.0
        for number in range(1, rounds + 1):
            before, cost_before = kernel_rate(deals // 5)
            spent = processor_time(worker)
            jobs, batches, used = worker_rate(deals)
            spent = processor_time(worker) - spent
            after, cost_after = kernel_rate(deals // 5)
            alone, cost = max(before, after), min(cost_before, cost_after)
            best = max(best, jobs / (workers * alone))
            most = max(most, deals * cost / spent)
            print(
                f"round {number}: kernel alone {alone:9,.0f} deals/s, {workers} workers "
                f"{jobs:9,.0f} deals/s in {batches} batches by {used} processes: "
                f"{jobs / (workers * alone):.2f} of {workers} times the kernel; "
                f"{100 * deals * cost / spent:.0f} % of their processor time is the kernel's"
            )
        print(f"best: {best:.2f} of {workers} times the kernel by the clock")
        print(f"best: {most:.2f} of the workers' processor time is the kernel's")
        print(f"most memory of a worker process: {memory_of(worker):.0f} MB")
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()


def start_workers(count: int) -> subprocess.Popen[bytes]:
    arguments = [
        "--quiet",
        "-A",
        "config",
        "worker",
        "--beat",
        "-c",
        str(count),
        "--loglevel",
        "ERROR",
    ]
    arguments += ["--without-gossip", "--without-mingle"]
    arguments += ["--schedule", f"{os.environ['DATA_DIR']}/beat"]
    return subprocess.Popen([sys.executable, "-m", "celery", *arguments], start_new_session=True)


def kernel_rate(deals: int) -> tuple[float, float]:
    from games.simulations.questions import play_batch

    started, used = time.perf_counter(), time.process_time()
    play_batch(QUESTION, 1, 0, deals)
    return deals / (time.perf_counter() - started), (time.process_time() - used) / deals


def processor_time(worker: subprocess.Popen[bytes]) -> float:
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        if group_of(stat.parent.name) == worker.pid:
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def worker_rate(deals: int) -> tuple[float, int, int]:
    """Deals per second from request to stored response; batches and processes used."""
    from django.contrib.auth.models import User

    from games.simulations.questions import checked_question
    from games.simulations.selectors.progress import progress_of
    from games.simulations.services import start_simulation

    person, _new = User.objects.get_or_create(username="benchmark")
    started = time.perf_counter()
    simulation = start_simulation(
        question=checked_question(QUESTION), count=deals, seed=1, person=person
    )
    wait_until(lambda: progress_of(simulation).state == "done")
    seconds = time.perf_counter() - started
    batches = list(simulation.batches.values_list("owner", flat=True))
    return deals / seconds, len(batches), len(set(batches))


def wait_until(condition: Callable[[], Any], seconds: float = 600) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit("waited in vain for the workers")
        time.sleep(0.02)


def memory_of(worker: subprocess.Popen[bytes]) -> float:
    """Peak resident memory of a process in the worker's group, in MB."""
    peaks = [
        int(line.split()[1])
        for status in Path("/proc").glob("[0-9]*/status")
        if group_of(status.parent.name) == worker.pid
        for line in status.read_text().splitlines()
        if line.startswith("VmHWM")
    ]
    return max(peaks, default=0) / 1024


def group_of(process: str) -> int:
    try:
        return os.getpgid(int(process))
    except ProcessLookupError:
        return 0


if __name__ == "__main__":
    main()
