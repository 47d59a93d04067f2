from pathlib import Path
from typing import Protocol

from django.db import connection

from ops.backups.manifest import Tallies


class Database(Protocol):
    vendor: str
    member: str

    def server(self) -> str:
        """Version of the server."""

    def dump(self, target: Path) -> Tallies:
        """Write a snapshot without blocking; return what it contains."""

    def tallies(self) -> Tallies:
        """Current contents."""

    def try_out(self, copy: Path) -> Tallies:
        """Restore a copy for a trial next to the database; return what it contains."""

    def replace(self, copy: Path) -> None:
        """Replace the database by a copy, wholly or not at all."""


def database() -> Database:
    from ops.backups.postgres import PostgresDatabase
    from ops.backups.sqlite import SqliteDatabase

    return PostgresDatabase() if connection.vendor == "postgresql" else SqliteDatabase()
