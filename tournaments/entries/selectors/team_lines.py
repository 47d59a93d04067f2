"""Teams for lists: number, public names, short names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, F, FilteredRelation, OuterRef, Prefetch, Q, QuerySet

from tournaments.clubs.names import last_name
from tournaments.entries.team_names import NAME_JOIN
from tournaments.entries.texts import stand_in_words
from tournaments.models import Rating, Substitution, Team, TeamPlayer, Tournament
from tournaments.state.formats import is_knockout
from tournaments.state.missed_rounds import last_rounds, walkover_rounds
from tournaments.state.request_cache import cached_briefly

STAND_IN = (
    "comes__name", "comes__public_name", "leaves__name", "leaves__public_name",
    "from_round", "to_round", "comes", "leaves",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StandIn:
    """A substitution from a round on; ``last`` is None if open-ended.

    ``pages`` are the keys of both players' public pages, or 0.
    """

    comes: str
    leaves: str
    first: int
    last: int | None = None
    pages: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        return stand_in_words(self.comes, self.leaves, self.first, self.last)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in a list; ``people`` are its players, or its own name.

    ``pages`` are the keys of ``players`` with public pages, else 0. ``gone_from`` is the
    round of withdrawal, ``eliminated_in`` its last round in a cup, ``walkovers`` its rounds
    with a walk-over.
    """

    id: int
    number: int | None
    name: str
    people: tuple[str, ...]
    short: str
    members: tuple[int, ...] = ()
    category: str = ""
    stand_ins: tuple[StandIn, ...] = ()
    players: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    gone_from: int | None = None
    eliminated_in: int | None = None
    walkovers: tuple[int, ...] = ()

    @property
    def linked(self) -> tuple[tuple[str, int], ...]:
        return tuple(zip(self.players, self.pages or (0,) * len(self.players), strict=True))

    @property
    def under_name(self) -> tuple[str, ...]:
        return () if self.people == self.players else self.players

    @property
    def ids(self) -> tuple[int, ...]:
        """Entrant ids: itself, or two single players."""
        return self.members or (self.id,)


@cached_briefly(lambda row: (row.state, row.hall_version, row.extras_version))
def teams_of(tournament: Tournament) -> Mapping[int, TeamLine]:
    """Drawn teams by id in number order; one query, a few more for cups."""
    teams = Team.objects.filter(tournament=tournament, number__isnull=False).annotate(
        played_for=FilteredRelation("substitutions", condition=Q(substitutions__is_active=True)),
        has_page=has_page("team_players__player"),
        comes_has_page=has_page("played_for__comes"),
        leaves_has_page=has_page("played_for__leaves"),
    )
    in_order = teams.order_by("number", "entry_order", "team_players__position", "played_for")
    rows = in_order.values_list(
        "pk", "number", "name", "public_name", "category", "team_players__position",
        "team_players__player__name", "team_players__player__public_name",
        "team_players__player", "has_page", "withdrawn_from",
        *(f"played_for__{name}" for name in STAND_IN), "comes_has_page", "leaves_has_page",
    )  # fmt: skip
    players: dict[tuple[int, int | None, str, str], dict[int, tuple[str, int]]]
    players = defaultdict(dict)
    stand_ins: dict[int, dict[StandIn, None]] = defaultdict(dict)
    gone: dict[int, int | None] = {}
    for row in rows:
        pk, number, name, shown, category, position, player, known_as, key, is_open = row[:10]
        gone[pk], *other = row[10:]
        members = players[pk, number, shown or name, category]
        if player is not None:
            members[position] = known_as or player, key if is_open else 0
        if other[0] is not None:
            stand_ins[pk][stand_in(*other)] = None
    is_cup = is_knockout(tournament)
    eliminated = last_rounds(tournament) if is_cup else {}
    walkovers = walkover_rounds(tournament) if is_cup else {}
    return {
        team[0]: replace(
            line_from(*team, members.values()),
            stand_ins=(*stand_ins[team[0]],),
            gone_from=gone[team[0]],
            eliminated_in=eliminated.get(team[0]),
            walkovers=walkovers.get(team[1] or 0, ()),
        )
        for team, members in players.items()
    }


def stand_in(
    comes: str,
    comes_as: str,
    leaves: str,
    leaves_as: str,
    first: int,
    last: int | None,
    *keys: int,
) -> StandIn:
    """A substitution with public names; ``keys`` also say whose page is public."""
    comes_key, leaves_key, *have = keys
    pages = (comes_key if have[0] else 0, leaves_key if have[1] else 0)
    return StandIn(comes_as or comes, leaves_as or leaves, first, last, pages)


def has_page(player: str) -> Exists:
    """Whether the player referenced by this field has a public page."""
    return Exists(Rating.objects.filter(player=OuterRef(player)))


def stand_ins_of(tournament: Tournament) -> dict[int, tuple[StandIn, ...]]:
    rows = Substitution.objects.filter(tournament=tournament, is_active=True).order_by("pk")
    stand_ins: dict[int, tuple[StandIn, ...]] = {}
    for row in rows.select_related("comes", "leaves"):
        substitute = StandIn(row.comes.shown, row.leaves.shown, row.from_round, row.to_round)
        stand_ins[row.team_id] = (*stand_ins.get(row.team_id, ()), substitute)
    return stand_ins


def with_players(teams: QuerySet[Team]) -> QuerySet[Team]:
    return teams.prefetch_related(players_at("team_players"))


def players_at(path: str) -> Prefetch[str, QuerySet[TeamPlayer], str]:
    """Prefetch of players with ``has_page``."""
    rows = TeamPlayer.objects.select_related("player").annotate(has_page=has_page("player"))
    return Prefetch(path, rows)


def team_line(team: Team) -> TeamLine:
    players = [
        (row.player.shown, row.player_id if vars(row).get("has_page") else 0)
        for row in team.team_players.all()
    ]
    return line_from(team.pk, team.number, team.shown, team.category, players)


def line_from(
    pk: int, number: int | None, name: str, category: str, linked: Iterable[tuple[str, int]]
) -> TeamLine:
    members = tuple(linked)
    players = tuple(player for player, _page in members)
    named_after_them = bool(players) and name == NAME_JOIN.join(players)
    return TeamLine(
        id=pk,
        number=number,
        name=name,
        people=players if named_after_them else (name,),
        short=short_name(players) if named_after_them else name,
        category=category,
        players=players,
        pages=tuple(page for _player, page in members),
    )


def side_line(members: Sequence[TeamLine]) -> TeamLine:
    """A side: a team, or single players combined in number order."""
    if len(members) == 1:
        return members[0]
    if not members:
        return TeamLine(0, None, "–", ("–",), "–")
    members = sorted(members, key=lambda line: line.number or 0)
    return TeamLine(
        id=members[0].id,
        number=members[0].number,
        name=NAME_JOIN.join(line.name for line in members),
        people=tuple(name for line in members for name in line.people),
        short=NAME_JOIN.join(line.short for line in members),
        members=tuple(line.id for line in members),
        stand_ins=tuple(each for line in members for each in line.stand_ins),
        players=tuple(name for line in members for name in line.players),
        pages=tuple(page for line in members for _name, page in line.linked),
    )


def short_name(players: Iterable[str]) -> str:
    """Joined last names: "Anna Mihaylova" becomes "Mihaylova"."""
    return NAME_JOIN.join(last_name(name) for name in players if name)


def entered_teams(tournament: Tournament) -> tuple[TeamLine, ...]:
    """All entrants; numbered and sorted by number once the draw is published."""
    published = tournament.state in {Tournament.State.PLAYING, Tournament.State.FINISHED}
    order = [F("number").asc(nulls_last=True)] if published else []
    teams = Team.objects.filter(tournament=tournament).order_by(*order, "entry_order")
    lines = [team_line(team) for team in with_players(teams)]
    return tuple(line if published else replace(line, number=None) for line in lines)
