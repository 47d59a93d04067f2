"""Separate installations, and a proxy between two that can be cut."""

import contextlib
import json
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

BEGIN = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""


class Installation:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.database = folder / "belot.sqlite3"
        self.variables = {
            **os.environ,
            "DATA_DIR": str(folder),
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "BROKER_URL": "",
            "SECRET_KEY": uuid.uuid4().hex,
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "BOARD_ANALYSIS": "off",
            "KERNEL": "off",
            "LIMITS": "off",
            "LOG_LEVEL": "ERROR",
            "JOB_SWEEP_SECONDS": "1",
            "QUEUE": f"test-{uuid.uuid4().hex}",
        }

    def run(self, program: str) -> Any:
        """Run a program in its own process; return its last line as JSON."""
        done = subprocess.run(
            [sys.executable, "-c", BEGIN + program],
            env=self.variables, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def fetch_rows(self, query: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as database:
            return database.execute(query).fetchall()

    def execute_sql(self, statement: str) -> None:
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as database:
            database.execute(statement)
            database.commit()


class Wire:
    """Forward connections to a port until cut.

    ``way`` is ``open``; ``down``: no connections; ``deaf``: requests arrive, answers do not;
    ``torn``: half of the answer's first piece arrives.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self.way = "open"
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _address = self.listening.accept()
                threading.Thread(target=self.serve, args=[caller], daemon=True).start()

    def serve(self, caller: socket.socket) -> None:
        with contextlib.suppress(OSError), hanging_up(caller):
            if self.way == "down":
                return
            with socket.create_connection(("127.0.0.1", self.to), 10) as server:
                server.settimeout(None)  # busy machines are slow
                threading.Thread(target=self.forward, args=[caller, server], daemon=True).start()
                while piece := server.recv(65536):
                    if self.way in ("down", "deaf"):
                        return
                    if self.way == "torn":
                        caller.sendall(piece[: len(piece) // 2])
                        return
                    caller.sendall(piece)

    def forward(self, caller: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := caller.recv(65536):
                if self.way == "down":
                    server.close()
                    return
                server.sendall(piece)


@contextlib.contextmanager
def hanging_up(caller: socket.socket) -> Iterator[None]:
    """Shut the connection down even while another thread reads from it."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            caller.shutdown(socket.SHUT_RDWR)
        caller.close()


@contextlib.contextmanager
def wire(to: int) -> Iterator[Wire]:
    made = Wire(to)
    try:
        yield made
    finally:
        made.listening.close()
