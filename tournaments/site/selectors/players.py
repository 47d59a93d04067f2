"""A player's evenings, partners and season ranks."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from statistics import fmean
from typing import Final, NamedTuple

from games.charts.evenings import EveningChart, EveningPoint, evening_chart
from tournaments.entries.selectors.team_lines import has_page
from tournaments.models import (
    Player,
    SeasonPlace,
    StandingRow,
    Substitution,
    TeamPlayer,
    Tournament,
)
from tournaments.seasons.selectors import Evening, history_of
from tournaments.state.scoring import figure_unit

MEAN_WINDOW: Final = 6
"""Evenings."""
MIN_EVENINGS_FOR_MEAN: Final = 3
FIRST_PLACES: Final = 3


@dataclass(frozen=True, slots=True)
class Teammate:
    """A partner or teammate; ``page`` is their key, or 0 without a public page."""

    key: int
    name: str
    page: int


class TeamMembership(NamedTuple):
    """The player's team and its number; ``instead_of`` is the replaced player."""

    team: int
    number: int
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """A player's evening; ``percent`` is None under other scoring.

    ``figure`` is the total in the tournament's unit, ``mean`` the moving average of six
    evenings in percent; ``is_usual``: played with the usual partner.
    """

    evening: Evening
    team: int
    number: int
    mates: tuple[Teammate, ...]
    boards: int = 0
    figure: Fraction | None = None
    percent: Fraction | None = None
    mean: float | None = None
    is_usual: bool = False

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament

    @property
    def is_pair(self) -> bool:
        """Whether two partners played together all evening."""
        return self.tournament.unit == Tournament.Unit.PAIR and len(self.mates) == 1


@dataclass(frozen=True, slots=True)
class Partner:
    mate: Teammate
    evenings: int
    best: int
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class Evenings:
    """Public evenings of a player, oldest first."""

    player: Player
    nights: tuple[PlayerEvening, ...]
    partners: tuple[Partner, ...] = ()
    seasons: tuple[SeasonPlace, ...] = field(default=())

    @property
    def usual(self) -> Teammate | None:
        """The most frequent partner, with at least two evenings."""
        best = self.partners[0] if self.partners else None
        return best.mate if best and best.evenings > 1 else None

    @property
    def newest(self) -> tuple[PlayerEvening, ...]:
        return self.nights[::-1]

    @property
    def in_percent(self) -> tuple[PlayerEvening, ...]:
        return tuple(night for night in self.nights if night.percent is not None)

    @property
    def percent(self) -> Fraction | None:
        """Mean over all boards scored in percent."""
        return mean_of(self.in_percent)

    @property
    def boards(self) -> int:
        return sum(night.boards for night in self.in_percent)

    @property
    def won(self) -> int:
        return sum(night.evening.rank == 1 for night in self.nights)

    @property
    def in_front(self) -> int:
        """Number of evenings finished in the first three places."""
        return sum(night.evening.rank <= FIRST_PLACES for night in self.nights)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(night.evening.strength.points for night in self.nights)

    @property
    def last_mean(self) -> float | None:
        return self.in_percent[-1].mean if self.in_percent else None

    @property
    def chart(self) -> EveningChart | None:
        """Chart of the evenings in percent; None for fewer than two."""
        points = [
            EveningPoint(
                night.tournament.date,
                float(night.percent or 0),
                night.mean,
                night.evening.rank,
                night.is_usual,
            )
            for night in self.in_percent
        ]
        return evening_chart(points) if len(points) > 1 else None


def evenings_of(player: Player) -> Evenings:
    """Finished, listed tournaments of a player; six queries."""
    known = {
        evening.tournament.pk: evening
        for evening in history_of(player).evenings
        if evening.tournament.is_public and evening.tournament.state == Tournament.State.FINISHED
    }
    places = teams_of_player(player, known)
    mates = mates_in(places.values(), player)
    rows = standing_row_by_team(place.team for place in places.values())
    nights = tuple(
        with_row(
            PlayerEvening(evening, place.team, place.number, mates[place.team]),
            rows.get(place.team),
        )
        for event, evening in known.items()
        if (place := places.get(event)) is not None
    )
    partners = partners_in(nights)
    evenings = Evenings(player, nights, partners)
    usual = evenings.usual
    return replace(evenings, nights=with_means(nights, usual), seasons=seasons_of(player))


def teams_of_player(player: Player, events: Iterable[int]) -> dict[int, TeamMembership]:
    came = Substitution.objects.filter(comes=player, is_active=True, tournament__in=events)
    memberships = {
        event: TeamMembership(team, number or 0, leaves)
        for event, team, number, leaves in came.values_list(
            "tournament", "team", "team__number", "leaves"
        )
    }
    own = TeamPlayer.objects.filter(player=player, tournament__in=events)
    rows = own.values_list("tournament", "team", "team__number")
    return memberships | {event: TeamMembership(team, number or 0) for event, team, number in rows}


def mates_in(
    places: Collection[TeamMembership], player: Player
) -> Mapping[int, tuple[Teammate, ...]]:
    """Other members of each team, without replaced players; one query."""
    rows = TeamPlayer.objects.filter(team__in=[place.team for place in places])
    rows = rows.exclude(player=player).annotate(has_page=has_page("player"))
    left = {place.team: place.instead_of for place in places}
    mates: dict[int, tuple[Teammate, ...]] = defaultdict(tuple)
    for team, key, name, shown, is_open in rows.order_by("team", "position").values_list(
        "team", "player", "player__name", "player__public_name", "has_page"
    ):
        if key != left[team]:
            mates[team] += (Teammate(key, shown or name, key if is_open else 0),)
    return mates


def standing_row_by_team(teams: Iterable[int]) -> dict[int, StandingRow]:
    rows = StandingRow.objects.filter(team__in=list(teams)).order_by("-rank")
    return {row.team_id: row for row in rows}


def with_row(night: PlayerEvening, row: StandingRow | None) -> PlayerEvening:
    if row is None:
        return night
    figure = Fraction(row.figure)
    percent = figure if figure_unit(night.tournament) == "percent" else None
    return replace(night, boards=row.boards, figure=figure, percent=percent)


def with_means(
    nights: Sequence[PlayerEvening], usual: Teammate | None
) -> tuple[PlayerEvening, ...]:
    values: list[float] = []
    evenings = []
    for night in nights:
        is_usual = night.is_pair and usual is not None and night.mates[0].key == usual.key
        mean = None
        if night.percent is not None:
            values.append(float(night.percent))
            mean = fmean(values[-MEAN_WINDOW:]) if len(values) >= MIN_EVENINGS_FOR_MEAN else None
        evenings.append(replace(night, mean=mean, is_usual=is_usual))
    return tuple(evenings)


def partners_in(nights: Iterable[PlayerEvening]) -> tuple[Partner, ...]:
    together: dict[int, list[PlayerEvening]] = defaultdict(list)
    for night in nights:
        if night.is_pair:
            together[night.mates[0].key].append(night)
    partners = [
        Partner(
            played[-1].mates[0],
            len(played),
            min(night.evening.rank for night in played),
            mean_of(night for night in played if night.percent is not None),
        )
        for played in reversed(together.values())
    ]
    return tuple(sorted(partners, key=lambda partner: -partner.evenings))


def mean_of(nights: Iterable[PlayerEvening]) -> Fraction | None:
    """Mean in percent, weighted by boards."""
    weighted = [(night.percent or Fraction(0), night.boards) for night in nights]
    boards = sum(weight for _percent, weight in weighted)
    return (
        sum((percent * weight for percent, weight in weighted), Fraction(0)) / boards
        if boards
        else None
    )


def seasons_of(player: Player) -> tuple[SeasonPlace, ...]:
    """Places in listed seasons, newest first; one query."""
    rows = SeasonPlace.objects.filter(player=player, season__is_public=True)
    newest = rows.select_related("season").order_by("-season__created_at", "-season")
    return tuple(newest)
