"""What tables entered against the cards of their boards; for directors alone."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import CardRefusal, Play, Tournament


@dataclass(frozen=True)
class RefusedPlay:
    """A play with what was refused there, the newest first, since tries were given last."""

    play: Play
    refusals: list[CardRefusal]


def refusals_of(tournament: Tournament) -> QuerySet[CardRefusal]:
    """All of them, lifted ones too, the newest first."""
    rows = CardRefusal.objects.filter(play__board__tournament=tournament).select_related(
        "play__board", "play__sitting__round", "play__sitting__table"
    )
    return rows.order_by("-at", "-pk")


def refused_plays(tournament: Tournament) -> list[RefusedPlay]:
    """The plays that nobody has settled since; the director may want to ask there. One query."""
    plays: dict[int, RefusedPlay] = {}
    found: dict[int, list[CardRefusal]] = defaultdict(list)
    open_ones = refusals_of(tournament).filter(lifted_at=None)
    for row in open_ones.exclude(play__state=Play.State.CONFIRMED):
        found[row.play_id].append(row)
        plays.setdefault(row.play_id, RefusedPlay(row.play, found[row.play_id]))
    return list(plays.values())
