"""Teams as lists show them: number, names, and a short form for narrow places."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F, Prefetch, QuerySet

from tournaments.clubs.names import last_name
from tournaments.facts.moments import once_a_moment
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
    members: tuple[int, ...] = ()
    category: str = ""

    @property
    def ids(self) -> tuple[int, ...]:
        """The entrants it stands for: itself, or two single players together."""
        return self.members or (self.id,)


@once_a_moment(lambda tournament: (tournament.state, tournament.hall_version))
def teams_of(tournament: Tournament) -> Mapping[int, TeamLine]:
    """The drawn teams by id, in the order of their numbers; one query."""
    teams = Team.objects.filter(tournament=tournament, number__isnull=False)
    rows = teams.order_by("number", "entry_order", "team_players__position").values_list(
        "pk", "number", "name", "category", "team_players__player__name"
    )
    players: dict[tuple[int, int | None, str, str], list[str]] = defaultdict(list)
    for pk, number, name, category, player in rows:
        players[pk, number, name, category].append(player)
    return {
        team[0]: line_from(*team, tuple(name for name in found if name is not None))
        for team, found in players.items()
    }


def with_players(teams: QuerySet[Team]) -> QuerySet[Team]:
    """The same teams with their players fetched, one query more."""
    players = Prefetch("team_players", TeamPlayer.objects.select_related("player"))
    return teams.prefetch_related(players)


def team_line(team: Team) -> TeamLine:
    """A team, with its players already fetched, as a line."""
    players = tuple(entry.player.name for entry in team.team_players.all())
    return line_from(team.pk, team.number, team.name, team.category, players)


def line_from(
    pk: int, number: int | None, name: str, category: str, players: tuple[str, ...]
) -> TeamLine:
    """A team with its players' names as a line."""
    named_after_them = bool(players) and name == NAME_JOIN.join(players)
    return TeamLine(
        id=pk,
        number=number,
        name=name,
        people=players if named_after_them else (name,),
        short=short_name(players) if named_after_them else name,
        category=category,
    )


def side_line(members: Sequence[TeamLine]) -> TeamLine:
    """Who plays a side: a team, or single players together under the first one's number."""
    if len(members) == 1:
        return members[0]
    if not members:
        return TeamLine(0, None, "–", ("–",), "–")
    return TeamLine(
        id=members[0].id,
        number=members[0].number,
        name=NAME_JOIN.join(line.name for line in members),
        people=tuple(name for line in members for name in line.people),
        short=NAME_JOIN.join(line.short for line in members),
        members=tuple(line.id for line in members),
    )


def short_name(players: Iterable[str]) -> str:
    """The players' last names, joined: "Anna Mihaylova" plays as "Mihaylova"."""
    return NAME_JOIN.join(last_name(name) for name in players if name)


def entered_teams(tournament: Tournament) -> tuple[TeamLine, ...]:
    """Everybody who is entered; numbers are shown, and order them, once the draw is published."""
    published = tournament.state in {Tournament.State.PLAYING, Tournament.State.FINISHED}
    order = [F("number").asc(nulls_last=True)] if published else []
    teams = Team.objects.filter(tournament=tournament).order_by(*order, "entry_order")
    lines = [team_line(team) for team in with_players(teams)]
    return tuple(line if published else replace(line, number=None) for line in lines)
