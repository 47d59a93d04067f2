"""Run ``manage.py hall`` in a process and stop it at the end."""

import contextlib
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tests.installations import Installation
from tests.processes import kill, until

ORGANISER, PASSWORD = "boris", "a-hall-in-sofia"
WIFI, WIFI_PASSWORD = "Клуб Сердика", "парола-за-гости"


@dataclass
class RunningHall:
    installation: Installation
    port: int
    pin: str
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def wrong_pin(self) -> str:
        return "000000" if self.pin != "000000" else "000001"

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


@contextlib.contextmanager
def running_hall(folder: Path, **variables: str) -> Iterator[RunningHall]:
    """Hall with its own folder, web server and worker; ``variables`` extend its settings."""
    installation = Installation(folder / "data")
    installation.variables.update(variables)
    password = folder / "password"
    password.write_text(PASSWORD)
    port = free_port()
    said = folder / "said"
    command = [sys.executable, "manage.py", "hall", f"--port={port}"]
    command += [f"--data-dir={folder / 'data'}", f"--organiser={ORGANISER}", "--club=Сердика"]
    command += [f"--password-file={password}", f"--wifi={WIFI}"]
    command += [f"--wifi-password={WIFI_PASSWORD}"]
    with said.open("wb") as out:
        process = subprocess.Popen(
            command, env=installation.variables, cwd=settings.BASE_DIR, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        until(lambda: process.poll() is not None or printed_pin(said), 600)
        assert process.poll() is None, said.read_text()
        yield RunningHall(installation, port, printed_pin(said), process)
    finally:
        end(process)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        return int(probe.getsockname()[1])


def printed_pin(said: Path) -> str:
    found = re.search(r"PIN of this evening:\s+(\d{3}) (\d{3})", said.read_text())
    return "".join(found.groups()) if found else ""


def end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt the command so that it stops its children; kill it after a minute."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(60)
    kill(process)
