"""Whether this process lives, and whether it can do its work."""

import logging
import threading
import time
from typing import Final

from django.db import Error, connection, transaction
from django.http import HttpRequest, JsonResponse

log = logging.getLogger(__name__)
EVERY_SECONDS: Final = 5.0
"""However often somebody asks, the database is tried once in this time by each process."""
ROOM: Final = 64 * 1024
"""Bytes that there must be room for: some evenings of results."""


def live(_request: HttpRequest) -> JsonResponse:
    """200 while this process answers at all: who restarts processes asks here."""
    return JsonResponse({"process": "ok"})


def health(_request: HttpRequest) -> JsonResponse:
    """200 while the database can be read and written, else 503: who sends visitors asks here."""
    problem = PROBE.problem()
    return JsonResponse({"database": problem or "ok"}, status=503 if problem else 200)


class Probe:
    """Tries the database now and then, for all who ask."""

    def __init__(self) -> None:
        self.trying = threading.Lock()
        self.tried_at: float | None = None
        self.found = ""

    def problem(self) -> str:
        """The trouble found last, looked for anew when that is long ago; empty if all is well."""
        if self.is_due() and self.trying.acquire(blocking=self.tried_at is None):
            try:
                if self.is_due():
                    self.found = trouble()
                    self.tried_at = time.monotonic()
            finally:
                self.trying.release()
        return self.found

    def is_due(self) -> bool:
        return self.tried_at is None or time.monotonic() - self.tried_at >= EVERY_SECONDS


PROBE: Final = Probe()


def trouble() -> str:
    """The kind of error that keeps the database from being written to; empty if none does."""
    try:
        with transaction.atomic():
            write()
    except Error as error:
        log.warning("the database cannot be written to: %s", str(error).strip())
        return type(error).__name__
    return ""


def write() -> None:
    """Take fresh room in the database's files and write to its log, and leave nothing behind.

    A row that is changed in place would find room on a disk that is full.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            lines = f"SELECT repeat('x', 1000) FROM generate_series(1, {ROOM // 1000})"
            cursor.execute(f"CREATE TEMPORARY TABLE health_probe AS {lines}")
            cursor.execute("DROP TABLE health_probe")
        else:
            mark = transaction.savepoint()
            cursor.execute("CREATE TABLE health_probe (line BLOB)")
            cursor.execute(f"INSERT INTO health_probe VALUES (zeroblob({ROOM}))")
            transaction.savepoint_rollback(mark)
            cursor.execute(f"PRAGMA user_version = {int(time.time())}")
