"""Let bots play a deal; every call and card goes through the engine."""

import random
from typing import Any, Final

from games.belot import Deal
from games.belot.bots import club_player, play_out

BOLDNESS_SPREAD: Final = 12
SLIPS: Final = 0.06


def bot_record(variant: Any, dealer: str, pack: str, seed: bytes) -> dict[str, Any]:
    """The full record of a deal played by bots of a club's mixed tempers; equal seeds, equal plays.

    Each seat bids a little bolder or shyer than the book and errs now and then, so that tables
    with the same cards reach different results, as people do.
    """
    rng = random.Random(seed)
    game = Deal(variant=variant, dealer=dealer, pack=pack)
    players = {
        seat: club_player(round(rng.gauss(0, BOLDNESS_SPREAD)), SLIPS) for seat in game.hands
    }
    play_out(game, players, rng)
    return game.record()
