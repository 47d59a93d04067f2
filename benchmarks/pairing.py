"""Time to pair a Swiss round, relative to a greedy pairing in the same run.

Run `python -m benchmarks.pairing`.  The greedy baseline pairs each entrant, by rank, with
the nearest opponent not met; it is fast, not optimal, and can fail.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tournaments.movements.pair_costs import DrawEntry, Id
from tournaments.movements.swiss import pair_round

SIZES = (200, 500, 1000, 2000)
ROUNDS_BEFORE = 6
REPEATS = 3


def greedy(entries: Sequence[DrawEntry]) -> list[tuple[Id, Id]]:
    waiting = sorted(entries, key=lambda entry: (-entry.score, entry.rank))
    pairs = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        fresh = (place for place, other in enumerate(waiting) if other.id not in first.met)
        pairs.append((first.id, waiting.pop(next(fresh, 0)).id))
    return pairs


def field_after(rounds: int, size: int) -> list[DrawEntry]:
    random = Random(size)
    strength = [random.gauss(0, 1) for _ in range(size)]
    scores = [0] * size
    met: list[dict[Id, int]] = [{} for _ in range(size)]
    for number in range(1, rounds + 1):
        entries = [DrawEntry(team, scores[team], team, met[team]) for team in range(size)]
        for a, b in pair_round(entries).ids:
            assert isinstance(a, int)
            assert isinstance(b, int)
            margin = strength[a] - strength[b] + random.gauss(0, 1)
            won = max(0, min(2000, round(1000 + 400 * margin)))
            scores[a] += won
            scores[b] += 2000 - won
            met[a][b] = met[b][a] = number
    return [DrawEntry(team, scores[team], team, met[team]) for team in range(size)]


def seconds(work: Callable[[], object]) -> float:
    times = []
    for _run in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    print(f"{'teams':>6} {'seconds':>8} {'greedy':>8} {'ratio':>6}")
    for size in SIZES:
        entries = field_after(ROUNDS_BEFORE, size)
        optimal = seconds(partial(pair_round, entries))
        baseline = seconds(partial(greedy, entries))
        print(f"{size:>6} {optimal:>8.3f} {baseline:>8.4f} {optimal / baseline:>6.0f}")


if __name__ == "__main__":
    main()
