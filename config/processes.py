"""Start and stop the processes of an embedded installation together."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from types import FrameType

STOP_SECONDS = 15
SLEEP_GAP_SECONDS = 30
"""Longer gaps between checks: the computer slept."""


def web_command(host: str, port: int) -> list[str]:
    address = ["--host", host, "--port", str(port)]
    quiet = ["--log-level", "warning", "--timeout-graceful-shutdown", "2", "--no-proxy-headers"]
    return ["uvicorn", "config.asgi:application", *address, *quiet]


def worker_command(schedule: str) -> list[str]:
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    work = ["worker", "--beat", "--concurrency", "1", "--schedule", schedule]
    return ["celery", "--quiet", "-A", "config", *work, *quiet]


class Processes:
    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = {**os.environ, **environment}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.stopping = False
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._stop_asked)

    def start(self, name: str, module: str, *arguments: str) -> None:
        """Run ``python -m module`` in its own process group: Ctrl-C reaches only this process."""
        command = [sys.executable, "-m", module, *arguments]
        self.running[name] = subprocess.Popen(
            command, env=self.environment, start_new_session=True, stdin=subprocess.DEVNULL
        )

    def is_starting(self, name: str) -> bool:
        return not self.stopping and self.running[name].poll() is None

    def watch(self, slept: Callable[[float, float], None] | None = None) -> str | None:
        """Wait for a stop signal (None) or the end of a child (its name).

        ``slept`` gets the times between which the computer was asleep.
        """
        last_check = time.time()
        while not self.stopping:
            now = time.time()
            if slept is not None and now - last_check > SLEEP_GAP_SECONDS:
                slept(last_check, now)
            last_check = now
            for name, process in self.running.items():
                if process.poll() is not None:
                    return name
            time.sleep(0.2)
        return None

    def stop(self) -> None:
        """Terminate all children; kill them after a timeout."""
        alive = [process for process in self.running.values() if process.poll() is None]
        for process in alive:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in alive:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _stop_asked(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopping = True


def wait_for(url: str, alive: Callable[[], bool], seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and alive():
        try:
            with urllib.request.urlopen(url, timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False
