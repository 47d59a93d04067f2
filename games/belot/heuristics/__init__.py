"""Rule-of-thumb players."""

from games.belot.heuristics.bots import Bot, club_player, with_announcements

__all__ = [
    "Bot",
    "club_player",
    "with_announcements",
]
