"""Rules of thumb: what a sensible player calls and plays without counting."""

from games.belot.heuristics.bots import Bot, club_player, with_announcements

__all__ = [
    "Bot",
    "club_player",
    "with_announcements",
]
