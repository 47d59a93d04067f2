import random
from typing import Final

from games.belot import Deal, Variant, play_out
from games.belot.bots import bot_of, club_bot
from games.belot.heuristics import Bot

CLUB_LEVEL: Final = "club"
"""Mixed boldness; other levels: `games.belot.level`."""


def bot_record(
    variant: Variant, dealer: str, pack: str, seed: bytes, level: str = CLUB_LEVEL
) -> dict[str, object]:
    """The full record of a deal played by bots of one level; deterministic per seed.

    At club level seats bid a little above or below the book and make occasional errors, so that
    tables with the same cards reach different results.
    """
    rng = random.Random(seed)
    game = Deal(variant=variant, dealer=dealer, pack=pack)
    players = {seat: _player(level, rng) for seat in game.hands}
    play_out(game, players, rng)
    return game.record()


def _player(level: str, rng: random.Random) -> Bot:
    if level == CLUB_LEVEL:
        return club_bot(rng)
    return bot_of(level)
