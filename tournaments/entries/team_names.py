"""What a team is called that has no name of its own: after its players, known or in public."""

from collections.abc import Sequence
from typing import Final

from tournaments.clubs.names import last_name

NAME_JOIN: Final = " – "


def usual_titles(players: Sequence[str]) -> list[str]:
    """What a team is called that has no name of its own, the shortest first.

    Where two teams have the same last names, they are told apart by initials, then by all names.
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
    """A last name with the initial of the first: "Ana Koleva" is "A. Koleva"."""
    last = last_name(player)
    return last if player.startswith(last) else f"{player[0]}. {last}"


def public_title(name: str, players: Sequence[str], shown: Sequence[str]) -> str:
    """What everybody reads for a team that is called ``name`` after these players.

    Empty where everybody reads the players' names themselves.
    """
    if list(players) == list(shown):
        return ""
    titles = usual_titles(players)
    return usual_titles(shown)[titles.index(name) if name in titles else 0]
