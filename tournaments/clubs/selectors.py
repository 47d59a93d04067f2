from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from games.wording.collation import sort_by_name
from tournaments.clubs.names import near_key, same_spelling, search_key
from tournaments.models import Club, Membership, Player, Tournament

State = Tournament.State


def clubs_of(user: User) -> QuerySet[Club]:
    return Club.objects.filter(memberships__user_id=user.pk).order_by("name", "pk")


def memberships_of(user: User) -> list[Membership]:
    rows = Membership.objects.filter(user_id=user.pk).select_related("club")
    return sort_by_name(rows.order_by("club"), lambda row: row.club.name)


def members_of(club: Club) -> list[Membership]:
    """Staff of the club, organisers first."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (row.role != Membership.Role.ORGANISER, row.user.username))


def players_of(club: Club, wanted: str = "") -> list[Player]:
    players = Player.objects.filter(club=club).order_by("pk")
    key = search_key(wanted)
    if key:
        by_name = Q(search_key__contains=key) | Q(merged__search_key__contains=key)
        players = players.filter(by_name).distinct()
    return sort_by_name(players, lambda player: player.name)


def current_keys(club: Club) -> dict[int, int]:
    """Keys of the club's players; a merged player has the key of its target."""
    rows = Player.everyone.filter(club=club).values_list("pk", "merged_into")
    into = dict(rows)

    def current(key: int) -> int:
        while (other := into[key]) is not None:
            key = other
        return key

    return {key: current(key) for key in into}


def keys_by_name(club: Club) -> dict[str, int]:
    """Keys of the club's players by all names, merged ones included."""
    keys = current_keys(club)
    rows = Player.everyone.filter(club=club).order_by("pk").values_list("name", "pk")
    return {name: keys[key] for name, key in rows}


def merged_players(player: Player) -> list[Player]:
    """All players merged into this one, directly or transitively."""
    merged = list(Player.everyone.filter(merged_into=player).order_by("pk"))
    return [*merged, *(each for other in merged for each in merged_players(other))]


def near_names(club: Club, names: Sequence[str]) -> dict[str, list[str]]:
    """Known players with similar names, by given name."""
    if not names:
        return {}
    keys = keys_by_name(club)
    names_now = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    known = defaultdict[tuple[str, ...], dict[str, None]](dict)
    for name, key in keys.items():
        known[near_key(name)][names_now[key]] = None
    return {name: list(known[near_key(name)]) for name in names if near_key(name) in known}


def known_by_spelling(club: Club, names: Sequence[str]) -> dict[str, Player]:
    """Players by given name; exact spelling has priority.

    The name of a merged player returns its target.
    """
    keys = {search_key(name) for name in names}
    rows = Player.everyone.filter(club=club, search_key__in=keys).select_related("merged_into")
    exact, alike = dict[str, Player](), dict[str, Player]()
    for player in sorted(rows, key=lambda row: (row.merged_into_id is None, -row.pk)):
        exact[player.name] = player
        alike[same_spelling(player.name)] = player
    players = {name: exact.get(name) or alike.get(same_spelling(name)) for name in names}
    return {name: player.current for name, player in players.items() if player is not None}


def unknown_but_near(club: Club, names: Sequence[str]) -> dict[str, list[str]]:
    """Similar known players, for names unknown to the club."""
    known = known_by_spelling(club, names)
    return near_names(club, [name for name in names if name not in known])
