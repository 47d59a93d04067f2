"""Let bots play a deal; every call and card goes through the engine."""

import random
from typing import Any

from games.belot import Deal
from games.belot.bots import play_out, thumb_bot


def bot_record(variant: Any, dealer: str, pack: str, seed: bytes) -> dict[str, Any]:
    """The full record of a deal played by four rules-of-thumb bots; equal seeds, equal plays."""
    game = Deal(variant=variant, dealer=dealer, pack=pack)
    play_out(game, thumb_bot, random.Random(seed))
    return game.record()
