"""Report of an evening, with its thresholds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.evening.figures import quantile
from benchmarks.evening.hall import PAGES, Evening
from benchmarks.evening.phones import WRITE_KINDS
from benchmarks.evening.processes import means_of_fifths
from benchmarks.evening.spectators import UNLIKE

ENTRIES: Final = ("result", "confirmation")
ENTRY_P95: Final = 0.3
BEHIND: Final = 2.0
MEMORY_MORE: Final = 0.05
MEMORY_SLACK: Final = 10e6
THREADS_SLACK: Final = 4
DISTURBED: Final = 0.1
DEADLOCK: Final = r"ERROR:  deadlock detected"
WAITED: Final = r"LOG:  process \d+ still waiting for"
UNFINISHED: Final = ("queued", "running", "failed")
MEGA: Final = 1e6


@dataclass(frozen=True)
class Threshold:
    """A threshold and its result."""

    name: str
    wanted: str
    measured: str
    is_cleared: bool


def report(evening: Evening, checked: dict[str, Any]) -> bool:
    """Print everything; return whether every threshold was met."""
    print_times(evening)
    print_counts(evening, checked)
    print_processes(evening)
    found = list(all_thresholds(evening, checked))
    print(f"\n{'bar':28}{'wanted':22}{'measured':42}")
    for bar in found:
        print(
            f"{bar.name:28}{bar.wanted:22}{bar.measured:42}{'ok' if bar.is_cleared else 'MISSED'}"
        )
    return all(bar.is_cleared for bar in found)


def print_times(evening: Evening) -> None:
    figures, watch, visitor = evening.figures, evening.watch, evening.visitor
    rows: list[tuple[str, list[float]]] = [(kind, figures.of(kind)) for kind in WRITE_KINDS]
    rows += [
        ("results and confirmations", figures.of(*ENTRIES)),
        ("press to accepted", figures.of("until accepted")),
        ("correction", figures.of("correction")),
        ("console", figures.of("console")),
        ("state", figures.of("state")),
        ("table page", figures.of("table page")),
        ("public page, opened", figures.of("public page")),
        *((f"fragment: {kind}", figures.of(kind)) for kind in PAGES),
        ("accepted to event", figures.of("event")),
        ("post to counted on the page", visitor.seen),
        ("end of round to its standings", visitor.ranked),
        ("standings behind the facts", watch.behind),
    ]
    print(f"\n{'milliseconds':32}{'count':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}")
    for name, values in rows:
        shown = "".join(f"{1000 * quantile(values, part):8.0f}" for part in (0.5, 0.95, 0.99, 1))
        print(f"{name:32}{len(values):8}{shown}")


def print_counts(evening: Evening, checked: dict[str, Any]) -> None:
    figures, stack, seconds = evening.figures, evening.stack, evening.seconds
    requests = sum(figures.statuses.values())
    print(f"\n{requests} answers in {seconds:.0f} s of play, {requests / seconds:.0f} a second")
    states = {s: n for (kind, s), n in sorted(figures.statuses.items()) if kind == "state"}
    print(f"states: {states}; streams and events: {dict(figures.marks)}")
    for title, counts in (
        ("faults", figures.faults),
        ("impolite", figures.impolite),
        ("without an answer", figures.lacking),
        ("refused", figures.refusals),
        ("errors in the logs", stack.errors()),
        ("what the database was at", evening.watch.waits),
    ):
        if counts:
            told = ", ".join(f"{key_text(what)}: {n}" for what, n in counts.most_common(8))
            print(f"{title}: {told}")
    if not stack.sqlite:
        print_database(evening)
    print(f"jobs: {checked['jobs']}")
    print(
        f"stored: {checked['results']} versions of {checked['plays']} plays,"
        f" {checked['confirmed']} confirmed; {checked['accepted']} entries and words accepted"
    )
    for fault in [*checked["faults"], *checked["standings"]][:10]:
        print(f"  {fault}")


def key_text(what: object) -> str:
    return " ".join(map(str, what)) if isinstance(what, tuple) else str(what)


def print_database(evening: Evening) -> None:
    stack = evening.stack
    commits, back, dead = stack.sql(
        "SELECT xact_commit, xact_rollback, deadlocks FROM pg_stat_database WHERE datname='belot'"
    )[0]
    (statements,) = stack.sql("SELECT sum(calls) FROM pg_stat_statements")[0]
    print(
        f"PostgreSQL: {commits} transactions, {back} rolled back, {statements} statements in all,"
        f" {dead} deadlocks, {stack.log_lines('postgres', WAITED)} waits for a lock over 200 ms"
    )


def print_processes(evening: Evening) -> None:
    usage = evening.usage
    print(f"\n{'':18}{'cpu s':>8}   {'memory MB, start middle end':30}{'threads'}")
    for name in usage.used:
        memory = " ".join(f"{each / MEGA:8.0f}" for each in means_of_fifths(usage.resident[name]))
        threads = " ".join(f"{each:5.0f}" for each in means_of_fifths(usage.threads[name]))
        print(f"{name:18}{usage.seconds(name):8.1f}   {memory:30}{threads}")
    print(f"{'everybody else':18}{usage.others():8.1f}")
    share = usage.others() / (os.cpu_count() or 1) / evening.seconds
    if share > DISTURBED:
        print(f"OTHERS USED {share:.0%} OF THIS MACHINE: the times say little of the project.")
    late = evening.lateness
    shown = ", ".join(f"{1000 * quantile(late, part):.0f}" for part in (0.5, 0.95, 1))
    print(f"the hall itself is late by {shown} ms (p50, p95, max)")


def all_thresholds(evening: Evening, checked: dict[str, Any]) -> Iterator[Threshold]:
    figures, stack = evening.figures, evening.stack
    faults = figures.server_faults
    yield Threshold("server faults", "0", str(faults), faults == 0)
    timeouts = figures.lacking_of("timeout")
    yield Threshold("timeouts", "0", str(timeouts), timeouts == 0)
    if not stack.sqlite:
        deadlocks = stack.log_lines("postgres", DEADLOCK)
        yield Threshold("deadlocks in the log", "0", str(deadlocks), deadlocks == 0)
    slow = quantile(figures.of(*ENTRIES), 0.95)
    yield Threshold(
        "entry, p95", f"< {1000 * ENTRY_P95:.0f} ms", f"{1000 * slow:.0f} ms", slow < ENTRY_P95
    )
    behind = max(evening.watch.behind, default=0.0)
    late = quantile(evening.watch.behind, 0.95)
    told = f"{behind:.1f} s (p95 {late:.1f} s)"
    yield Threshold("standings behind, max", f"<= {BEHIND:.0f} s", told, behind <= BEHIND)
    yield from resource_thresholds(evening)
    ended = ", ".join(sorted(evening.died))
    yield Threshold("processes that ended", "none", ended or "none", not ended)
    open_tables = figures.marks["tables that did not finish"]
    yield Threshold("tables that did not finish", "0", str(open_tables), open_tables == 0)
    yield from visitor_thresholds(evening)
    yield from data_thresholds(evening, checked)


def visitor_thresholds(evening: Evening) -> Iterator[Threshold]:
    """Visitors must follow pages as browsers do, else the times are meaningless."""
    unlike, seen = evening.figures.marks[UNLIKE], len(evening.visitor.seen)
    yield Threshold("pages that none can follow", "0", str(unlike), unlike == 0)
    yield Threshold("results seen on the page", "some", str(seen), seen > 0)
    heard = evening.figures.marks["events"]
    yield Threshold("events heard by visitors", "some", str(heard), heard > 0)


def data_thresholds(evening: Evening, checked: dict[str, Any]) -> Iterator[Threshold]:
    """Nothing lost, nothing duplicated, everything ranked."""
    waiting = evening.figures.marks["still waiting"]
    yield Threshold("left in an outbox", "0", str(waiting), waiting == 0)
    faults = len(checked["faults"])
    yield Threshold(
        "accepted, exactly once", "all", f"{faults} faults" if faults else "all", faults == 0
    )
    open_jobs = sum(checked["jobs"].get(f"standings {state}", 0) for state in UNFINISHED)
    yield Threshold("jobs for standings left", "0", str(open_jobs), open_jobs == 0)
    wrong = "; ".join(checked["standings"])
    yield Threshold("standings", "as from nothing", wrong[:40] or "as from nothing", not wrong)


def resource_thresholds(evening: Evening) -> Iterator[Threshold]:
    """Memory and threads of web servers and workers must not grow in the second half."""
    for name in sorted({"web", "visitors", "worker"} & set(evening.usage.resident)):
        _first, middle, last = means_of_fifths(evening.usage.resident[name])
        is_flat = last <= middle * (1 + MEMORY_MORE) + MEMORY_SLACK
        shown = f"{middle / MEGA:.0f} to {last / MEGA:.0f} MB"
        yield Threshold(f"memory of {name}", "flat", shown, is_flat)
        _first, middle, last = means_of_fifths(evening.usage.threads[name])
        is_flat = last <= middle + THREADS_SLACK
        yield Threshold(f"threads of {name}", "flat", f"{middle:.0f} to {last:.0f}", is_flat)
