"""Strength of our expert against the bots of `colver`: duplicate belote contrée.

    nice python -m benchmarks.contree.match [--boards 1000] [--first 0] [--worlds 20]
        [--ms 100] [--folder DIR] [NAME ...]

The same cards are played twice with the sides changed, by the rules of Cannes, which
`colver` uses. Prints our gain per board (both plays) in points of the sheet, with standard
error. Names are those of `guests.METHODS`; searches use wall-clock time: run on a quiet
machine.
"""

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.contree.getting import VERSION, load_colver
from benchmarks.contree.guests import PLAY_METHODS, make_bot
from games.belot import variant_from_json
from games.belot.bots.levels import bot_of
from games.belot.bots.match_play import Comparison, compare, player_of
from games.belot.compiling import switch_on

RULES = {
    "preset": "contree_cannes",
    "bids": "80-160 by 10",
    "capot_value": 250,
    "rounding": "half_up",
}
"""Cannes rules on the guests' scale of bids."""
SEED = 2026
SLICE = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(PLAY_METHODS))
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first board")
    parser.add_argument("--ms", type=int, default=100, help="for a card of a search of theirs")
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "colver")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "belot-kernel")
    chosen = parser.parse_args()
    colver = load_colver(chosen.folder)
    switch_on(chosen.cache)
    rules = variant_from_json(RULES)
    expert = player_of(bot_of("expert", chosen.worlds))
    print(f"expert with {chosen.worlds} worlds against colver {VERSION}")
    for name in chosen.names:
        gains: tuple[int, ...] = ()
        start = time.perf_counter()
        after = chosen.first + chosen.boards
        for first in range(chosen.first, after, SLICE):
            numbers = range(first, min(first + SLICE, after))
            gains += compare(rules, expert, make_bot(colver, name, chosen.ms), numbers, SEED).gains
            found = Comparison(gains)
            print(
                f"{name:14} {len(gains):5} boards  {found.mean:+8.1f} a board  "
                f"s.e. {found.standard_error:6.1f}  {time.perf_counter() - start:6.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
