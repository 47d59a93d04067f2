"""Time of the expert bot for a move, an opening lead and a call.

    python -m benchmarks.bots [--deals 20] [--worlds 20]

Four experts play whole deals; forced cards count too. Milliseconds of processor time.
"""

import argparse
import random
import time
from pathlib import Path
from statistics import fmean, median
from tempfile import gettempdir

from games.belot import BotMove, Deal, SeatView, play_out
from games.belot.bots.levels import bot_of
from games.belot.compiling import switch_on
from games.belot.position import AUCTION


def measure_moves(worlds: int, deals: int) -> dict[str, list[float]]:
    expert = bot_of("expert", worlds)
    times: dict[str, list[float]] = {"call": [], "opening lead": [], "later card": [], "move": []}

    def watched(view: SeatView, rng: random.Random) -> BotMove:
        begun = time.process_time()
        choice = expert(view, rng)
        spent = 1000 * (time.process_time() - begun)
        kind = "later card" if view.played else "opening lead"
        times["call" if view.phase == AUCTION else kind].append(spent)
        times["move"].append(spent)
        return choice

    for number in range(deals):
        play_out(Deal(seed=number), watched, random.Random(number))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=20)
    chosen = parser.parse_args()
    compiled = switch_on(Path(gettempdir()) / "belot-benchmarks")
    print("compiled" if compiled else "interpreted", f"{chosen.worlds} worlds")
    measure_moves(chosen.worlds, 1)
    print(f"{'':14}{'number':>7}{'mean':>8}{'median':>8}{'most':>8}  ms")
    for kind, spent in measure_moves(chosen.worlds, chosen.deals).items():
        line = f"{fmean(spent):8.2f}{median(spent):8.2f}{max(spent):8.2f}"
        print(f"{kind:14}{len(spent):7}{line}")


if __name__ == "__main__":
    main()
