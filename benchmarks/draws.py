"""Time of first draws: response time for the organiser, then the worker's time.

    python -m benchmarks.draws [--entrants 2000]

On a new SQLite database, or the empty one of DATABASE_URL; wall-clock seconds.
"""

from __future__ import annotations

import argparse
import datetime
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks.fields import enter, own_database

if TYPE_CHECKING:
    from tournaments.models import Tournament

FORMATS: dict[str, Callable[[int], dict[str, object]]] = {
    "swiss": lambda n: {"rounds": 7},
    "single_elimination": lambda n: {"entrants": n},
    "mitchell": lambda n: {"tables": n // 2, "rounds": 9},
    "barometer": lambda n: {"entrants": n, "rounds": 9},
}


def create_entered_tournament(name: str, entrants: int) -> Tournament:
    from django.contrib.auth.models import User

    from tournaments.clubs.services import found_club
    from tournaments.setup.services.tournaments import create_tournament

    user = User.objects.create_user(name)
    tournament = create_tournament(
        club=found_club(name=name, user=user),
        name=name,
        date=datetime.date(2026, 11, 21),
        start_time=datetime.time(18, 30),
        boards_per_round=3,
        actor=user,
    )
    enter(tournament, entrants)
    return tournament


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(kind: str, entrants: int) -> tuple[float, float]:
    """Seconds of the request and of the worker; 0.0 if drawn synchronously."""
    from jobs.tasks import run_one
    from tournaments.draws.jobs import DRAW_JOB
    from tournaments.draws.services.draws import request_draw
    from tournaments.models import Tournament

    tournament = create_entered_tournament(f"{kind} {entrants}", entrants)
    params = FORMATS[kind](entrants)
    asked = seconds(lambda: request_draw(tournament=tournament, kind=kind, params=params))
    job = DRAW_JOB.latest(tournament.pk)
    worked = seconds(lambda: run_one(job.pk)) if job else 0.0
    drawn = Tournament.objects.get(pk=tournament.pk)
    assert drawn.state == Tournament.State.DRAWN
    assert drawn.teams.filter(number__isnull=False).count() == entrants
    return asked, worked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=2000)
    largest: int = parser.parse_args().entrants
    own_database()
    print(f"{'format':>20} {'entrants':>8} {'request':>8} {'worker':>8}")
    for kind in FORMATS:
        for entrants in (largest // 20, largest // 5, largest // 2, largest):
            asked, worked = measure(kind, entrants)
            print(f"{kind:>20} {entrants:>8} {asked:>8.2f} {worked:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
