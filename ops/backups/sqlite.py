"""SQLite by its backup API: a plain copy of the file can miss the newest writes."""

import gzip
import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from ops.backups.manifest import BackupError, Tallies, Tally

PATIENCE_SECONDS = 60.0


class SqliteDatabase:
    vendor = "sqlite"
    member = "database.sqlite3.gz"

    def server(self) -> str:
        return sqlite3.sqlite_version

    def dump(self, target: Path) -> Tallies:
        """A snapshot; in WAL mode no request waits for it."""
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            copy = Path(folder) / "copy"
            with open_file(self.place) as here, open_file(copy) as there:
                here.backup(there)
                there.execute("PRAGMA journal_mode = DELETE")
                tallies = tallies_of(there)
            with copy.open("rb") as whole, gzip.open(target, "wb", compresslevel=6) as small:
                shutil.copyfileobj(whole, small)
        return tallies

    def tallies(self) -> Tallies:
        with open_file(self.place) as here:
            return tallies_of(here)

    def try_out(self, copy: Path) -> Tallies:
        with open_copy(copy) as there:
            return tallies_of(there)

    def replace(self, copy: Path) -> None:
        """Overwrite the database under its lock; open connections see the copy."""
        connection.close()
        with open_copy(copy) as there, open_file(self.place) as here:
            try:
                there.backup(here)
            except sqlite3.OperationalError as error:
                words = "The database is in use; stop the web server and the workers first."
                raise BackupError(words) from error

    @property
    def place(self) -> Path:
        return Path(str(connection.settings_dict["NAME"]))


@contextmanager
def open_file(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=PATIENCE_SECONDS)) as opened:
        yield opened


@contextmanager
def open_copy(copy: Path) -> Iterator[sqlite3.Connection]:
    """Open a compressed copy, checked for damage; raises BackupTrouble."""
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        path = Path(folder) / "copy"
        try:
            with gzip.open(copy, "rb") as small, path.open("wb") as whole:
                shutil.copyfileobj(small, whole)
            with open_file(path) as there:
                check_integrity(there)
                yield there
        except (sqlite3.DatabaseError, EOFError, gzip.BadGzipFile) as error:
            raise BackupError(f"The copy of the database is damaged: {error}.") from error


def check_integrity(there: sqlite3.Connection) -> None:
    """Check all pages and references of a copy."""
    messages = [row[0] for row in there.execute("PRAGMA integrity_check")]
    if messages != ["ok"]:
        raise BackupError(f"The copy of the database is damaged: {messages[0]}.")
    if there.execute("PRAGMA foreign_key_check").fetchone():
        raise BackupError("Rows of the copy refer to others that it does not have.")


def tallies_of(opened: sqlite3.Connection) -> Tallies:
    """All tables but SQLite's own, in one snapshot."""
    opened.execute("BEGIN")
    try:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%'"
        names = [row[0] for row in opened.execute(f"{query} ESCAPE '^' ORDER BY name")]
        return {name: tally_of(opened, name) for name in names}
    finally:
        opened.rollback()


def tally_of(opened: sqlite3.Connection, name: str) -> Tally:
    """Tally of rows in file order, which copies preserve."""
    digest, rows = hashlib.sha256(), 0
    quoted = name.replace('"', '""')
    for row in opened.execute(f'SELECT * FROM "{quoted}"'):
        digest.update(repr(row).encode())
        rows += 1
    return Tally(rows, digest.hexdigest())
