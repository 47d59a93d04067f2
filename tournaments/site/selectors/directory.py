"""Listed clubs by country and year of play."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Subquery

from games.wording.zones import zone_of
from tournaments.models import Club, Season, Tournament


@dataclass(frozen=True, slots=True)
class ListedClub:
    club: Club
    next_day: date | None
    played: int
    season: Season | None


@dataclass(frozen=True, slots=True)
class DirectoryFilters:
    countries: dict[str, int]
    years: dict[int, int]


def listed_clubs(country: str = "", year: int = 0) -> QuerySet[Club]:
    """Listed clubs with a public tournament in this country and year."""
    public = Tournament.objects.filter(club=OuterRef("pk"), is_public=True)
    clubs = Club.objects.filter(Exists(public), is_listed=True)
    if country:
        clubs = clubs.filter(country=country)
    if year:
        clubs = clubs.filter(Exists(public.filter(date__year=year)))
    return clubs.order_by("pk")


def directory_filters() -> DirectoryFilters:
    clubs = listed_clubs().order_by()
    countries = clubs.values_list("country").annotate(n=Count("pk")).values_list("country", "n")
    years = (
        Tournament.objects.filter(club__in=clubs, is_public=True)
        .order_by()
        .values_list("date__year")
        .annotate(n=Count("club", distinct=True))
    )
    return DirectoryFilters(dict(countries), dict(sorted(years, reverse=True)))


def upcoming_filter(now: datetime) -> Q:
    """Tournaments of today or later in each club's time zone; one query."""
    days: dict[date, list[str]] = defaultdict(list)
    for name in Club.objects.order_by().values_list("time_zone", flat=True).distinct():
        days[now.astimezone(zone_of(name)).date()].append(name)
    return Q.create(
        [Q(time_zone__in=names, tournaments__date__gte=day) for day, names in days.items()],
        Q.OR,
    )


def with_days(clubs: QuerySet[Club], now: datetime) -> QuerySet[Club]:
    """Annotate the next day of play, tournaments played and newest season."""
    first = Q(tournaments__is_public=True, tournaments__follows=None)
    finished = first & Q(tournaments__state=Tournament.State.FINISHED)
    waiting = [Tournament.State.ENTRY, Tournament.State.DRAWN, Tournament.State.PLAYING]
    coming = first & upcoming_filter(now) & Q(tournaments__state__in=waiting)
    newest = Season.objects.filter(club=OuterRef("pk"), is_public=True).order_by(
        "-created_at", "-pk"
    )
    return clubs.annotate(
        next_day=Min("tournaments__date", filter=coming),
        played=Count("tournaments", filter=finished),
        newest_season=Subquery(newest.values("pk")[:1]),
    )


def club_entries(clubs: Iterable[Club]) -> tuple[ListedClub, ...]:
    """Rows of ``with_days`` with their seasons; one more query."""
    rows = list(clubs)
    seasons = Season.objects.in_bulk([vars(row)["newest_season"] for row in rows])
    return tuple(club_entry(row, seasons) for row in rows)


def club_entry(row: Club, seasons: dict[int, Season]) -> ListedClub:
    values = vars(row)
    return ListedClub(
        row, values["next_day"], values["played"], seasons.get(values["newest_season"])
    )
