"""What an organiser has: clubs, tournaments, people, known players."""

from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import QuerySet

from games.wording.collation import sort_by_name
from tournaments.clubs.names import near_key, search_key
from tournaments.models import Club, Membership, Player, Tournament

State = Tournament.State


def clubs_of(user: User) -> QuerySet[Club]:
    """The clubs that a person runs."""
    return Club.objects.filter(memberships__user_id=user.pk).order_by("name", "pk")


def memberships_of(user: User) -> list[Membership]:
    """A person's roles, with their clubs."""
    rows = Membership.objects.filter(user_id=user.pk).select_related("club")
    return sort_by_name(rows.order_by("club"), lambda row: row.club.name)


def members_of(club: Club) -> list[Membership]:
    """The people who run the club, organisers first."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (row.role != Membership.Role.ORGANISER, row.user.username))


def players_of(club: Club, wanted: str = "") -> list[Player]:
    """The club's known players by name; ``wanted`` may be in any alphabet."""
    players = Player.objects.filter(club=club).order_by("pk")
    key = search_key(wanted)
    found = players.filter(search_key__contains=key) if key else players
    return sort_by_name(found, lambda player: player.name)


def near_names(club: Club, names: Sequence[str]) -> dict[str, list[str]]:
    """Known players who may be meant by names that the club does not know, by those names."""
    if not names:
        return {}
    known = defaultdict[tuple[str, ...], list[str]](list)
    for name in club.players.order_by("pk").values_list("name", flat=True):
        known[near_key(name)].append(name)
    return {name: known[near_key(name)] for name in names if near_key(name) in known}
