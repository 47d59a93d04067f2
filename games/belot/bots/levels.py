"""The players of the computer by name, each level stronger than the one before."""

from collections.abc import Mapping
from typing import Final

from games.belot.bots import Bot, random_bot, thumb_bot
from games.belot.expert import WORLDS, expert_bot

LEVELS: Final[Mapping[str, Bot]] = {
    "random": random_bot,
    "thumb": thumb_bot,
    "expert": expert_bot(),
}


def bot_of(level: str, worlds: int = WORLDS, seconds: float | None = None) -> Bot:
    """The player of a level (KeyError for none), an expert with so much thought for each move."""
    return expert_bot(worlds, seconds) if level == "expert" else LEVELS[level]
