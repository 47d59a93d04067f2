from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from tournaments.entries.selectors.team_lines import TeamLine, side_line, teams_of
from tournaments.models import MatchRow, Tournament
from tournaments.state.formats import is_knockout
from tournaments.state.meetings import Meeting, walkovers_in
from tournaments.state.visibility import PUBLISHED


@dataclass(frozen=True, slots=True)
class MatchSideLine:
    team: TeamLine
    made: Fraction
    worth: Fraction
    games: int
    has_won: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match; a bye has one side. In a walk-over points are 0."""

    table: int
    boards: int
    sides: tuple[MatchSideLine, ...]
    is_walkover: bool = False

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def has_games(self) -> bool:
        return any(side.games for side in self.sides)


def matches_by_round(tournament: Tournament) -> dict[int, list[MatchLine]]:
    """Matches of counted rounds, newest round first."""
    if tournament.state not in PUBLISHED:
        return {}
    teams = teams_of(tournament)
    lines_by_round: dict[int, list[MatchLine]] = {}
    for row in MatchRow.objects.filter(tournament=tournament).order_by("-round", "position"):
        sides = tuple(side_of(side, teams) for side in row.sides)
        lines_by_round.setdefault(row.round, []).append(MatchLine(row.table, row.boards, sides))
    for met in walkovers_in(tournament) if is_knockout(tournament) else ():
        if met.round <= tournament.rounds_counted:
            lines_by_round.setdefault(met.round, []).append(walkover_line(met, teams))
    return dict(sorted(lines_by_round.items(), reverse=True))


def walkover_line(met: Meeting, teams: Mapping[int, TeamLine]) -> MatchLine:
    team_of = {team.number: team for team in teams.values()}
    nothing = Fraction(0)
    sides = tuple(
        MatchSideLine(team_of[number], nothing, nothing, 0, number == met.winner)
        for number in (met.a, met.b)
    )
    return MatchLine(met.tables[0], 0, sides, is_walkover=True)


class StoredSide(TypedDict):
    teams: list[int]
    made: str
    worth: str
    games: int
    outcome: str


def side_of(stored: StoredSide, teams: Mapping[int, TeamLine]) -> MatchSideLine:
    return MatchSideLine(
        team=side_line([teams[pk] for pk in stored["teams"] if pk in teams]),
        made=Fraction(stored["made"]),
        worth=Fraction(stored["worth"]),
        games=stored["games"],
        has_won=stored["outcome"] == "1",
    )
