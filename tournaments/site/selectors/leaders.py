"""Top players of a club by newest season, or else by rating."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Count, Exists, OuterRef

from tournaments.entries.selectors.team_lines import has_page
from tournaments.models import Club, Player, Rating, Season, SeasonPlace, StandingRow
from tournaments.seasons.selectors import ratings_of

MAX_LEADERS: Final = 10
MAX_EVENINGS: Final = 12


@dataclass(frozen=True, slots=True)
class Leader:
    """A player with the ranks of the last evenings (None: absent).

    ``way`` are relative ranks from 0 (first) to 1 (last); ``page`` is the player's key if the
    page is public, else 0.
    """

    player: Player
    rank: int
    is_tied: bool
    figure: Fraction
    places: tuple[int | None, ...]
    way: tuple[float | None, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class Leaders:
    """Top players; ``season`` is None if ranked by rating."""

    lines: tuple[Leader, ...]
    season: Season | None
    ranked: int
    evenings: int


def seasons_of(club: Club) -> list[Season]:
    """Listed seasons, newest first, annotated with ``is_ranked``; one query."""
    places = SeasonPlace.objects.filter(season=OuterRef("pk"))
    return list(club.seasons.filter(is_public=True).annotate(is_ranked=Exists(places)))


def leaders_of(club: Club, seasons: Iterable[Season]) -> Leaders | None:
    """Top ten of a club, or None; at most five queries."""
    season = next((each for each in seasons if vars(each)["is_ranked"]), None)
    return leaders_by_rating(club) if season is None else leaders_in(season)


def leaders_in(season: Season) -> Leaders:
    """Top ten of a season with ranks in its listed tournaments; four queries."""
    places = season.places.select_related("player").annotate(has_page=has_page("player"))
    ranked = places.order_by("position")
    first = list(ranked[:MAX_LEADERS])
    events = list(
        season.tournaments.filter(state="finished", is_public=True)
        .order_by("date", "start_time", "pk")
        .values_list("pk", flat=True)
    )
    ways = rank_series_by_player(events[-MAX_EVENINGS:], [place.player_id for place in first])
    lines = [
        Leader(
            place.player,
            place.rank,
            place.is_tied,
            Fraction(place.total),
            *way,
            page=place.player_id if vars(place)["has_page"] else 0,
        )
        for place in first
        for way in [ways[place.player_id]]
    ]
    return Leaders(tuple(lines), season, ranked.count(), len(events))


RankSeries = tuple[tuple[int | None, ...], tuple[float | None, ...]]


def rank_series_by_player(events: Sequence[int], players: Sequence[int]) -> dict[int, RankSeries]:
    """Ranks and relative ranks by player; two queries."""
    rows = StandingRow.objects.filter(tournament__in=events)
    sizes = {
        (event, section): size
        for event, section, size in rows.order_by()
        .values_list("tournament", "section")
        .annotate(n=Count("pk"))
    }
    ranked_rows = rows.filter(team__players__in=players).order_by("-rank")
    places: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for player, event, section, rank in ranked_rows.values_list(
        "team__players", "tournament", "section", "rank"
    ):
        places[player][event] = (rank, sizes[event, section])
    return {
        player: rank_series([places[player].get(each) for each in events]) for player in players
    }


def rank_series(found: Sequence[tuple[int, int] | None]) -> RankSeries:
    return (
        tuple(each[0] if each else None for each in found),
        tuple(relative_rank(*each) if each else None for each in found),
    )


def relative_rank(rank: int, field: int) -> float:
    """Relative rank from 0 to 1; 0.5 in a field of one."""
    return (rank - 1) / (field - 1) if field > 1 else 0.5


def leaders_by_rating(club: Club) -> Leaders | None:
    """Top ten by rating with their last ranks; two queries."""
    rated = ratings_of(club)
    if not rated:
        return None
    first = rated[:MAX_LEADERS]
    ranks_by_player: dict[int, list[tuple[int, int] | None]] = defaultdict(list)
    rows = Rating.objects.filter(player__in=[line.player.pk for line in first])
    for player, rank, field in rows.order_by("evenings").values_list("player", "rank", "field"):
        ranks_by_player[player].append((rank, field))
    lines = [
        Leader(line.player, number, False, Fraction(line.points), *way, page=line.player.pk)
        for number, line in enumerate(first, 1)
        for way in [rank_series(ranks_by_player[line.player.pk][-MAX_EVENINGS:])]
    ]
    return Leaders(tuple(lines), None, len(rated), 0)
