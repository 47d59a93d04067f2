import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

LEASE = 3


def environment() -> dict[str, str]:
    """Variables for the test's own database and queue."""
    values = {
        **os.environ,
        "DATA_DIR": str(settings.DATA_DIR),
        "BOARD_ANALYSIS": "off",  # without the compiler it would occupy the workers for minutes
        "BROKER_URL": settings.REDIS_URL or "",
        "QUEUE": f"test-{uuid.uuid4().hex}",
        "JOB_LEASE_SECONDS": str(LEASE),
        "JOB_SWEEP_SECONDS": "1",
        "LOG_LEVEL": "ERROR",
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return {**values, "DATABASE_URL": "", "SQLITE_NAME": Path(database["NAME"]).name}
    user = database["USER"] + (f":{database['PASSWORD']}" if database["PASSWORD"] else "")
    place = f"{database['HOST']}:{database['PORT'] or 5432}"
    return {**values, "DATABASE_URL": f"postgres://{user}@{place}/{database['NAME']}"}


@contextlib.contextmanager
def worker(variables: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    schedule = Path(tempfile.mkdtemp()) / "beat"
    arguments = ["-A", "config", "worker", "--beat", "--schedule", str(schedule), "-c", "1"]
    arguments += ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    with started([sys.executable, "-m", "celery", *arguments], variables) as process:
        yield process


@contextlib.contextmanager
def web(variables: dict[str, str]) -> Iterator[str]:
    with web_process(variables) as (base, _process):
        yield base


@contextlib.contextmanager
def web_process(variables: dict[str, str], port: int = 0) -> Iterator[tuple[str, int]]:
    """Address and process id of a web server."""
    if not port:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    arguments = ["config.asgi:application", "--port", str(port), "--log-level", "warning"]
    arguments.append("--no-proxy-headers")
    with started([sys.executable, "-m", "uvicorn", *arguments], variables) as process:
        until(lambda: answers(port), 120)
        yield f"http://127.0.0.1:{port}", process.pid


def peak_megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        pytest.skip("no /proc that tells what processes use")
    return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024


@contextlib.contextmanager
def started(
    command: list[str], variables: dict[str, str], **streams: Any
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command, env=variables, cwd=settings.BASE_DIR, start_new_session=True, **streams
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def until(condition: Callable[[], Any], seconds: float) -> None:
    """Wait for a condition; fail the test on timeout."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
