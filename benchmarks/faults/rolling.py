"""Rolling upgrade of web server, workers and database tables during play."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Final

import psycopg

from benchmarks.evening.hall import Evening

STEP_INTERVAL_SECONDS: Final = 12.0
"""The web server gives its processes 10 s to finish."""
TURNS: Final = 3
COLUMN: Final = "a_later_version"
WIDENING_SQL: Final = (
    "SET lock_timeout = '2s'",
    f"ALTER TABLE tournaments_result ADD COLUMN {COLUMN} varchar(40) DEFAULT '' NOT NULL",
    f"CREATE INDEX CONCURRENTLY {COLUMN} ON tournaments_result ({COLUMN})",
)
"""Safe while an older version runs: a column with a default, an index."""


async def rolling(evening: Evening) -> None:
    """Restart servers and workers three times and add a column to a table of results."""
    services = evening.stack.services
    for turn in range(TURNS):
        await asyncio.sleep(STEP_INTERVAL_SECONDS)
        if turn == 1:
            await asyncio.to_thread(widen, evening.stack.database_url("belot"))
            evening.figures.marks["a column was added"] += 1
        for name in ("web", "visitors"):
            os.kill(services[name].pid, signal.SIGHUP)
            evening.figures.marks[f"{name} renewed"] += 1
        await asyncio.sleep(STEP_INTERVAL_SECONDS)
        for name in ("worker", "scheduler"):
            os.kill(services[name].pid, signal.SIGTERM)
            evening.figures.marks[f"{name} renewed"] += 1


def widen(address: str) -> None:
    """Add a column while results are stored; retry on lock timeout."""
    with psycopg.connect(address, autocommit=True) as opened:
        for statement in WIDENING_SQL:
            for last in (False, False, False, True):
                try:
                    opened.execute(statement)
                    break
                except psycopg.errors.LockNotAvailable:
                    if last:
                        raise
