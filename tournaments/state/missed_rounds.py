"""Rounds an entrant missed: rest, withdrawal, absence, walk-over."""

from django.db.models import Count, Max, Q

from tournaments.models import Play, Result, Seat, Tournament
from tournaments.state.formats import has_consolation, is_knockout
from tournaments.state.meetings import walkovers_in
from tournaments.state.visibility import published_rounds


def missed_rounds(tournament: Tournament, rounds: int) -> dict[int, frozenset[int]]:
    """Missed rounds among the first ``rounds``, for teams with any.

    One query, at most four for a knock-out.
    """
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lte=rounds)
    played = Count("round", filter=Q(sitting__isnull=False), distinct=True)
    lacking = seats.order_by().values("team").annotate(played=played).filter(played__lt=rounds)
    rows = seats.filter(team__in=lacking.values("team"))
    missed_by_team: dict[int, set[int]] = {}
    for team, number, sitting in rows.values_list("team", "round__number", "sitting"):
        missed = missed_by_team.setdefault(team, set(range(1, rounds + 1)))
        if sitting is not None:
            missed.discard(number)
    for team, number in unplayed_walkovers(tournament):
        if number <= rounds:
            missed_by_team.setdefault(team, set()).add(number)
    return {team: frozenset(missed) for team, missed in missed_by_team.items()}


def unplayed_walkovers(tournament: Tournament) -> list[tuple[int, int]]:
    """(team, round) of walk-overs without a counted board."""
    walkovers = walkovers_in(tournament) if is_knockout(tournament) else []
    if not walkovers:
        return []
    counted = Play.objects.exclude(current__kind=Result.Kind.NOT_COUNTED).filter(
        sitting__round__tournament=tournament
    )
    played = set(counted.values_list("sitting__round__number", "sitting__table__number"))
    ids = dict(tournament.teams.filter(number__isnull=False).values_list("number", "pk"))
    return [
        (ids[number], met.round)
        for met in walkovers
        if played.isdisjoint((met.round, table) for table in met.tables)
        for number in (met.a, met.b)
    ]


def walkover_rounds(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """Walk-over rounds by team number."""
    rounds_by_team: dict[int, tuple[int, ...]] = {}
    for met in walkovers_in(tournament):
        for number in (met.a, met.b):
            rounds_by_team[number] = (*rounds_by_team.get(number, ()), met.round)
    return rounds_by_team


def last_rounds(tournament: Tournament) -> dict[int, int]:
    """Last published round with a seat, by team eliminated from a knock-out.

    Teams waiting for an opponent have a seat without table; first-match losers can still
    enter the consolation. Two queries.
    """
    rounds = published_rounds(tournament)
    seats = Seat.objects.filter(round__in=rounds).order_by().values("team")
    counted = seats.annotate(
        last=Max("round__number"), matches=Count("sitting__match", distinct=True)
    )
    newest = rounds.aggregate(Max("number"))["number__max"]
    is_waiting = has_consolation(tournament) and tournament.state == Tournament.State.PLAYING
    return {
        team: at
        for team, at, matches in counted.values_list("team", "last", "matches")
        if at < newest and not (is_waiting and matches < 2)
    }
