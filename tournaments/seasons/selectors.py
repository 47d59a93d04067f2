from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet

from jobs.models import Job
from tournaments.entries.selectors.lineups import credited_players
from tournaments.entries.selectors.team_lines import has_page
from tournaments.models import (
    Club,
    Player,
    Rating,
    Season,
    SeasonPlace,
    StandingRow,
    StandingsChange,
    TeamPlayer,
    Tournament,
)
from tournaments.scoring import EventRow, Measure, SeasonRule, Section, Strength
from tournaments.seasons.jobs import RATINGS_JOB
from tournaments.state.formats import BRACKETS, BY_LIVES


def finished_tournaments(season: Season) -> QuerySet[Tournament]:
    finished = season.tournaments.filter(state=Tournament.State.FINISHED)
    return finished.order_by("date", "start_time", "pk")


def standings_versions(tournaments: Iterable[Tournament]) -> list[list[int]]:
    """Versions of the stored standings as [tournament, version]."""
    return [[row.pk, row.standings_version] for row in tournaments]


def counted_events(tournaments: QuerySet[Tournament]) -> list[EventRow]:
    """Final standings with the people of each entrant, in the order given.

    Entrants without boards are omitted, except a cup's winner (byes and walk-overs). Four
    queries, two more with substitutes.
    """
    order = {pk: index for index, pk in enumerate(tournaments.values_list("pk", flat=True))}
    people: dict[int, dict[int, Fraction]] = defaultdict(dict)
    members = TeamPlayer.objects.filter(tournament__in=order).order_by("team", "position")
    for team, player in members.values_list("team", "player"):
        people[team][player] = Fraction(1)
    people.update(credited_players(order))
    is_champion = Q(rank=1, tournament__movement_kind__in=BRACKETS | BY_LIVES)
    played = Q(boards__gt=0) | is_champion
    rows = StandingRow.objects.filter(played, tournament__in=order).order_by("position")
    event_rows = [
        EventRow(
            event,
            tuple(people[team]),
            Section(section),
            rank,
            Fraction(figure),
            tuple(people[team].values()),
        )
        for event, team, section, rank, figure in rows.values_list(
            "tournament", "team", "section", "rank", "figure"
        )
    ]
    return sorted(event_rows, key=lambda row: order[row.event])


def rule_of(row: Season) -> SeasonRule:
    return SeasonRule(
        measure=Measure(row.measure),
        best=row.best,
        mean=row.is_mean,
        least=row.least,
        places=tuple(Fraction(points) for points in row.place_points),
    )


@dataclass(frozen=True, slots=True)
class CreditLine:
    """Points of one tournament for a player; ``counts`` if among the best.

    ``share`` is the fraction of rounds played. ``name`` and ``code`` are empty for unlisted
    tournaments.
    """

    name: str
    code: str
    date: date
    points: Fraction
    counts: bool
    share: Fraction = Fraction(1)
    event: int = 0


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A player's place in a season; ``page`` is the key of the player's page, 0 without one."""

    player: Player
    rank: int
    is_tied: bool
    total: Fraction
    credits: tuple[CreditLine, ...]
    page: int = 0

    @property
    def counted(self) -> int:
        return sum(credit.counts for credit in self.credits)


@dataclass(frozen=True, slots=True)
class Ladder:
    """A season for the public; ``is_fresh`` if based on the current standings."""

    season: Season
    tournaments: tuple[Tournament, ...]
    lines: tuple[LadderLine, ...]
    made_at: datetime | None
    is_fresh: bool


def ladder_of(season: Season) -> Ladder:
    """The stored places of a season with their credits. Three queries."""
    tournaments = tuple(
        season.tournaments.select_related("follows__follows").order_by("date", "start_time", "pk")
    )
    finished = [row for row in tournaments if row.state == Tournament.State.FINISHED]
    is_current = has_counted_standings({pk for row in finished for pk in carry_stages(row)})
    known = {row.pk: row for row in tournaments}
    places = SeasonPlace.objects.filter(season=season).select_related("player")
    places = places.annotate(has_page=has_page("player"))
    return Ladder(
        season=season,
        tournaments=tournaments,
        lines=tuple(ladder_line(place, known) for place in places),
        made_at=season.made_at,
        is_fresh=is_current and season.made_from == standings_versions(finished),
    )


def ladder_line(place: SeasonPlace, tournaments: dict[int, Tournament]) -> LadderLine:
    """A stored place; tournaments removed from the season are omitted."""
    credits = tuple(
        CreditLine(
            name=tournaments[event].name if tournaments[event].is_public else "",
            code=tournaments[event].code if tournaments[event].is_public else "",
            date=tournaments[event].date,
            points=Fraction(points),
            counts=counts,
            share=Fraction(share[0] if share else 1),
            event=event,
        )
        for event, points, counts, *share in place.credits
        if event in tournaments
    )
    page = place.player_id if vars(place)["has_page"] else 0
    total = Fraction(place.total)
    return LadderLine(place.player, place.rank, place.is_tied, total, credits, page)


@dataclass(frozen=True, slots=True)
class RatingLine:
    player: Player
    strength: Strength
    change: int | None
    last: date

    @property
    def points(self) -> int:
        return self.strength.points


def ratings_of(club: Club) -> tuple[RatingLine, ...]:
    """The club's rated players, settled first, then best first. One query."""
    histories: dict[int, list[Rating]] = defaultdict(list)
    rows = Rating.objects.filter(tournament__club=club).order_by("player", "evenings")
    for row in rows.select_related("player", "tournament"):
        histories[row.player_id].append(row)
    lines = [rating_line(history) for history in histories.values()]
    return tuple(
        sorted(
            lines, key=lambda line: (not line.strength.is_settled, -line.points, line.player.shown)
        )
    )


def has_fresh_ratings(club_id: int) -> bool:
    """Whether stored ratings match the current final standings. Two queries."""
    last = RATINGS_JOB.latest(club_id)
    if last is not None and last.state != Job.State.DONE:
        return False
    counted = Tournament.objects.filter(
        club=club_id, state=Tournament.State.FINISHED, is_public=True
    )
    return has_counted_standings(counted.values("pk"))


def has_counted_standings(tournaments: Iterable[int] | QuerySet[Tournament, Any]) -> bool:
    """Whether the standings of all tournaments include all changes; one query."""
    return not StandingsChange.objects.filter(tournament__in=tournaments, counted_in=None).exists()


def carry_stages(tournament: Tournament) -> Iterator[int]:
    """The tournament and the earlier stages whose results carry over."""
    stage: Tournament | None = tournament
    while stage is not None:
        yield stage.pk
        stage = None if stage.carry == Tournament.Carry.NONE else stage.follows


def rating_line(history: list[Rating]) -> RatingLine:
    newest = strength_of(history[-1])
    before = strength_of(history[-2]).points if len(history) > 1 else None
    change = None if before is None else newest.points - before
    return RatingLine(history[-1].player, newest, change, history[-1].tournament.date)


def strength_of(row: Rating) -> Strength:
    return Strength(row.mu, row.sigma, row.evenings)


@dataclass(frozen=True, slots=True)
class Evening:
    tournament: Tournament
    rank: int
    field: int
    strength: Strength
    change: int | None


@dataclass(frozen=True, slots=True)
class History:
    player: Player
    evenings: tuple[Evening, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(evening.strength.points for evening in self.evenings)


def history_of(player: Player) -> History:
    rows = Rating.objects.filter(player=player).select_related("tournament").order_by("evenings")
    evenings: list[Evening] = []
    for row in rows:
        strength = strength_of(row)
        change = strength.points - evenings[-1].strength.points if evenings else None
        evenings.append(Evening(row.tournament, row.rank, row.field, strength, change))
    return History(player, tuple(evenings))
