"""Strength of the levels: duplicate matches, the same cards played twice with sides changed.

    python -m benchmarks.strength [--deals 1000] [--worlds 10] [--processes 1] [--cheat 0]
    python -m benchmarks.strength --ladder games/practice/ladder.json

Prints per match the mean gain of a deal in match points (both plays), its standard error
and their ratio. `--cheat` plays this many deals of an expert who sees all cards against
one who does not: the most that better guessing can gain. `--ladder` plays each player
against the one below (`RUNG_DEALS`) and writes the file used by the practice page.
"""

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from tempfile import gettempdir

from games.belot import PRESETS, BotMove, Deal
from games.belot.bots.ladder import Rung, bot_for_rung
from games.belot.bots.levels import bot_of
from games.belot.bots.match_play import Comparison, Player, compare, player_of
from games.belot.cards import CARD_OF, SEATS
from games.belot.compiling import switch_on
from games.belot.heuristics.bots import with_announcements
from games.belot.position import PLAY
from games.belot.presets import DEFAULT_PRESET
from games.belot.solving import best_cards
from games.belot.view import view_of

SEED = 2026
SLICE = 20
CACHE = Path(gettempdir()) / "belot-benchmarks"
LADDER = "ladder."
RUNG_DEALS = {
    Rung.BEGINNER: 600,
    Rung.CLUB: 600,
    Rung.THUMB: 3000,
    Rung.QUICK: 1000,
    Rung.EXPERT: 1000,
}
"""More where the difference is small."""


def all_seeing_player(worlds: int) -> Player:
    """An expert in the auction who then sees all four hands."""
    expert = bot_of("expert", worlds)

    def player(deal: Deal, rng: random.Random) -> BotMove:
        view = view_of(deal, SEATS.index(deal.turn or ""))
        if deal.phase != PLAY:
            return expert(view, rng)
        values = best_cards(deal)
        return with_announcements(view, CARD_OF[max(values, key=lambda code: values[code])])

    return player


def ladder_player(rung: str) -> Player:
    """A player of the ladder; temperaments are assigned to seats by the cards of the deal."""

    def player(deal: Deal, rng: random.Random) -> BotMove:
        temper = random.Random(f"{deal.start} {deal.turn}")
        return bot_for_rung(rung, temper)(view_of(deal, deal.turn_seat), rng)

    return player


def player(name: str, worlds: int) -> Player:
    if name.startswith(LADDER):
        return ladder_player(name.removeprefix(LADDER))
    return all_seeing_player(worlds) if name == "cheat" else player_of(bot_of(name, worlds))


def gains(one: str, other: str, preset: str, first: int, last: int, worlds: int) -> tuple[int, ...]:
    switch_on(CACHE)
    players = player(one, worlds), player(other, worlds)
    return compare(PRESETS[preset], *players, range(first, last), SEED).gains


def match(one: str, other: str, deals: int, chosen: argparse.Namespace) -> Comparison:
    with ProcessPoolExecutor(chosen.processes) as pool:
        slices = [
            pool.submit(gains, one, other, chosen.preset, n, min(n + SLICE, deals), chosen.worlds)
            for n in range(0, deals, SLICE)
        ]
        return Comparison(tuple(gain for part in slices for gain in part.result()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=10, help="worlds a card of the expert")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--cheat", type=int, default=0, help="deals against the cheat")
    parser.add_argument("--preset", default=DEFAULT_PRESET)
    parser.add_argument("--ladder", type=Path, help="the file to write")
    chosen = parser.parse_args()
    if not switch_on(CACHE):
        print("Without the compiler an expert needs minutes for a deal.")
    print(f"{'match':33} {'deals':>6} {'gain':>7} {'s.e.':>6} {'ratio':>6}")
    if chosen.ladder:
        chosen.ladder.write_text(json.dumps(ladder(chosen), indent=1) + "\n")
        return
    matches = [("thumb", "random"), ("expert", "thumb")]
    for one, other in matches:
        play_and_print(one, other, chosen.deals, chosen)
    if chosen.cheat:
        play_and_print("cheat", "expert", chosen.cheat, chosen)


def ladder(chosen: argparse.Namespace) -> dict[str, object]:
    rungs = []
    for below, rung in pairwise(Rung):
        deals = RUNG_DEALS[rung]
        found = play_and_print(f"{LADDER}{rung}", f"{LADDER}{below}", deals, chosen)
        rungs.append(
            {
                "rung": rung,
                "over": below,
                "deals": deals,
                "gain": round(found.mean, 2),
                "error": round(found.standard_error, 2),
            }
        )
    return {"made by": "benchmarks.strength", "rules": chosen.preset, "seed": SEED, "rungs": rungs}


def play_and_print(one: str, other: str, deals: int, chosen: argparse.Namespace) -> Comparison:
    found = match(one, other, deals, chosen)
    ratio = found.mean / found.standard_error
    name = f"{one} over {other}"
    print(
        f"{name:33} {deals:6} {found.mean:7.2f} {found.standard_error:6.2f} {ratio:6.1f}",
        flush=True,
    )
    return found


if __name__ == "__main__":
    main()
