"""Players: by rules of thumb, or experts that imagine the hidden cards and solve the play."""

from games.belot.bots.levels import LEVELS, bot_of

__all__ = [
    "LEVELS",
    "bot_of",
]
