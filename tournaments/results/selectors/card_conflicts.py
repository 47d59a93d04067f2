"""Entries that contradicted the cards of their boards; for directors only."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import CardRefusal, Play, Tournament


@dataclass(frozen=True)
class RefusedPlay:
    play: Play
    refusals: list[CardRefusal]


def refusals_of(tournament: Tournament) -> QuerySet[CardRefusal]:
    rows = CardRefusal.objects.filter(play__board__tournament=tournament).select_related(
        "play__board", "play__sitting__round", "play__sitting__table"
    )
    return rows.order_by("-at", "-pk")


def refused_plays(tournament: Tournament) -> list[RefusedPlay]:
    """Plays with refusals and still no result. One query."""
    plays: dict[int, RefusedPlay] = {}
    refusals_by_play: dict[int, list[CardRefusal]] = defaultdict(list)
    open_ones = refusals_of(tournament).filter(lifted_at=None)
    for row in open_ones.exclude(play__state=Play.State.CONFIRMED):
        refusals_by_play[row.play_id].append(row)
        plays.setdefault(row.play_id, RefusedPlay(row.play, refusals_by_play[row.play_id]))
    return list(plays.values())
