"""How long it takes from the stored facts to stored standings, and how many queries.

    python -m benchmarks.rebuild [--tables 200] [--boards 30]

Compared with the plain computation of the same figures (loops over fractions, no database) in
this run: a ratio below 1 means that reading, ranking and storing together are faster than it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from benchmarks.fields import own_database, played_tournament


def best_of(times: int, work: Callable[[], Any]) -> float:
    """The least seconds of several runs."""
    found = []
    for _ in range(times):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--boards", type=int, default=30)
    options = parser.parse_args()
    own_database()
    tournament = played_tournament(options.tables, options.boards)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from benchmarks.standings import plain_matchpoints
    from tournaments.models import Play, PlayScore, StandingRow
    from tournaments.selectors.facts import snapshot_of
    from tournaments.standings import compute
    from tournaments.tasks import rebuild_now

    def from_nothing() -> None:
        StandingRow.objects.filter(tournament=tournament).delete()
        PlayScore.objects.filter(play__sitting__round__tournament=tournament).delete()
        rebuild_now(tournament.pk)

    def after_one_result() -> None:
        play = Play.objects.filter(sitting__round__tournament=tournament).first()
        play.current.net += 2  # type: ignore[union-attr,operator]
        play.current.save()  # type: ignore[union-attr]
        rebuild_now(tournament.pk)

    facts = snapshot_of(tournament).facts
    rows = {
        "read the facts": best_of(3, lambda: snapshot_of(tournament)),
        "compute": best_of(3, lambda: compute(facts)),
        "all, rows from nothing": best_of(2, from_nothing),
        "all, nothing changed": best_of(3, lambda: rebuild_now(tournament.pk)),
        "all, one result changed": best_of(3, after_one_result),
    }
    plain = best_of(1, lambda: plain_matchpoints(facts))
    with CaptureQueriesContext(connection) as captured:
        rebuild_now(tournament.pk)
    print(f"{options.tables} tables × {options.boards} boards, {len(facts.results)} results")
    print(f"{'':26}{'seconds':>9}{'to plain':>10}")
    for name, seconds in {"plain loops over fractions": plain, **rows}.items():
        print(f"{name:26}{seconds:9.3f}{seconds / plain:10.2f}")
    print(f"queries of a rebuild with nothing changed: {len(captured.captured_queries)}")


if __name__ == "__main__":
    main()
