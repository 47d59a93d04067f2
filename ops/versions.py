import platform
import tomllib
from functools import cache

import django
from django.conf import settings
from django.db import connection


@cache
def version_of_product() -> str:
    """Version of `pyproject.toml`, and the commit if known."""
    pyproject = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    version = str(pyproject["project"]["version"])
    return f"{version} ({commit})" if (commit := commit_of_sources()) else version


def commit_of_sources() -> str:
    """Short commit of the checkout; empty if there is none."""
    head = settings.BASE_DIR / ".git" / "HEAD"
    try:
        ref = head.read_text().strip()
        if ref.startswith("ref: "):
            ref = (head.parent / ref.removeprefix("ref: ")).read_text().strip()
    except OSError:
        return ""
    return ref[:8]


def versions() -> dict[str, str]:
    return {
        "belot-tournaments": version_of_product(),
        "Python": platform.python_version(),
        "Django": django.get_version(),
        database_name(): version_of_database(),
    }


def database_name() -> str:
    return "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"


def version_of_database() -> str:
    if connection.vendor != "postgresql":
        import sqlite3

        return sqlite3.sqlite_version
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return str(cursor.fetchone()[0]).partition(" ")[0]
