import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, transaction

from tournaments.errors import ConflictError


def count_lock_waiters() -> int:
    """Number of this database's sessions that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(DISTINCT waiter.pid) FROM pg_locks waiter, pg_locks mine"
            " WHERE NOT waiter.granted AND mine.pid = pg_backend_pid()"
            " AND waiter.pid IN (SELECT pid FROM pg_locks WHERE database = mine.database)"
        )
        return int(cursor.fetchone()[0])


def at_once(hold: Callable[[], Any], *deeds: Callable[[], Any]) -> list[Any]:
    """Results of the callables, or their ConflictError; all start before any can end."""

    def run(deed: Callable[[], Any]) -> Any:
        try:
            return deed()
        except ConflictError as conflict:
            return conflict
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        with transaction.atomic():
            hold()
            futures = [pool.submit(run, deed) for deed in deeds]
            while count_lock_waiters() < len(deeds) and not any(each.done() for each in futures):
                time.sleep(0.01)
        return [each.result() for each in futures]
