from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.environment import env, whole_number


def database_at(url: str, data_dir: Path, wait: int) -> dict[str, object]:
    """PostgreSQL by URL, else SQLite in WAL mode; ``wait`` is in seconds."""
    return postgresql(url, wait) if url else sqlite(data_dir, wait)


def sqlite(data_dir: Path, wait: int) -> dict[str, object]:
    data_dir.mkdir(parents=True, exist_ok=True)
    pragmas = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
        "PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY;"
    )
    return {
        "ENGINE": "config.sqlite",
        "NAME": data_dir / env.str("SQLITE_NAME", default="belot.sqlite3"),
        # IMMEDIATE takes the write lock at BEGIN: writers queue instead of failing half-way.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": wait,
            "init_command": pragmas,
        },
        # An in-memory database locks differently.
        "TEST": {"NAME": data_dir / "test.sqlite3"},
    }


def postgresql(url: str, wait: int) -> dict[str, object]:
    """PostgreSQL with a connection pool; rejects any other URL."""
    config: dict[str, Any] = env.db_url_config(url)
    if "postgresql" not in config["ENGINE"]:
        raise ImproperlyConfigured("DATABASE_URL must be a postgres:// address.")
    pool = {
        "min_size": 1,
        "max_size": whole_number("DATABASE_POOL", 10, 1, 200),
        "timeout": wait,
        # Give up soon: the next request reconnects within seconds of the server's return.
        "reconnect_timeout": 3,
    }
    # Django's persistent connections must stay off with a pool. Each connection is checked
    # before use: after a server restart all are dead.
    return config | {
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": pool, "connect_timeout": wait},
    }
