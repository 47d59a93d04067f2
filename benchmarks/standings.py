"""Time of standings, compared with plain loops over fractions on the same facts.

    python -m benchmarks.standings [--tables 200] [--boards 30] [--skip-plain]

Prints per method the seconds of the library (best of three), of comparing every two
results plainly, and their ratio.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from fractions import Fraction
from random import Random

from tournaments.scoring import BoardResult, Facts, Method, TieBreak, Winners, compute_standings

METHODS = (
    Method.MATCHPOINTS,
    Method.ASCHERMAN,
    Method.BUTLER,
    Method.CROSS_IMPS,
    Method.AVERAGE_DIFFERENCE,
)
USUAL_NETS = (4, 6, 8, 10, 12, 16, -16, -4, 0, 2, 14, 20, 25, -25, 26, -26, 32, -32, 52, -52)


def facts_of(method: Method, tables: int, boards: int, ties: bool) -> Facts:
    """Every table plays every board, three a round, EW moving up."""
    random = Random(2025)
    results = tuple(
        BoardResult(
            board=board,
            round=1 + board // 3,
            table=table,
            ns=table,
            ew=tables + 1 + (table - board // 3) % tables,
            net=random.choice(USUAL_NETS) + 2 * random.randrange(3),
        )
        for board in range(boards)
        for table in range(1, tables + 1)
    )
    chain = (TieBreak.DIRECT, TieBreak.TOPS, TieBreak.OPPONENTS_AVERAGE) if ties else ()
    return Facts(method, results, winners=Winners.ONE, tie_breaks=chain)


def plain_matchpoints(facts: Facts) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = {}
    counts: dict[int, int] = {}
    for result in facts.results:
        others = [r for r in facts.results if r.board == result.board and r is not result]
        points = Fraction(0)
        for other in others:
            points += 2 if result.net > other.net else 1 if result.net == other.net else 0  # type: ignore[operator]
        percent = points * 100 / (2 * len(others))
        for entrant, share in ((result.ns, percent), (result.ew, 100 - percent)):
            sums[entrant] = sums.get(entrant, Fraction(0)) + share
            counts[entrant] = counts.get(entrant, 0) + 1
    return {entrant: total / counts[entrant] for entrant, total in sums.items()}


def seconds(work: Callable[[], object], times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--skip-plain", action="store_true")
    chosen = parser.parse_args()
    for method in METHODS:
        facts = facts_of(method, chosen.tables, chosen.boards, ties=False)
        print(f"{method:20} {seconds(lambda f=facts: compute_standings(f)):8.3f} s")  # type: ignore[misc]
    facts = facts_of(Method.MATCHPOINTS, chosen.tables, chosen.boards, ties=True)
    fast = seconds(lambda: compute_standings(facts))
    print(f"{'with tie-breaks':20} {fast:8.3f} s")
    if not chosen.skip_plain:
        by_row = {row.entrant: row.total for row in compute_standings(facts).rows}
        plain = seconds(lambda: plain_matchpoints(facts), times=1)
        assert plain_matchpoints(facts) == by_row
        print(f"{'plain matchpoints':20} {plain:8.3f} s, {plain / fast:.0f} times as long")


if __name__ == "__main__":
    main()
