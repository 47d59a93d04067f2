"""Bots from weak to strong, for practice; measured by `benchmarks.strength --ladder`."""

import random
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from games.belot.bots.expert import expert_bot
from games.belot.heuristics.bots import Bot, club_player, random_bot, thumb_bot


class Rung(StrEnum):
    RANDOM = "random"
    BEGINNER = "beginner"
    CLUB = "club"
    THUMB = "thumb"
    QUICK = "quick"
    EXPERT = "expert"


USUAL_RUNG: Final = Rung.CLUB
SAMPLING_RUNGS: Final = frozenset({Rung.QUICK, Rung.EXPERT})
"""Too slow for a person unless compiled."""

BOLDNESS_SPREAD: Final = 12
"""Standard deviation, in units of `worth`."""
CLUB_RANDOM_RATE: Final = 0.06
BEGINNERS_SPREAD: Final = 24
BEGINNER_RANDOM_RATE: Final = 0.33
QUICK_WORLDS: Final = 2


def club_bot(rng: random.Random) -> Bot:
    return club_player(round(rng.gauss(0, BOLDNESS_SPREAD)), CLUB_RANDOM_RATE)


def beginner_bot(rng: random.Random) -> Bot:
    """Weak club player: every third card is random."""
    return club_player(round(rng.gauss(0, BEGINNERS_SPREAD)), BEGINNER_RANDOM_RATE)


BOT_FACTORIES: Final[Mapping[str, Callable[[random.Random], Bot]]] = {
    Rung.RANDOM: lambda _rng: random_bot,
    Rung.BEGINNER: beginner_bot,
    Rung.CLUB: club_bot,
    Rung.THUMB: lambda _rng: thumb_bot,
    Rung.QUICK: lambda _rng: expert_bot(QUICK_WORLDS),
    Rung.EXPERT: lambda _rng: expert_bot(),
}


def bot_for_rung(rung: str, rng: random.Random) -> Bot:
    return BOT_FACTORIES[rung](rng)
