from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.draws.selectors.movements import movement_of
from tournaments.draws.selectors.timetable import planned_start, round_length
from tournaments.entries.selectors.team_lines import team_line, with_players
from tournaments.models import Team, Tournament
from tournaments.movements import CheckResult, Movement, check_movement
from tournaments.scoring import Facts, Standings, compute_standings
from tournaments.state.formats import is_bracket
from tournaments.state.snapshot import snapshot_of


@dataclass(frozen=True)
class TournamentState:
    """State of a tournament for comparison: layout, checks, standings.

    Reading happens under the lock, expensive properties are computed later. ``rounds``
    includes planned ones; ``end`` is the expected end.
    """

    layout: Layout
    movement: Movement
    facts: Facts
    teams: dict[int, Team]
    names: dict[int, str]
    boards: int
    rounds: int
    end: datetime

    @cached_property
    def checked(self) -> CheckResult:
        return check_movement(self.movement)

    @cached_property
    def standings(self) -> Standings:
        return compute_standings(self.facts)


def read_state(tournament: Tournament) -> TournamentState:
    """Everything a preview compares; constant number of queries."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    layout = layout_of(tournament)
    teams = list(with_players(tournament.teams.all()))
    rounds = max(len(layout.periods), tournament.planned_rounds or 0)
    return TournamentState(
        layout=layout,
        movement=movement_of(tournament),
        facts=snapshot_of(tournament).facts,
        teams={team.pk: team for team in teams},
        names=short_names(teams),
        boards=tournament.boards.count(),
        rounds=rounds,
        end=expected_end(tournament, rounds),
    )


def short_names(teams: Sequence[Team]) -> dict[int, str]:
    lines = [team_line(team) for team in teams]
    times = Counter(line.short for line in lines)
    return {line.id: line.short if times[line.short] == 1 else line.name for line in lines}


def expected_end(tournament: Tournament, rounds: int) -> datetime:
    """Expected end, from the last started round or the plan."""
    length = round_length(tournament)
    begun = tournament.rounds.exclude(started_at=None).order_by("-number").first()
    change = timedelta(minutes=tournament.change_minutes)
    if begun is None or begun.started_at is None or is_bracket(tournament):
        return planned_start(tournament, rounds + 1) - change
    over = begun.ends_at or begun.started_at + length - change
    return over + max(0, rounds - begun.number) * length
