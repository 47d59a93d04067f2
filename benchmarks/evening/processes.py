"""Processes of one run: start, monitor, restart, measure, stop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
LOOK: Final = 0.2
FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 5.0
STEADY: Final = 10.0


@dataclass
class Service:
    """A supervised process with its children; output goes to a file."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    user: str | None = None
    niceness: int = 0
    process: subprocess.Popen[bytes] | None = None
    is_wanted: bool = False
    starts: int = 0
    started_at: float = 0.0
    wait: float = FIRST_WAIT

    def start(self) -> None:
        self.is_wanted = True
        self.starts += 1
        self.started_at = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )
        # The parent process can have raised its own priority.
        os.setpriority(os.PRIO_PROCESS, self.process.pid, self.niceness)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, sign: int = signal.SIGTERM, patience: float = 20) -> None:
        """Stop permanently; kill after `patience` seconds."""
        self.is_wanted = False
        if self.process is None:
            return
        if self.is_alive():
            self.process.send_signal(sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        self.kill_children()

    def kill_children(self) -> None:
        """Kill remaining child processes, as stopping a container does."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


async def keep_running(services: list[Service]) -> None:
    """Restart ended services with increasing delay, like the containers' policy."""
    while True:
        await asyncio.sleep(LOOK)
        for service in services:
            if service.is_wanted and not service.is_alive():
                service.kill_children()
                if time.monotonic() - service.started_at > STEADY:
                    service.wait = FIRST_WAIT
                await asyncio.sleep(service.wait)
                service.wait = min(2 * service.wait, LONGEST_WAIT)
                if service.is_wanted:
                    service.start()


def loop_seconds() -> float:
    """Seconds of a fixed loop, as a measure of the machine's current speed."""
    started = time.perf_counter()
    sum(each * each for each in range(10**7))
    return time.perf_counter() - started


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"In {seconds:.0f} s there was no {what}.")
        time.sleep(0.1)


def is_listening(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@dataclass(frozen=True, slots=True)
class Process:
    pid: int
    parent: int
    born: int
    seconds: float
    resident: int
    threads: int


def all_processes() -> Iterator[Process]:
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{name}/stat").read_text()
                values = text[text.rindex(")") + 2 :].split()
                yield Process(
                    pid=int(name),
                    parent=int(values[1]),
                    born=int(values[19]),
                    seconds=(int(values[11]) + int(values[12])) / TICKS,
                    resident=int(values[21]) * PAGE,
                    threads=int(values[17]),
                )


def process_tree(processes: list[Process], root: int, others: set[int]) -> list[Process]:
    """A process and its descendants, except those of `others`."""
    found = [each for each in processes if each.pid == root]
    for each in found:
        children = (child for child in processes if child.parent == each.pid)
        found.extend(child for child in children if child.pid not in others)
    return found


def busy_seconds() -> float:
    first = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    user, nice, system, _idle, _wait, irq, soft, steal = map(int, first)
    return (user + nice + system + irq + soft + steal) / TICKS


@dataclass
class Usage:
    """Sampled usage of process groups; an ended process keeps its last sample."""

    used: dict[str, dict[tuple[int, int], float]] = field(default_factory=dict)
    resident: dict[str, list[int]] = field(default_factory=dict)
    threads: dict[str, list[int]] = field(default_factory=dict)
    begun: dict[str, float] = field(default_factory=dict)
    busy_before: float = field(default_factory=busy_seconds)
    busy: float = 0.0

    def sample(self, groups: dict[str, list[int]]) -> None:
        self.busy = busy_seconds()
        processes = list(all_processes())
        every = {root for roots in groups.values() for root in roots}
        for name, roots in groups.items():
            members = [
                each for root in roots for each in process_tree(processes, root, every - {root})
            ]
            used = self.used.setdefault(name, {})
            used.update({(each.pid, each.born): each.seconds for each in members})
            self.begun.setdefault(name, sum(used.values()))
            self.resident.setdefault(name, []).append(sum(each.resident for each in members))
            self.threads.setdefault(name, []).append(sum(each.threads for each in members))

    def seconds(self, name: str) -> float:
        return sum(self.used[name].values()) - self.begun[name]

    def others(self) -> float:
        """Processor seconds of all other processes on this machine."""
        ours = sum(self.seconds(name) for name in self.used)
        return max(0.0, self.busy - self.busy_before - ours)


def means_of_fifths(values: list[int]) -> tuple[float, float, float]:
    """Means of the first, middle and last fifth."""
    size = max(1, len(values) // 5)
    middle = len(values) // 2 - size // 2
    slices = (values[:size], values[middle : middle + size], values[-size:])
    first, mid, last = (sum(part) / max(1, len(part)) for part in slices)
    return first, mid, last
