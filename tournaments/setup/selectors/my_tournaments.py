from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.models import Club, Tournament

State = Tournament.State
FINISHED_SHOWN = 20


@dataclass(frozen=True)
class StateGroup:
    state: str
    tournaments: list[Tournament]


def tournaments_by_state(clubs: Iterable[Club]) -> list[StateGroup]:
    """The clubs' tournaments by state: running first, newest finished last."""
    rows = with_counts(Tournament.objects.filter(club__in=clubs, rehearses=None)).select_related(
        "club"
    )
    running = list(rows.exclude(state=State.FINISHED))
    finished = list(rows.filter(state=State.FINISHED)[:FINISHED_SHOWN])
    order = (State.PLAYING, State.DRAWN, State.ENTRY)
    groups = [StateGroup(state, [row for row in running if row.state == state]) for state in order]
    groups.append(StateGroup(State.FINISHED, finished))
    return [group for group in groups if group.tournaments]


def with_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate ``entered`` and ``present``, the numbers of teams."""
    return rows.annotate(
        entered=Count("teams"), present=Count("teams", filter=Q(teams__is_present=True))
    )


def copyable_tournaments(clubs: Iterable[Club]) -> list[Tournament]:
    rows = Tournament.objects.filter(club__in=clubs, rehearses=None).select_related("club")
    return list(rows.order_by("-created_at")[:30])
