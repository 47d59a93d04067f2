"""The two kinds of database that are backed up, and what both can do."""

from pathlib import Path
from typing import Protocol

from django.db import connection

from ops.backups.manifest import Tallies


class Database(Protocol):
    """The database of this installation, as backups see it."""

    vendor: str
    member: str
    """The name of its copy inside a backup."""

    def server(self) -> str:
        """Its version."""

    def dump(self, target: Path) -> Tallies:
        """Write a copy of one moment, while everybody goes on; what was in it at that moment."""

    def tallies(self) -> Tallies:
        """What is in it now."""

    def try_out(self, copy: Path) -> Tallies:
        """Bring a copy back beside the database, look at it, and throw that away again."""

    def replace(self, copy: Path) -> None:
        """Put a copy in the place of all that is here: wholly, or not at all."""


def database() -> Database:
    """The database of the settings."""
    from ops.backups.postgres import Postgres
    from ops.backups.sqlite import Embedded

    return Postgres() if connection.vendor == "postgresql" else Embedded()
