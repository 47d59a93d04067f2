from collections.abc import Mapping
from typing import Final

from games.belot.bots.expert import WORLDS_PER_MOVE, expert_bot
from games.belot.heuristics.bots import Bot, random_bot, thumb_bot
from games.belot.level import Level

LEVELS: Final[Mapping[str, Bot]] = {
    Level.RANDOM: random_bot,
    Level.THUMB: thumb_bot,
    Level.EXPERT: expert_bot(),
}


def bot_of(level: str, worlds: int = WORLDS_PER_MOVE, seconds: float | None = None) -> Bot:
    """Bot of a level (KeyError for none); `worlds` and `seconds` limit an expert's moves."""
    return expert_bot(worlds, seconds) if level == Level.EXPERT else LEVELS[level]
