from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entries.selectors.team_lines import teams_of
from tournaments.public.selectors.careers import BoardLine, rounds_of
from tournaments.site.selectors.players import PlayerEvening

MAX_BOARDS: Final = 6
EVEN: Final = 50


@dataclass(frozen=True, slots=True)
class BestBoards:
    """An evening and its best finished boards, all above 50 %."""

    night: PlayerEvening
    boards: tuple[BoardLine, ...]


def best_boards_of(nights: Sequence[PlayerEvening]) -> BestBoards | None:
    """Best boards of the last evening as a pair scored in percent; queries as on a pair's page."""
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
    best = sorted(lines, key=lambda line: (-(line.figure or 0), line.board))[:MAX_BOARDS]
    return BestBoards(last, tuple(best)) if best else None
