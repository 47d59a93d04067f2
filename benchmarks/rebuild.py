"""Time to update stored standings: complete, and after one changed result.

    python -m benchmarks.rebuild [--tables 200] [--boards 30] [--scoring matchpoints]

Fills a new SQLite database with a barometer, then prints seconds of one core and queries
of: the first rebuild; after a changed result of any round (mean of twenty); after a change
in round 1 that moves nearly all places (median of five); and without changes (best of
three).
"""

from __future__ import annotations

import argparse
import datetime
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

USUAL_NETS = (4, 6, 8, 10, 12, 16, -16, -4, 0, 2, 14, 20, 25, -25, 26, -26, 32, -32, 52, -52)
BOARDS_A_ROUND = 3


def prepare() -> None:
    folder = tempfile.mkdtemp(prefix="rebuild-")
    os.environ.update(DJANGO_SETTINGS_MODULE="config.settings", DATA_DIR=folder)
    for name in ("DATABASE_URL", "REDIS_URL", "BROKER_URL"):
        os.environ.pop(name, None)
    import django
    from django.core.management import call_command

    from config.gc_tuning import collect_rarely

    django.setup()
    collect_rarely()
    call_command("migrate", verbosity=0)


def create_tournament(tables: int, boards: int, scoring: str) -> Any:
    from games.belot import PRESETS
    from games.models import Deal
    from tournaments.models import (
        Board,
        Club,
        Play,
        Result,
        Round,
        Seat,
        Sitting,
        Table,
        Team,
        Tournament,
    )

    rng, rules = random.Random(2025), PRESETS["bulgarian"]
    contest = Tournament.objects.create(
        club=Club.objects.create(name="Club"), name="Large", scoring=scoring,
        date=datetime.date(2026, 11, 21), start_time=datetime.time(18), variant=rules,
        boards_per_round=BOARDS_A_ROUND, state="playing", seed="07" * 32,
    )  # fmt: skip
    teams = Team.objects.bulk_create(
        Team(tournament=contest, name=f"Team {n}", entry_order=n, number=n)
        for n in range(1, 2 * tables + 1)
    )
    hall = Table.objects.bulk_create(Table(tournament=contest, number=n + 1) for n in range(tables))
    rounds = Round.objects.bulk_create(
        Round(tournament=contest, number=n + 1) for n in range(boards // BOARDS_A_ROUND)
    )
    deals = Deal.objects.bulk_create(
        Deal(variant=rules, dealer="N", pack="7C") for _n in range(boards)
    )
    cards = Board.objects.bulk_create(
        Board(tournament=contest, number=n + 1, deal=deal) for n, deal in enumerate(deals)
    )
    sittings = Sitting.objects.bulk_create(
        Sitting(round=each, table=table) for each in rounds for table in hall
    )
    Seat.objects.bulk_create(
        Seat(round=sitting.round, sitting=sitting, team=team, side=side)
        for index, sitting in enumerate(sittings)
        for side, team in (
            ("NS", teams[index % tables]),
            ("EW", teams[tables + (index % tables + index // tables) % tables]),
        )
    )
    plays = Play.objects.bulk_create(
        Play(sitting=sitting, board=cards[BOARDS_A_ROUND * (index // tables) + turn], order=turn)
        for index, sitting in enumerate(sittings)
        for turn in range(BOARDS_A_ROUND)
    )
    results = Result.objects.bulk_create(
        Result(play=play, version=1, kind="played", slip={}, source="director",
               net=rng.choice(USUAL_NETS))
        for play in plays
    )  # fmt: skip
    for play, result in zip(plays, results, strict=True):
        play.current, play.state = result, "confirmed"
    Play.objects.bulk_update(plays, ["current", "state"], batch_size=200)
    return contest


def change(contest: Any, at: int, net: int) -> None:
    from tournaments.events.append import record_change
    from tournaments.models import Result

    results = Result.objects.filter(play__sitting__round__tournament=contest)
    changed = results.order_by("pk")[at]
    Result.objects.filter(pk=changed.pk).update(net=net)
    record_change(contest.pk, changed.play_id)


def timed(action: Callable[[], object]) -> tuple[float, int]:
    from django.db import connection

    queries = []

    def count(execute: Any, *args: Any) -> Any:
        queries.append(args[0])
        return execute(*args)

    with connection.execute_wrapper(count):
        start = time.process_time()
        action()
        return time.process_time() - start, len(queries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--scoring", default="matchpoints")
    options = parser.parse_args()
    prepare()
    from tournaments.standings.tasks import rebuild_now

    contest = create_tournament(options.tables, options.boards, options.scoring)
    print(f"{options.tables} tables, {options.boards} boards, {options.scoring}")
    seconds, queries = timed(lambda: rebuild_now(contest.pk))
    print(f"from nothing      {seconds:7.3f} s  {queries:4} queries")
    rng, usual, worst = random.Random(7), [], []
    for _try in range(20):
        change(contest, rng.randrange(options.tables * options.boards), rng.choice(USUAL_NETS))
        usual.append(timed(lambda: rebuild_now(contest.pk)))
    mean = statistics.fmean(seconds for seconds, _queries in usual)
    print(f"any result        {mean:7.3f} s  {max(usual)[1]:4} queries")
    for turn in range(6):
        change(contest, 0, (min if turn % 2 else max)(USUAL_NETS))
        worst.append(timed(lambda: rebuild_now(contest.pk)))
    print("one that overtakes{:7.3f} s  {:4} queries".format(*statistics.median_high(worst[1:])))
    found = [timed(lambda: rebuild_now(contest.pk)) for _try in range(3)]
    print("nothing new       {:7.3f} s  {:4} queries".format(*min(found)))


if __name__ == "__main__":
    main()
