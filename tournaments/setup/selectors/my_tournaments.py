"""What an organiser has: clubs, tournaments, people, known players."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from tournaments.models import Club, Membership, Player, Tournament
from tournaments.names import search_key

State = Tournament.State
FINISHED_SHOWN = 20


@dataclass(frozen=True)
class Group:
    """Tournaments in one state."""

    state: str
    tournaments: list[Tournament]


def clubs_of(user: Any) -> QuerySet[Club]:
    """The clubs that a person runs."""
    return Club.objects.filter(memberships__user_id=user.pk).order_by("name", "pk")


def memberships_of(user: Any) -> list[Membership]:
    """A person's roles, with their clubs."""
    rows = Membership.objects.filter(user_id=user.pk).select_related("club")
    return list(rows.order_by("club__name", "club__pk"))


def tournaments_by_state(clubs: Iterable[Club]) -> list[Group]:
    """The clubs' tournaments: what is going on first, the newest finished ones last."""
    rows = with_counts(Tournament.objects.filter(club__in=clubs)).select_related("club")
    running = list(rows.exclude(state=State.FINISHED))
    finished = list(rows.filter(state=State.FINISHED)[:FINISHED_SHOWN])
    order = (State.PLAYING, State.DRAWN, State.ENTRY)
    groups = [Group(state, [row for row in running if row.state == state]) for state in order]
    groups.append(Group(State.FINISHED, finished))
    return [group for group in groups if group.tournaments]


def with_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With ``entered`` and ``present``: how many teams there are."""
    return rows.annotate(
        entered=Count("teams"), present=Count("teams", filter=Q(teams__is_present=True))
    )


def former_tournaments(clubs: Iterable[Club]) -> list[Tournament]:
    """Tournaments whose settings can be copied, the newest first."""
    rows = Tournament.objects.filter(club__in=clubs).select_related("club")
    return list(rows.order_by("-created_at")[:30])


def members_of(club: Club) -> list[Membership]:
    """Who runs the club, organisers first."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (row.role != Membership.Role.ORGANISER, row.user.username))


def players_of(club: Club, wanted: str = "") -> QuerySet[Player]:
    """The club's known players by name; ``wanted`` may be in either alphabet."""
    players = Player.objects.filter(club=club).order_by("search_key", "pk")
    key = search_key(wanted)
    return players.filter(search_key__contains=key) if key else players
