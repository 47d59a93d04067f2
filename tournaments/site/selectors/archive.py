"""Search a club's finished tournaments; their winners."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.belot import Variant
from tournaments.clubs.names import search_key
from tournaments.entries.selectors.team_lines import TeamLine, players_at, team_line
from tournaments.models import Club, Player, StandingRow, Team, TeamPlayer, Tournament
from tournaments.site.selectors.appointments import listed_tournaments


@dataclass(frozen=True, slots=True)
class ArchiveSearch:
    """Search criteria; empty or 0 means any."""

    words: str = ""
    year: int = 0
    unit: str = ""
    kind: str = ""
    place: str = ""
    preset: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveFilters:
    years: dict[int, int]
    units: dict[str, int]
    kinds: dict[str, int]
    places: dict[str, int]
    presets: dict[str, int]
    variants: tuple[Variant, ...] = ()

    @property
    def all(self) -> int:
        return sum(self.years.values())

    @property
    def since(self) -> int:
        return min(self.years, default=0)


@dataclass(frozen=True, slots=True)
class PastTournament:
    """A finished tournament; ``figure`` is in the unit of ``decided``, its last stage.

    No winners while a further stage follows.
    """

    tournament: Tournament
    entrants: int
    teams: tuple[TeamLine, ...] = ()
    figure: Fraction | None = None
    decided: Tournament | None = None

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(team.name for team in self.teams)


def past_tournaments(club: Club) -> QuerySet[Tournament]:
    finished = listed_tournaments(club).filter(state=Tournament.State.FINISHED)
    return finished.order_by("-date", "-start_time", "-pk")


def choices_of(club: Club) -> ArchiveFilters:
    filter_counts = ArchiveFilters({}, {}, {}, {}, {})
    variants: dict[Variant, None] = {}
    rows = (
        past_tournaments(club)
        .order_by()
        .values_list("date__year", "unit", "movement_kind", "place", "variant")
    )
    for year, unit, kind, place, variant, n in rows.annotate(n=Count("pk")):
        variants[variant] = None
        parts = (
            (filter_counts.years, year), (filter_counts.units, unit), (filter_counts.kinds, kind),
            (filter_counts.places, place), (filter_counts.presets, variant.preset),
        )  # fmt: skip
        for counts, value in parts:
            counts[value] = counts.get(value, 0) + n
    return ArchiveFilters(
        dict(sorted(filter_counts.years.items(), reverse=True)),
        filter_counts.units,
        {kind: n for kind, n in filter_counts.kinds.items() if kind},
        {place: n for place, n in sorted(filter_counts.places.items()) if place},
        filter_counts.presets,
        tuple(variants),
    )


def search_archive(
    club: Club, wanted: ArchiveSearch, choices: ArchiveFilters
) -> QuerySet[Tournament]:
    """Tournaments that match; two more queries if there is a search text."""
    rows = past_tournaments(club)
    filters = {
        "date__year": wanted.year,
        "unit": wanted.unit,
        "movement_kind": wanted.kind,
        "place": wanted.place,
    }
    rows = rows.filter(**{name: value for name, value in filters.items() if value})
    if wanted.preset:
        same = [each for each in choices.variants if each.preset == wanted.preset]
        rows = rows.filter(any_of(Q(variant=each) for each in same))
    words = search_key(wanted.words).split()
    keys = event_keys(rows) if words else {}
    hidden = hidden_players(club) if words else {}
    for word in words:
        named = [pk for pk, key in keys.items() if word in key]
        rows = rows.filter(Q(pk__in=named) | Q(pk__in=tournaments_with(club, word, hidden)))
    return rows


def any_of(conditions: Iterable[Q]) -> Q:
    combined = Q(pk__in=[])
    for each in conditions:
        combined |= each
    return combined


def event_keys(rows: QuerySet[Tournament]) -> dict[int, str]:
    """Search key by tournament: name, place, date in both notations."""
    columns = rows.order_by().values_list("pk", "name", "place", "date")
    return {
        pk: search_key(f"{name} {place} {day.isoformat()} {day.day}.{day:%m.%Y} {day:%d.%m.%Y}")
        for pk, name, place, day in columns
    }


def hidden_players(club: Club) -> dict[int, str]:
    """Search keys of players with a public alias."""
    hidden = Player.objects.filter(club=club).exclude(public_name="")
    return {pk: search_key(name) for pk, name in hidden.values_list("pk", "public_name")}


def tournaments_with(club: Club, word: str, hidden: Mapping[int, str]) -> QuerySet[TeamPlayer, int]:
    known = Q(player__public_name="", player__search_key__contains=word)
    shown = Q(player__in=[pk for pk, key in hidden.items() if word in key])
    people = TeamPlayer.objects.filter(known | shown, player__club=club)
    return people.values_list("tournament", flat=True)


def with_entrants(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    teams = Team.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return rows.annotate(entered=Coalesce(Subquery(teams.annotate(n=Count("pk")).values("n")), 0))


def with_their_winners(tournaments: Iterable[Tournament]) -> tuple[PastTournament, ...]:
    """Tournaments of ``with_entrants`` with their winners; two queries."""
    rows = list(tournaments)
    best = winning_rows({row.pk for row in rows})
    return tuple(past_from(row, best.get(row.pk, [])) for row in rows)


def past_from(row: Tournament, best: list[StandingRow]) -> PastTournament:
    entered = vars(row)["entered"]
    if not best:
        return PastTournament(row, entered)
    winners = tuple(team_line(each.team) for each in best)
    return PastTournament(row, entered, winners, Fraction(best[0].figure), best[0].tournament)


def winning_rows(tournaments: set[int]) -> dict[int, list[StandingRow]]:
    """Winners by first stage, from its best final stage if finished and listed."""
    last = StandingRow.objects.filter(
        ~Exists(Tournament.objects.filter(follows=OuterRef("tournament"))),
        Q(tournament__in=tournaments)
        | Q(tournament__follows__in=tournaments)
        | Q(tournament__follows__follows__in=tournaments),
        rank=1,
        tournament__is_public=True,
        tournament__state=Tournament.State.FINISHED,
    ).select_related("team", "tournament__follows")
    last = last.prefetch_related(players_at("team__team_players"))
    winners: dict[int, list[StandingRow]] = {}
    for row in last.order_by("tournament", "section", "position"):
        same = winners.setdefault(first_stage(row.tournament), [])
        if not same or same[0].tournament_id == row.tournament_id:
            same.append(row)
    return winners


def first_stage(tournament: Tournament) -> int:
    """Id of the first stage, of at most three."""
    before = tournament.follows
    return tournament.pk if before is None else before.follows_id or before.pk
