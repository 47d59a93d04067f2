"""Groups that play in parallel, with their standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.models import StandingRow, Tournament
from tournaments.state.formats import groups_of


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A team of a group; ``place`` is 0 before any result."""

    place: int
    team: TeamLine
    figure: str
    boards: int


@dataclass(frozen=True, slots=True)
class Pool:
    letter: str
    lines: tuple[PoolLine, ...]


def pools_of(tournament: Tournament) -> list[Pool]:
    """The groups ranked by the stored standings; three queries."""
    numbers = groups_of(tournament)
    if not numbers:
        return []
    teams = {team.number: team for team in teams_of(tournament).values()}
    stored = StandingRow.objects.filter(tournament=tournament).order_by("section", "position")
    rows = {row.team_id: (at, row) for at, row in enumerate(stored)}
    return [
        Pool(group_letter(at), pool_lines([teams[n] for n in group if n in teams], rows))
        for at, group in enumerate(numbers)
    ]


def pool_lines(
    teams: Sequence[TeamLine], rows: dict[int, tuple[int, StandingRow]]
) -> tuple[PoolLine, ...]:
    ordered = sorted(teams, key=lambda team: (team.id not in rows, rows.get(team.id, (0,))[0]))
    lines = []
    for place, team in enumerate(ordered, start=1):
        row = rows[team.id][1] if team.id in rows else None
        counted = row is not None and row.boards > 0
        lines.append(
            PoolLine(
                place if counted else 0,
                team,
                row.figure if row and counted else "",
                row.boards if row else 0,
            )
        )
    return tuple(lines)


def group_letter(at: int) -> str:
    return chr(ord("A") + at) if at < 26 else str(at + 1)
