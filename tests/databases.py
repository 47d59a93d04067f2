"""Test database, migrated once for all processes with the same migrations.

Copying a template is faster than sixty migrations. Its name contains a digest of all
migrations and models, so that a change creates a new one.
"""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management.commands import flush
from django.db import DatabaseError, connection
from django.test.utils import setup_databases, teardown_databases

LOCK_TIMEOUT_SECONDS = 600
PRESERVED_TABLES = frozenset({"django_content_type", "auth_permission"})
"""They describe models; no test writes them."""


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
    pytestconfig: pytest.Config,
) -> Iterator[None]:
    with django_db_blocker.unblock():
        made = create_database(template_folder(pytestconfig))
    yield
    with django_db_blocker.unblock():
        end_sessions()
        teardown_databases(made, verbosity=0)


def template_folder(config: pytest.Config) -> Path:
    """Folder of templates: pytest's cache, or without it (no:cacheprovider) a temporary one."""
    cache = getattr(config, "cache", None)
    return Path(cache.mkdir("databases") if cache else tempfile.mkdtemp(dir=settings.DATA_DIR))


@pytest.fixture(scope="session", autouse=True)
def _kinds_and_permissions_stay() -> Iterator[None]:
    """Preserve these tables after transactional tests; Django would recreate them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", delete_statements)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_how, **_more: None)
        yield


def delete_statements(
    style: Any, database: Any, reset_sequences: bool = True, allow_cascade: bool = False
) -> list[str]:
    """One DELETE per table: TRUNCATE of all takes PostgreSQL seconds."""
    tables = database.introspection.django_table_names(only_existing=True, include_views=False)
    return [
        f"DELETE FROM {database.ops.quote_name(name)}"
        for name in sorted(set(tables) - PRESERVED_TABLES)
    ]


def create_database(folder: Path) -> list[Any]:
    kept = kept_database(folder)
    with process_lock(folder):
        there = kept.copy()
        if not there:
            made = set_up(keepdb=False)
            kept.keep()
    return set_up(keepdb=True) if there else made


def set_up(*, keepdb: bool) -> list[Any]:
    made: list[Any] = setup_databases(
        verbosity=0, interactive=False, keepdb=keepdb, serialized_aliases=()
    )
    return made


@contextlib.contextmanager
def process_lock(folder: Path) -> Iterator[None]:
    """Lock out other processes; released even if the holder crashes."""
    lock = sqlite3.connect(folder / "lock", timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None)
    with contextlib.closing(lock):
        lock.execute("BEGIN EXCLUSIVE")
        yield


def digest() -> str:
    found = hashlib.sha256(f"{django.VERSION} {sys.version_info[:2]}".encode())
    for app in sorted(apps.get_app_configs(), key=lambda each: each.label):
        for path in sorted(sources(Path(app.path))):
            found.update(f"{app.label}/{path.name}".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def sources(folder: Path) -> Iterator[Path]:
    yield from (folder / "migrations").glob("*.py")
    yield from (folder / "models").rglob("*.py")
    yield from folder.glob("models.py")


class SqliteTemplate:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / f"{digest()}.sqlite3"
        self.own = Path(connection.settings_dict["TEST"]["NAME"])

    def copy(self) -> bool:
        if not self.file.exists():
            return False
        shutil.copyfile(self.file, self.own)
        return True

    def keep(self) -> None:
        """Replace the template atomically."""
        for old in self.folder.glob("*.sqlite3*"):
            old.unlink()
        half = self.file.with_suffix(".half")
        half.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(half)])
        os.replace(half, self.file)


class PostgresTemplate:
    """A PostgreSQL template database; other checkouts can share or drop it."""

    def __init__(self, folder: Path) -> None:
        self.named = folder / "on-server"
        self.name = f"test_kept_{digest()}"
        self.own = connection.creation._get_test_db_name()

    def copy(self) -> bool:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{self.own}"')
            try:
                cursor.execute(f'CREATE DATABASE "{self.own}" TEMPLATE "{self.name}"')
            except DatabaseError:
                return False
        return True

    def keep(self) -> None:
        """Store the database as template; drop this folder's previous one."""
        connection.close()
        connection.close_pool()
        old = self.named.read_text() if self.named.exists() else self.name
        with connection._nodb_cursor() as cursor, contextlib.suppress(DatabaseError):
            if old != self.name:
                cursor.execute(f'DROP DATABASE IF EXISTS "{old}"')
            cursor.execute(f'CREATE DATABASE "{self.name}" TEMPLATE "{self.own}"')
        self.named.write_text(self.name)


def end_sessions() -> None:
    """End other sessions, such as an unfinished live server thread."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def kept_database(folder: Path) -> SqliteTemplate | PostgresTemplate:
    return SqliteTemplate(folder) if connection.vendor == "sqlite" else PostgresTemplate(folder)
