"""Sample the versions of the stored standings, and what the database waits for.

    python -m benchmarks.evening.watching CODE

Prints a line of JSON per sample until its input ends. Queries the database directly, so
that a slow web server does not distort the result.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from typing import Final

EVERY: Final = 0.2


def main() -> None:
    code = sys.argv[1]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["LOG_LEVEL"] = "ERROR"
    import django

    django.setup()
    while not select.select([sys.stdin], [], [], EVERY)[0]:
        try:
            found: dict[str, object] = {**versions(code), "waits": waits()}
        except Exception as error:  # some runs stop the database
            found = {"away": type(error).__name__}
        print(json.dumps({"at": time.time(), **found}), flush=True)


def versions(code: str) -> dict[str, int]:
    from tournaments.models import Tournament

    found = Tournament.objects.only("standings_version").get(code=code)
    return {"facts": found.facts_version, "standings": found.standings_version}


def waits() -> dict[str, int]:
    """Activity of PostgreSQL sessions: "run", or what they wait for."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(wait_event_type || ' ' || wait_event, 'run'), count(*)"
            " FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND state <> 'idle' AND pid <> pg_backend_pid() GROUP BY 1"
        )
        return dict(cursor.fetchall())


if __name__ == "__main__":
    main()
