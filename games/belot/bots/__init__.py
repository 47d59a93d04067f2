"""Bots: by rules of thumb, or experts that sample hidden cards and solve the play."""

from games.belot.bots.ladder import SAMPLING_RUNGS, USUAL_RUNG, Rung, bot_for_rung, club_bot
from games.belot.bots.levels import LEVELS, bot_of

__all__ = [
    "LEVELS",
    "SAMPLING_RUNGS",
    "USUAL_RUNG",
    "Rung",
    "bot_for_rung",
    "bot_of",
    "club_bot",
]
