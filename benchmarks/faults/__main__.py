"""Inject faults during an evening and check the consequences.

    python -m benchmarks.faults all
    python -m benchmarks.faults redis postgres --tables 50

Each fault gets its own installation (see benchmarks.evening), whose processes restart like
containers. Afterwards every accepted result must be stored exactly once, standings must
equal a rebuild from scratch, no phone has unsent entries, and no response was a stack
trace or bare 500. Otherwise exits with status 1.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from benchmarks.evening.figures import Figures, quantile
from benchmarks.evening.hall import Evening
from benchmarks.evening.plan import Shape
from benchmarks.evening.report import Threshold, data_thresholds, key_text
from benchmarks.evening.running import (
    check_stored_results,
    prepare_evening,
    run_coroutine,
    set_up_process,
)
from benchmarks.evening.stack import Stack
from benchmarks.faults.faults import FAULTS, SMALL_DISK_MB, Fault, own_clock

HEALTHY: Final = "/health/ 200"


def main() -> None:
    options = parse_options()
    set_up_process()
    names = list(FAULTS) if "all" in options.names else options.names
    outcome = {name: run_with_fault(name, FAULTS[name], options) for name in names}
    print()
    for name, missed in outcome.items():
        print(f"{name:16}{'ok' if not missed else 'MISSED: ' + ', '.join(missed)}", flush=True)
    raise SystemExit(any(outcome.values()))


def parse_options() -> argparse.Namespace:
    first, _empty, rest = (__doc__ or "").partition("\n\n")
    told = "\n".join(f"{name:16}{fault.told}" for name, fault in FAULTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.faults",
        description=first,
        epilog=f"{rest}\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="+", choices=[*FAULTS, "all"], metavar="NAME")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=2.0, help="how long it is played")
    parser.add_argument("--phones", type=int, default=5, help="telephones at a table, two enter")
    parser.add_argument("--spectators", type=int, default=10, help="visitors for each table")
    parser.add_argument("--analysis", action="store_true", help="boards are analysed meanwhile")
    parser.add_argument("--keep", action="store_true", help="keep logs and databases")
    return parser.parse_args()


def run_with_fault(name: str, fault: Fault, options: argparse.Namespace) -> list[str]:
    print(f"\n{name}: {fault.told}", flush=True)
    stack = Stack(analysis=options.analysis, small_disk_mb=SMALL_DISK_MB if fault.small_disk else 0)
    if fault.own_clock:
        stack.preloaded = own_clock(stack.folder)
    shape = Shape(
        tables=options.tables,
        minutes=options.minutes,
        phones_a_table=options.phones,
        spectators_a_table=options.spectators,
    )
    try:
        evening = prepare_evening(stack, shape)
        evening.restarts = True
        run_coroutine(evening.replay(fault.act))
        return report(evening, check_stored_results(evening), is_full=fault.small_disk)
    finally:
        stack.stop(keep=options.keep)


def report(evening: Evening, found: dict[str, Any], *, is_full: bool) -> list[str]:
    figures = evening.figures
    print_counts(evening, found)
    impolite = figures.impolite.total()
    rows = [
        *data_thresholds(evening, found),
        Threshold("impolite answers", "0", str(impolite), not impolite),
    ]
    if is_full:
        well = figures.marks[HEALTHY]
        told = f"{well} times that all is well"
        rows.append(Threshold("/health/ on a full disk", "unwell", told, well == 0))
    for bar in rows:
        print(f"  {bar.name:26}{bar.measured:42}{'ok' if bar.is_cleared else 'MISSED'}")
    return [bar.name for bar in rows if not bar.is_cleared]


def print_counts(evening: Evening, found: dict[str, Any]) -> None:
    figures: Figures = evening.figures
    starts = {name: each.starts for name, each in evening.stack.services.items()}
    print(
        f"  {found['accepted']} accepted; longest silence {longest_silence(evening):.1f} s",
        end="; ",
    )
    print(f"entry p95 {1000 * quantile(figures.of('result', 'confirmation'), 0.95):.0f} ms", end="")
    print(f"; started {starts}; jobs {found['jobs']}")
    for title, counts in (
        ("faults", figures.faults),
        ("impolite", figures.impolite),
        ("without an answer", figures.lacking),
        ("refused", figures.refusals),
        ("errors in the logs", evening.stack.errors()),
        ("marks", figures.marks),
    ):
        if counts:
            told = ", ".join(f"{key_text(what)}: {n}" for what, n in counts.most_common(8))
            print(f"  {title}: {told}")
    for fault in [*found["faults"], *found["standings"]][:10]:
        print(f"  {fault}")


def longest_silence(evening: Evening) -> float:
    """Longest time without an accepted entry or confirmation during play."""
    times = sorted(evening.accepted_at)
    return max((after - before for before, after in zip(times, times[1:], strict=False)), default=0)


if __name__ == "__main__":
    main()
