from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.fields import clean_name
from games.wording.zones import zone_names
from tournaments.clubs.countries import COUNTRIES
from tournaments.clubs.names import (
    NAME_LENGTH,
    has_letters,
    initials,
    same_spelling,
    search_key,
)
from tournaments.clubs.selectors import known_by_spelling, unknown_but_near
from tournaments.errors import RuleViolationError
from tournaments.models import Club, DistinctPlayers, Membership, Player, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.version_tokens import CLUB, club_state, contact_state, player_state

__all__ = [
    "add_member",
    "change_club",
    "ensure_player",
    "ensure_players",
    "found_club",
    "remove_member",
    "rename_player",
    "search_key",
    "set_contact",
    "set_wifi",
]


class Contact(TypedDict):
    contact_name: str
    contact_address: str
    contact_email: str
    contact_phone: str


@transaction.atomic
def found_club(*, name: str, user: User, place: str = "") -> Club:
    club = Club.objects.create(name=club_name(name), place=clean_name(place)[:200])
    Membership.objects.create(club=club, user_id=user.pk, role=Membership.Role.ORGANISER)
    return club


@transaction.atomic
def change_club(
    *,
    club: Club,
    name: str,
    place: str = "",
    country: str = "",
    time_zone: str | None = None,
    is_listed: bool = False,
    names_in_search: bool = False,
    seen: VersionToken = None,
) -> Club:
    """Change a club's name, place, country or listing.

    A new time zone applies to its future tournaments; without ``time_zone`` it is unchanged.
    ``seen`` is the client's version token.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before = club_state(club)
    club.name = club_name(name)
    set_place(club, clean_name(place)[:200])
    club.country = check_country(country, is_listed=is_listed)
    if time_zone is not None:
        set_zone(club, check_zone(time_zone))
    club.is_listed = is_listed
    club.names_in_search = names_in_search
    if club_state(club).values != before.values:
        check_version(seen, before)
    club.save(update_fields=[*CLUB, "place_changes", "place_changed_at"])
    return club


def check_country(code: str, *, is_listed: bool) -> str:
    """Validate a country code; required for listed clubs."""
    if code and code not in COUNTRIES:
        raise RuleViolationError(
            "no_such_country", _("This country is not known here."), field="country"
        )
    if is_listed and not code:
        raise RuleViolationError(
            "no_country", _("Enter the club’s country to be listed."), field="country"
        )
    return code


def check_zone(name: str) -> str:
    """Validate a time zone name; empty means the installation's."""
    if name and name not in zone_names():
        words = _("There is no time zone of this name. Write one such as Europe/Sofia.")
        raise RuleViolationError("no_such_zone", words, field="time_zone")
    return name


def set_zone(club: Club, time_zone: str) -> None:
    """Set the time zone of the club, and of its future tournaments in the former zone."""
    if time_zone == club.time_zone:
        return
    today = timezone.localdate(timezone=club.zone)
    waiting = (Tournament.State.ENTRY, Tournament.State.DRAWN)
    coming = club.tournaments.filter(time_zone=club.time_zone, state__in=waiting, date__gte=today)
    coming.update(time_zone=time_zone)
    club.time_zone = time_zone
    club.place_changes += 1  # makes calendar feeds update
    club.place_changed_at = timezone.now()


def set_place(club: Club, place: str) -> None:
    """Set the usual place and count the change."""
    if place != club.place:
        club.place = place
        club.place_changes += 1
        club.place_changed_at = timezone.now()


@transaction.atomic
def set_contact(*, club: Club, seen: VersionToken = None, **contact: Unpack[Contact]) -> Club:
    """Set the public contact; ``seen`` is the client's version token."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before = contact_state(club)
    for name, value in contact.items():
        setattr(club, name, clean_name(str(value)))
    if contact_state(club).values != before.values:
        check_version(seen, before)
    club.save(update_fields=list(contact))
    return club


def club_name(name: str) -> str:
    """Cleaned club name; refused without letters."""
    name = clean_name(name)[:120]
    if not has_letters(name):
        raise RuleViolationError("no_name", _("Write the name of the club."), field="name")
    return name


@transaction.atomic
def add_member(*, club: Club, login: str, role: str, actor: Actor = None) -> Membership:
    """Add an account to the club's staff, or change its role.

    ``login`` is a user name or e-mail address. Raises RuleViolationError if it matches no or
    several accounts, or if the last organiser would become a director.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    user = user_by_login(login)
    known = Membership.objects.filter(club=club, user_id=user.pk).first()
    if known is None:
        return Membership.objects.create(club=club, user_id=user.pk, role=role)
    if role != Membership.Role.ORGANISER:
        check_is_not_last_organiser(known)
    known.role = role
    known.save(update_fields=["role"])
    return known


@transaction.atomic
def remove_member(*, membership: Membership, actor: Actor = None) -> None:
    """Remove a staff member; the last organiser cannot be removed."""
    Club.objects.select_for_update(no_key=True).get(pk=membership.club_id)
    check_is_not_last_organiser(membership)
    membership.delete()


def check_is_not_last_organiser(membership: Membership) -> None:
    """Refuse the loss of the only organiser; the caller holds the club's lock."""
    organisers = Membership.objects.filter(
        club_id=membership.club_id, role=Membership.Role.ORGANISER
    )
    if not organisers.exclude(pk=membership.pk).exists():
        raise RuleViolationError(
            "last_organiser",
            _("A club needs an organiser. Make somebody else organiser first."),
            field="role",
        )


def user_by_login(login: str) -> User:
    login = login.strip()
    users = User.objects.filter(is_active=True)
    exact = users.filter(username=login).first()
    matches = (
        [exact]
        if exact
        else list(users.filter(Q(username__iexact=login) | Q(email__iexact=login))[:2])
    )
    if not login or not matches:
        raise RuleViolationError(
            "no_such_user",
            _("Nobody has signed up here as “%s”. Ask them to sign up first.") % login[:80],
            field="login",
        )
    if len(matches) > 1:
        raise RuleViolationError(
            "several_users",
            _("Several people have this address. Use the user name."),
            field="login",
        )
    return matches[0]


def ensure_player(*, club: Club, name: str) -> Player:
    return ensure_players(club=club, names=[name])[name]


def ensure_players(*, club: Club, names: Sequence[str]) -> dict[str, Player]:
    """Get or create the club's players by these names, ignoring case."""
    players = known_by_spelling(club, names)
    unknown = {same_spelling(name): name for name in reversed(names) if name not in players}
    if unknown:
        Player.objects.bulk_create(
            [
                Player(club=club, name=name, search_key=search_key(name))
                for name in reversed(unknown.values())
            ],
            ignore_conflicts=True,  # parallel creation by another tournament
        )
        players |= known_by_spelling(club, [name for name in names if name not in players])
    return players


ResolvedNames = Mapping[str, str]
"""Known player's name by unknown name; empty for another person."""


def resolve_names(
    *, club: Club, names: Iterable[str], people: ResolvedNames | None = None, field: str = "players"
) -> dict[str, str]:
    """Return each name as the club knows it.

    With ``people``, raises RuleViolationError for unknown names that resemble known players
    and are not in it.
    """
    unique = list(dict.fromkeys(names))
    known_names = {name: player.name for name, player in known_by_spelling(club, unique).items()}
    if people is not None:
        near = unknown_but_near(club, unique)
        unresolved = {name: known for name, known in near.items() if name not in people}
        if unresolved:
            name, known = next(iter(unresolved.items()))
            words = _("“%(known)s” is known here. Is “%(name)s” the same person?")
            raise RuleViolationError(
                "near_known",
                words % {"known": known[0], "name": name},
                field=field,
                player=name,
                known=unresolved,
            )
        for name, known in near.items():
            if people[name] and people[name] not in known:
                words = _("“%s” is not among the known players who may be meant.")
                raise RuleViolationError("not_near", words % people[name], field="people")
            known_names[name] = people[name] or name
            if not people[name]:
                player = ensure_player(club=club, name=name)
                for other in known_by_spelling(club, known).values():
                    store_distinct(player, other)
    return {name: known_names.get(name, name) for name in unique}


def store_distinct(one: Player, other: Player, *, actor: Actor = None) -> DistinctPlayers:
    """Mark two players of a club as distinct."""
    first, second = sorted((one, other), key=lambda player: player.pk)
    row, _made = DistinctPlayers.objects.get_or_create(
        club_id=first.club_id, first=first, second=second, defaults={"user": actor}
    )
    return row


@transaction.atomic
def rename_player(*, player: Player, name: str, seen: VersionToken = None) -> Player:
    """Correct a known player's name; teams keep the name they were entered under.

    ``seen`` is the version token; raises ConflictError if outdated.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = player_state(player)
    name = clean_name(name)
    if not has_letters(name) or len(name) > NAME_LENGTH:
        raise RuleViolationError(
            "bad_name",
            _("Write a name with letters, at most %d characters long.") % NAME_LENGTH,
            field="name",
        )
    if name != player.name:
        check_version(seen, before)
    player.name, player.search_key = name, search_key(name)
    if player.shown_as == Player.ShownAs.INITIALS:
        player.public_name = initials(name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "search_key", "public_name"])
    except IntegrityError as taken:
        raise RuleViolationError(
            "player_known", _("The club knows another player as “%s”.") % name, field="name"
        ) from taken
    return player


MIN_PASSWORD_LENGTH = 8


def set_wifi(*, club: Club, name: str, password: str) -> Club:
    """Set the venue's Wi-Fi for table cards; an empty name removes it."""
    if name and password and len(password) < MIN_PASSWORD_LENGTH:
        raise RuleViolationError(
            "short_password",
            _("The password of a Wi-Fi has %d characters or more.") % MIN_PASSWORD_LENGTH,
            field="password",
        )
    club.wifi_name = name.strip()
    club.wifi_password = password if club.wifi_name else ""
    club.save(update_fields=["wifi_name", "wifi_password"])
    return club
