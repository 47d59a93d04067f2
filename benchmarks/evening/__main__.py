"""Replay an evening of a large tournament against the deployed processes.

    python -m benchmarks.evening [--tables 200] [--minutes 5] [--speed 1]
    python -m benchmarks.evening --until-it-breaks
    python -m benchmarks.evening --sqlite --tables 50

Starts and stops PostgreSQL, Redis, web server, workers and scheduler with the commands of
docker-compose.yml, on separate databases, ports and folder; with --sqlite what ``manage.py
demo`` runs. One process simulates phones, visitors and the director over HTTP. Exit status
1 if a threshold is missed.
"""

from __future__ import annotations

import argparse
from typing import Final

from benchmarks.evening.plan import Shape
from benchmarks.evening.processes import loop_seconds
from benchmarks.evening.report import report
from benchmarks.evening.running import (
    check_stored_results,
    prepare_evening,
    run_coroutine,
    set_up_process,
)
from benchmarks.evening.stack import Stack

MORE: Final = 1.5
MAX_TABLES: Final = 3000


def main() -> None:
    options = parse_options()
    set_up_process()
    tables = options.tables
    while True:
        shape = Shape(
            tables=tables,
            minutes=options.minutes,
            speed=options.speed,
            phones_a_table=options.phones,
            spectators_a_table=options.spectators,
        )
        cleared = replay_evening(options, shape)
        if not options.until_it_breaks or not cleared or tables >= MAX_TABLES:
            break
        tables = round(tables * MORE)
    if options.until_it_breaks:
        print(f"\nIt {'holds' if cleared else 'breaks'} at {tables} tables.")
    raise SystemExit(not cleared)


def parse_options() -> argparse.Namespace:
    first, _empty, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.evening",
        description=first,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it is played")
    parser.add_argument("--speed", type=float, default=1.0, help="2: two rounds a minute")
    parser.add_argument("--phones", type=int, default=5, help="telephones at a table, two enter")
    parser.add_argument("--spectators", type=int, default=10, help="visitors for each table")
    parser.add_argument("--sqlite", action="store_true", help="as the demo runs, on SQLite")
    parser.add_argument("--until-it-breaks", action="store_true", help="again with more tables")
    parser.add_argument("--no-analysis", action="store_true", help="boards are not analysed")
    parser.add_argument("--keep", action="store_true", help="keep logs and databases")
    return parser.parse_args()


def replay_evening(options: argparse.Namespace, shape: Shape) -> bool:
    """Run one evening; return whether every threshold was met."""
    before = loop_seconds()
    stack = Stack(sqlite=options.sqlite, analysis=not options.no_analysis)
    try:
        evening = prepare_evening(stack, shape)
        run_coroutine(evening.replay())
        cleared = report(evening, check_stored_results(evening))
    finally:
        stack.stop(keep=options.keep)
    print(f"\na fixed loop took {before:.2f} s before and {loop_seconds():.2f} s after")
    return cleared


if __name__ == "__main__":
    main()
