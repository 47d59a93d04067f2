"""Rounds in which somebody did not play: they rested, had left, or were not there yet."""

from django.db.models import Count, Max, Q

from tournaments.facts.visibility import published_rounds
from tournaments.models import Seat, Tournament


def missed_rounds(tournament: Tournament, rounds: int) -> dict[int, frozenset[int]]:
    """By team the rounds, among so many first ones, without a table; one query.

    Only teams that missed any.
    """
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lte=rounds)
    played = Count("round", filter=Q(sitting__isnull=False), distinct=True)
    lacking = seats.order_by().values("team").annotate(played=played).filter(played__lt=rounds)
    rows = seats.filter(team__in=lacking.values("team"))
    found: dict[int, set[int]] = {}
    for team, number, sitting in rows.values_list("team", "round__number", "sitting"):
        missed = found.setdefault(team, set(range(1, rounds + 1)))
        if sitting is not None:
            missed.discard(number)
    return {team: frozenset(missed) for team, missed in found.items()}


def last_rounds(tournament: Tournament) -> dict[int, int]:
    """By team of a knock-out that is out: the last published round in which it had a seat.

    Who waits for an opponent has a seat without a table. Two queries.
    """
    rounds = published_rounds(tournament)
    last = Max("round__number")
    seats = Seat.objects.filter(round__in=rounds).order_by().values("team").annotate(last=last)
    newest = rounds.aggregate(Max("number"))["number__max"]
    return {team: at for team, at in seats.values_list("team", "last") if at < newest}
