"""Services of the test's own, to be stopped, suspended and filled."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_listening(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def redis_server(port: int, folder: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Redis without persistence; skip the test if it is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("no redis-server found")
    command = [program, "--port", str(port), "--save", "", "--dir", str(folder), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while not is_listening(port) and time.monotonic() < deadline:
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


class Postgres:
    def __init__(self, folder: Path, port: int) -> None:
        self.data = folder / "data"
        self.port = port
        self.url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        self.options = f"{settings} -c max_wal_size=32MB -c min_wal_size=32MB"
        self.log = folder / "log"

    def prepare(self) -> None:
        self._run("initdb", "--auth=trust", "--username=postgres", "--no-sync")

    def start(self) -> None:
        self._run("pg_ctl", "start", "-w", "-o", self.options, "-l", str(self.log))

    def stop(self) -> None:
        """Stop immediately, as after a power cut."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(shutil.which(program)), "-D", str(self.data), *arguments]
        user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **user)  # type: ignore[call-overload]


@contextlib.contextmanager
def postgres_server(folder: Path) -> Iterator[Postgres]:
    """New cluster in this folder; skip the test if PostgreSQL is not installed."""
    if shutil.which("initdb") is None or shutil.which("pg_ctl") is None:
        pytest.skip("no initdb and pg_ctl found")
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    server = Postgres(folder, free_port())
    server.prepare()
    server.start()
    try:
        yield server
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            server.stop()


@contextlib.contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Disk in memory; skip the test where mounting is not possible."""
    folder = Path(tempfile.mkdtemp(prefix="belot-disk-"))
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        folder.rmdir()
        pytest.skip("a disk of a fixed size cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


def fill(folder: Path) -> Path:
    """File that takes all remaining space."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return filler
