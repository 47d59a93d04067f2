"""Faults: each function waits, breaks a component and restores it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import struct
import subprocess
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.evening.hall import Evening
from benchmarks.evening.http import HOST
from benchmarks.evening.processes import all_processes, wait_until
from benchmarks.evening.stack import tool_path
from benchmarks.faults.rolling import rolling

DELAY_SECONDS: Final = 25.0
"""From the start of the first round."""
AWAY: Final = 60.0
STALL_SECONDS: Final = 7.0
"""Longer than a worker waits for Redis (`socket_timeout`)."""
FULL: Final = 25.0
JUMPED: Final = 10.0
HOUR: Final = 3600
LOOKS: Final = 400
PAUSE: Final = 0.02
BLOCK: Final = bytes(1 << 20)
SMALL_DISK_MB: Final = 400
Act = Callable[[Evening], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Fault:
    """A fault; ``small_disk`` and ``own_clock`` are requirements of the installation."""

    act: Act
    small_disk: bool = False
    own_clock: bool = False

    @property
    def told(self) -> str:
        return (self.act.__doc__ or "").strip().split("\n")[0]


async def web_master(evening: Evening) -> None:
    """Kill the first process of the web server, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        os.kill(evening.stack.services["web"].pid, signal.SIGKILL)


async def web_worker(evening: Evening) -> None:
    """Kill one of the web server's two processes, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        await kill_child(evening.stack.services["web"].pid)


async def visitors(evening: Evening) -> None:
    """Kill the server of public pages, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        os.kill(evening.stack.services["visitors"].pid, signal.SIGKILL)


async def nginx(evening: Evening) -> None:
    """Kill the first process of nginx, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        os.kill(evening.stack.services["cache"].pid, signal.SIGKILL)


async def nginx_stalls(evening: Evening) -> None:
    """Stop nginx for 7 seconds, four times."""
    for _time in range(4):
        await asyncio.sleep(DELAY_SECONDS / 2)
        group = evening.stack.services["cache"].pid
        os.killpg(group, signal.SIGSTOP)
        await asyncio.sleep(STALL_SECONDS)
        os.killpg(group, signal.SIGCONT)


async def worker(evening: Evening) -> None:
    """Kill the first process of the workers, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        os.kill(evening.stack.services["worker"].pid, signal.SIGKILL)


async def worker_child(evening: Evening) -> None:
    """Kill a busy worker process, five times."""
    for _time in range(5):
        await asyncio.sleep(DELAY_SECONDS / 2)
        await kill_child(evening.stack.services["worker"].pid)


async def scheduler(evening: Evening) -> None:
    """Kill the scheduler, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        os.kill(evening.stack.services["scheduler"].pid, signal.SIGKILL)


async def kill_child(parent: int) -> None:
    """Kill a child of a process while it works."""
    before: dict[int, float] = {}
    for _look in range(LOOKS):
        children = {each.pid: each.seconds for each in all_processes() if each.parent == parent}
        at_work = [pid for pid, seconds in children.items() if seconds > before.get(pid, seconds)]
        if at_work:
            os.kill(at_work[0], signal.SIGKILL)
            return
        before = children
        await asyncio.sleep(PAUSE)


async def redis(evening: Evening) -> None:
    """Stop Redis for a minute and restart it empty."""
    await asyncio.sleep(DELAY_SECONDS)
    service = evening.stack.services["redis"]
    await asyncio.to_thread(service.stop)
    await asyncio.sleep(AWAY)
    service.start()
    await asyncio.sleep(1)
    command = [tool_path("redis-cli"), "-p", str(evening.stack.redis_port), "FLUSHALL"]
    await asyncio.to_thread(subprocess.run, command, check=False, stdout=subprocess.DEVNULL)


async def redis_stalls(evening: Evening) -> None:
    """Stop Redis for 7 seconds, four times."""
    for _time in range(4):
        await asyncio.sleep(DELAY_SECONDS / 2)
        pid = evening.stack.services["redis"].pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(STALL_SECONDS)
        os.kill(pid, signal.SIGCONT)


async def postgres(evening: Evening) -> None:
    """Stop PostgreSQL without notice and restart it, twice."""
    for _time in range(2):
        await asyncio.sleep(DELAY_SECONDS)
        stack = evening.stack
        service = stack.services["postgres"]
        data = str(stack.cluster / "data")
        command = [tool_path("pg_ctl"), "-D", data, "-m", "immediate", "-W", "stop"]
        await asyncio.to_thread(
            subprocess.run,
            command,
            check=False,
            stdout=subprocess.DEVNULL,
            user=service.user,
            group=service.user,
            cwd="/",
        )


async def disk_full(evening: Evening) -> None:
    """Fill the disk of PostgreSQL for a while."""
    await asyncio.sleep(DELAY_SECONDS)
    ballast = evening.stack.cluster / "ballast"
    said: Counter[int] = Counter()
    for _second in range(round(FULL)):
        await asyncio.to_thread(fill_disk, ballast)
        said[await asyncio.to_thread(health_of, evening.stack.port)] += 1
        await asyncio.sleep(1)
    ballast.unlink()
    evening.figures.marks.update({f"/health/ {status}": n for status, n in said.items()})


def fill_disk(path: Path) -> None:
    try:
        with path.open("ab", buffering=0) as file:
            while file.write(BLOCK):
                pass
    except OSError:
        return


def health_of(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/health/", timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


async def clock_forward(evening: Evening) -> None:
    """Move the clock of web server, workers and scheduler forward an hour; then kill a worker."""
    await shift_clock(evening, HOUR)


async def clock_back(evening: Evening) -> None:
    """Move the clock of web server, workers and scheduler back an hour; then kill a worker."""
    await shift_clock(evening, -HOUR)


async def shift_clock(evening: Evening, seconds: int) -> None:
    """Shift the clock of ``own_clock``; leases and sweeps must continue."""
    await asyncio.sleep(DELAY_SECONDS)
    set_clock(evening.stack.folder / "clock", seconds)
    for _time in range(3):
        await asyncio.sleep(JUMPED)
        await kill_child(evening.stack.services["worker"].pid)


def set_clock(path: Path, offset: int) -> None:
    """Write the offset in place, as the processes have the file mapped."""
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(struct.pack("=q", offset))


def own_clock(folder: Path) -> dict[str, str]:
    """Environment that gives processes an adjustable wall clock; needs a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("Clocks jump only where a C compiler is: see benchmarks/faults/clock.c.")
    library, source = folder / "clock.so", Path(__file__).with_name("clock.c")
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    set_clock(folder / "clock", 0)
    return {"LD_PRELOAD": str(library), "CLOCK": str(folder / "clock")}


async def two_schedulers(evening: Evening) -> None:
    """Run a second scheduler next to the first."""
    stack = evening.stack
    command = stack.commands()["scheduler"]
    schedule = str(stack.folder / "data/second-schedule")
    again = [f"--schedule={schedule}" if "--schedule" in word else word for word in command]
    stack.add("second scheduler", again, stack.services["scheduler"].environment).start()
    await asyncio.to_thread(
        wait_until, stack.services["second scheduler"].is_alive, 10, "second scheduler"
    )


FAULTS: Final = {
    "web-master": Fault(web_master),
    "web-worker": Fault(web_worker),
    "visitors": Fault(visitors),
    "nginx": Fault(nginx),
    "nginx-stalls": Fault(nginx_stalls),
    "worker": Fault(worker),
    "worker-child": Fault(worker_child),
    "scheduler": Fault(scheduler),
    "redis": Fault(redis),
    "redis-stalls": Fault(redis_stalls),
    "postgres": Fault(postgres),
    "disk-full": Fault(disk_full, small_disk=True),
    "clock-forward": Fault(clock_forward, own_clock=True),
    "clock-back": Fault(clock_back, own_clock=True),
    "two-schedulers": Fault(two_schedulers),
    "rolling": Fault(rolling),
}
