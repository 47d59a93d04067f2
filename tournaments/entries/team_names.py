"""Team names derived from player names."""

from collections.abc import Sequence
from typing import Final

from tournaments.clubs.names import last_name

NAME_JOIN: Final = " – "


def default_titles(players: Sequence[str]) -> list[str]:
    """Possible team names from the players, shortest first.

    Equal last names are distinguished by initials, then by full names.
    """
    whole = NAME_JOIN.join(players)[:200]
    if len(players) <= 2:
        return [whole]
    return [
        NAME_JOIN.join(last_name(player) for player in players)[:200],
        NAME_JOIN.join(with_initial(player) for player in players)[:200],
        whole,
    ]


def with_initial(player: str) -> str:
    """Last name with initial: "Ana Koleva" is "A. Koleva"."""
    last = last_name(player)
    return last if player.startswith(last) else f"{player[0]}. {last}"


def public_title(name: str, players: Sequence[str], shown: Sequence[str]) -> str:
    """Public version of a team name derived from its players; empty if identical."""
    if list(players) == list(shown):
        return ""
    titles = default_titles(players)
    return default_titles(shown)[titles.index(name) if name in titles else 0]
