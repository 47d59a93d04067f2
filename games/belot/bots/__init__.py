"""Bots: by rules of thumb, or experts that sample hidden cards and solve the play."""

from games.belot.bots.ladder import THINKS, USUAL_RUNG, Rung, bot_on, club_bot
from games.belot.bots.levels import LEVELS, bot_of

__all__ = [
    "LEVELS",
    "THINKS",
    "USUAL_RUNG",
    "Rung",
    "bot_of",
    "bot_on",
    "club_bot",
]
