from collections import defaultdict
from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from jobs.execution import Attempt, handler
from tournaments.events.append import refresh_pages
from tournaments.models import Club, Rating, Season, SeasonPlace, TeamPlayer, Tournament
from tournaments.scoring import EventRow, SeasonRow, Strength, rate_players, season_ladder
from tournaments.seasons.jobs import RATINGS_JOB, SEASON_JOB
from tournaments.seasons.selectors import (
    counted_events,
    finished_tournaments,
    rule_of,
    standings_versions,
)


@handler(SEASON_JOB)
def rebuild_season(attempt: Attempt) -> dict[str, object]:
    with transaction.atomic():
        row = Season.objects.select_for_update(no_key=True).filter(pk=int(attempt.job.key)).first()
        if row is None:
            return {"gone": True}
        events = finished_tournaments(row)
        places = season_ladder(counted_events(events), rule_of(row))
        store_places(row, places)
        row.made_at, row.made_from = timezone.now(), standings_versions(events)
        row.save(update_fields=["made_at", "made_from"])
    return {"places": len(places)}


def store_places(row: Season, places: list[SeasonRow]) -> None:
    """Replace the stored places; the caller locks the season."""
    row.places.all().delete()
    SeasonPlace.objects.bulk_create(
        SeasonPlace(
            season=row,
            player_id=place.person,
            position=position,
            rank=place.rank,
            is_tied=place.tied,
            total=str(place.total),
            credits=[
                [credit.event, str(credit.points), credit.counts, str(credit.share)]
                for credit in place.credits
            ],
        )
        for position, place in enumerate(places, start=1)
    )


@handler(RATINGS_JOB)
def rebuild_ratings(attempt: Attempt) -> dict[str, object]:
    """Recompute a club's ratings from all finished public tournaments."""
    club_id = int(attempt.job.key)
    with transaction.atomic():
        if Club.objects.select_for_update(no_key=True).filter(pk=club_id).first() is None:
            return {"gone": True}
        finished = Tournament.objects.filter(
            club_id=club_id, state=Tournament.State.FINISHED, is_public=True
        ).order_by("date", "start_time", "pk")
        rows = ratings_from(counted_events(finished))
        before = Rating.objects.filter(tournament__club_id=club_id)
        had_page = set(before.values_list("player", flat=True))
        before.delete()
        Rating.objects.bulk_create(rows)
        invalidate_pages(had_page ^ {row.player_id for row in rows})
    return {"ratings": len(rows)}


def invalidate_pages(players: Collection[int]) -> None:
    """Invalidate tournament pages of players whose player page appeared or vanished."""
    played = TeamPlayer.objects.filter(player__in=players)
    for pk in sorted(set(played.values_list("tournament", flat=True))):
        refresh_pages(pk)


def ratings_from(events: list[EventRow]) -> list[Rating]:
    """Ratings after each event, in the given order."""
    by_event: dict[int, list[EventRow]] = defaultdict(list)
    for row in events:
        by_event[row.event].append(row)
    now: dict[int, Strength] = {}
    ratings = []
    for event, rows in by_event.items():
        after = rate_players(now, rows)
        now |= after
        sizes = {
            section: sum(row.section == section for row in rows) for section in "all ns ew".split()
        }
        best = {person: row for row in reversed(rows) for person in row.people}
        for person, strength in after.items():
            row = best[person]
            ratings.append(
                Rating(
                    player_id=person,
                    tournament_id=event,
                    mu=strength.mu,
                    sigma=strength.sigma,
                    evenings=strength.events,
                    rank=row.rank,
                    field=sizes[row.section],
                )
            )
    return ratings
