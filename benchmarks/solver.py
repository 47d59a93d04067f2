"""Speed of double-dummy solving.

    python -m benchmarks.solver [--boards 60] [--cache DIR]

Random boards, 24 results each, by the compiled solver and by the C program of November
2026 (`benchmarks/c/solver.c`, fixed as a baseline, if gcc is installed), alternating so
that a busy machine affects both; then 32 boards with par, the cost of each card of a deal
(as for a replay), one card of a half-played deal (as for a sampling bot), and one
interpreted result. Milliseconds of processor time.
"""

import argparse
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from games.belot import PRESETS, Deal, play_out, thumb_bot
from games.belot.compiling import space, switch_off, switch_on
from games.belot.solving import best_cards, card_values, par, solve_board, solve_deal
from games.belot.solving.double_dummy.room import NODES
from games.belot.solving.solver import SEARCH_MEMORY
from games.belot.tricks import duties_of

VARIANT = PRESETS["bulgarian"]
SOURCE = Path(__file__).parent / "c" / "solver.c"


def random_board(rng: random.Random, size: int = 8) -> list[int]:
    cards = rng.sample(range(32), 4 * size)
    return [sum(1 << card for card in cards[size * s : size * s + size]) for s in range(4)]


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


class CSolver:
    def __init__(self, folder: Path) -> None:
        program = folder / "solver"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, SOURCE], check=True)
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._write(f"{duties_of(VARIANT)}\n")

    def _write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def solve(self, hands: list[int]) -> tuple[list[int], float]:
        assert self.process.stdout is not None
        self._write(" ".join(map(str, hands)) + "\n")
        numbers = self.process.stdout.readline().split()
        return [int(number) for number in numbers[:24]], float(numbers[24])


def percentiles(times: list[float]) -> str:
    times = sorted(times)
    middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
    return f"median {middle:6.1f}  p95 {late:6.1f}  mean {sum(times) / len(times):6.1f} ms"


def ratios(ours: list[float], theirs: list[float]) -> str:
    one, other = sorted(ours), sorted(theirs)
    late = int(len(one) * 0.95)
    return (
        f"median {one[len(one) // 2] / other[len(other) // 2]:.2f}  "
        f"p95 {one[late] / other[late]:.2f}  mean {sum(one) / sum(other):.2f}"
    )


def compare(boards: list[list[int]], folder: Path) -> None:
    twin = CSolver(folder) if shutil.which("gcc") else None
    solve_board(VARIANT, boards[0])
    before = int(SEARCH_MEMORY.row[NODES])
    ours, theirs = [], []
    for hands in boards:
        start = time.process_time()
        rows = solve_board(VARIANT, hands).points
        ours.append((time.process_time() - start) * 1000)
        if twin is not None:
            same, ms = twin.solve(hands)
            assert same == [points for row in rows.values() for points in row], hands
            theirs.append(ms)
    nodes = int(SEARCH_MEMORY.row[NODES]) - before
    print(f"compiled board (24 results):  {percentiles(ours)}")
    print(f"cards tried for a result:     {nodes / len(boards) / 24:.0f}")
    print(f"million cards a second:       {nodes / sum(ours) / 1000:.1f}")
    if twin is not None:
        print(f"C program, fixed:             {percentiles(theirs)}")
        print(f"compiled / C:                 {ratios(ours, theirs)}")


def sampled_worlds(rng: random.Random) -> None:
    worlds = [random_board(rng, 5) for _ in range(200)]
    duties = duties_of(VARIANT)
    total = timed(lambda: [card_values(duties, 5, hands, 0, [], 3) for hands in worlds])
    print(f"a lead, 5 tricks to go:       {total / len(worlds):.3f} ms a world")


def set_of_boards(boards: list[list[int]]) -> None:

    def analyse() -> None:
        for place, hands in enumerate(boards):
            par(VARIANT, hands, place % 4, solve_board(VARIANT, hands))

    print(f"a set of {len(boards)} boards, par:    {timed(analyse):.0f} ms")


def costs_of_deals(count: int) -> None:
    """Value every card of deals played by bots, from the end backwards."""
    times = []
    for seed in range(count):
        deal = play_out(Deal(VARIANT, seed=seed), thumb_bot, random.Random(seed))
        times.append(timed(partial(value_all_cards, deal)) if deal.played else 0.0)
    print(f"the costs of a deal's cards:  {percentiles([ms for ms in times if ms])}")


def value_all_cards(deal: Deal) -> None:
    for _ in range(len(deal.played)):
        deal.undo()
        if deal.legal_mask().bit_count() > 1:
            best_cards(deal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "belot-kernel")
    options = parser.parse_args()
    rng = random.Random(2026)
    boards = [random_board(rng) for _ in range(options.boards)]
    start = time.perf_counter()
    if switch_on(options.cache):
        print(f"switched on in {time.perf_counter() - start:.1f} s")
        with tempfile.TemporaryDirectory() as folder:
            compare(boards, Path(folder))
        set_of_boards(boards[:32])
        costs_of_deals(options.boards)
        sampled_worlds(rng)
    fast = timed(lambda: solve_deal(VARIANT, boards[0], 0, 0)) if space().compiled else 0.0
    switch_off()
    slow = timed(lambda: solve_deal(VARIANT, boards[0], 0, 0))
    print(f"one result interpreted:       {slow:.0f} ms")
    if fast:
        print(f"interpreted / compiled:       {slow / fast:.0f}")


if __name__ == "__main__":
    main()
