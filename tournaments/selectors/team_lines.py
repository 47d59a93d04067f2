"""Teams as lists show them: number, names, and a short form for narrow places."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.models import Team, TeamPlayer, Tournament

NAME_JOIN = " – "


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in a list; ``people`` are its players, or its own name where it has one."""

    id: int
    number: int | None
    name: str
    people: tuple[str, ...]
    short: str


def teams_of(tournament: Tournament, *, drawn_only: bool = True) -> dict[int, TeamLine]:
    """The teams by id, in the order of their numbers (or of entry); two queries."""
    teams = Team.objects.filter(tournament=tournament)
    if drawn_only:
        teams = teams.filter(number__isnull=False)
    players = Prefetch("team_players", TeamPlayer.objects.select_related("player"))
    return {team.pk: team_line(team) for team in teams.prefetch_related(players)}


def team_line(team: Team) -> TeamLine:
    """A team, with its players already fetched, as a line."""
    players = tuple(entry.player.name for entry in team.team_players.all())
    named_after_them = not players or team.name == NAME_JOIN.join(players)
    return TeamLine(
        id=team.pk,
        number=team.number,
        name=team.name,
        people=players if players and named_after_them else (team.name,),
        short=short_name(players) if players and named_after_them else team.name,
    )


def short_name(players: Iterable[str]) -> str:
    """The players' last names, joined: "Anna Mihaylova" plays as "Mihaylova"."""
    return NAME_JOIN.join(name.split()[-1] for name in players if name)


def entered_teams(tournament: Tournament) -> tuple[TeamLine, ...]:
    """Everybody who is entered, whether drawn or not."""
    return tuple(teams_of(tournament, drawn_only=False).values())
