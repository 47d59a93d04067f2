"""Speed of solving belote contrée boards compared with the package `colver`.

    python -m benchmarks.contree.solver [--boards 100] [--folder DIR] [--cache DIR]

Random boards in four suits with four leaders, alternating so that a busy machine affects
both; all 16 results must be equal. Milliseconds of processor time on one core. The
compiled Rust package is downloaded into DIR.
"""

import argparse
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.contree.getting import VERSION, load_colver
from benchmarks.contree.table import best_points
from benchmarks.solver import percentiles, random_board
from games.belot import PRESETS
from games.belot.compiling import switch_on
from games.belot.solving import solve_board

CONTREE = replace(PRESETS["bulgarian"], contracts="C D H S")
"""The duties of play are those of belote contrée."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "colver")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "belot-kernel")
    options = parser.parse_args()
    colver = load_colver(options.folder)
    if not switch_on(options.cache):
        raise SystemExit("There is no compiler here: `pip install .[fast]`.")
    rng = random.Random(2026)
    boards = [random_board(rng) for _ in range(options.boards)]
    solve_board(CONTREE, boards[0])
    ours, theirs = [], []
    for hands in boards:
        start = time.process_time()
        points = solve_board(CONTREE, hands).points
        middle = time.process_time()
        found = [best_points(colver, hands, leader) for leader in range(4)]
        theirs.append((time.process_time() - middle) * 1000)
        ours.append((middle - start) * 1000)
        for suit in range(4):
            for leader in range(4):
                assert max(0, points[suit][leader]) == found[leader][suit], hands
    print(f"ours, 16 results:    {percentiles(ours)}")
    print(f"colver {VERSION}:       {percentiles(theirs)}")
    one, other = sorted(ours), sorted(theirs)
    middle_of, late = len(one) // 2, int(len(one) * 0.95)
    print(
        f"theirs / ours:       median {other[middle_of] / one[middle_of]:6.1f}  "
        f"p95 {other[late] / one[late]:6.1f}  mean {sum(other) / sum(one):6.1f}"
    )


if __name__ == "__main__":
    main()
