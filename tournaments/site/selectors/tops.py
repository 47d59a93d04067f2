"""The best boards of a player's last evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entries.selectors.team_lines import teams_of
from tournaments.public.selectors.careers import BoardLine, rounds_of
from tournaments.site.selectors.players import Night

MOST: Final = 6
EVEN: Final = 50


@dataclass(frozen=True, slots=True)
class Tops:
    """An evening and the boards that brought most, all above even; each is over."""

    night: Night
    boards: tuple[BoardLine, ...]


def tops_of(nights: Sequence[Night]) -> Tops | None:
    """The best boards of the last evening that two played together and that counts percent.

    As many queries as the page of a pair.
    """
    last = next((each for each in reversed(nights) if each.is_pair and each.percent), None)
    if last is None:
        return None
    teams = teams_of(last.tournament)
    team = teams.get(last.team)
    if team is None:
        return None
    rounds = rounds_of(last.tournament, team, teams)
    lines = [
        line
        for part in rounds
        for line in part.boards
        if line.result and line.net is not None and (line.figure or 0) > EVEN
    ]
    best = sorted(lines, key=lambda line: (-(line.figure or 0), line.board))[:MOST]
    return Tops(last, tuple(best)) if best else None
