"""Start the processes of an embedded installation together and stop them together."""

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
ASLEEP_SECONDS = 30
"""A look around that comes so much later was not late: the computer slept."""


def web_command(host: str, port: int) -> list[str]:
    """The web server of an embedded installation: a module and its arguments."""
    address = ["--host", host, "--port", str(port)]
    quiet = ["--log-level", "warning", "--timeout-graceful-shutdown", "2", "--no-proxy-headers"]
    return ["uvicorn", "config.asgi:application", *address, *quiet]


def worker_command(schedule: str) -> list[str]:
    """The command of the one worker, which is the scheduler too: a module and its arguments."""
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    work = ["worker", "--beat", "--concurrency", "1", "--schedule", schedule]
    return ["celery", "--quiet", "-A", "config", *work, *quiet]


class Processes:
    """A few child processes that live and die with this one."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = {**os.environ, **environment}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.stopping = False
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._stop_asked)

    def start(self, name: str, module: str, *arguments: str) -> None:
        """Run ``python -m module`` in a group of its own, so that Ctrl-C reaches only us."""
        command = [sys.executable, "-m", module, *arguments]
        self.running[name] = subprocess.Popen(
            command, env=self.environment, start_new_session=True, stdin=subprocess.DEVNULL
        )

    def is_starting(self, name: str) -> bool:
        """Whether a child still runs, and nobody has asked to stop meanwhile."""
        return not self.stopping and self.running[name].poll() is None

    def watch(self, slept: Callable[[float, float], None] | None = None) -> str | None:
        """Wait until somebody asks to stop (None) or a child ends by itself (its name).

        ``slept`` is told from when to when the computer was asleep.
        """
        seen = time.time()
        while not self.stopping:
            now = time.time()
            if slept is not None and now - seen > ASLEEP_SECONDS:
                slept(seen, now)
            seen = now
            for name, process in self.running.items():
                if process.poll() is not None:
                    return name
            time.sleep(0.2)
        return None

    def stop(self) -> None:
        """Ask every child to stop, and insist after a while."""
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
    """Whether the address answers within the time while its process is alive."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and alive():
        try:
            with urllib.request.urlopen(url, timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False
