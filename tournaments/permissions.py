"""Permission rules for views, API and templates."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from rules.permissions import add_perm
from rules.predicates import is_authenticated, is_superuser, predicate

from tournaments.models import Club, HelperLink, Membership, PersonalToken, Tournament

Actor = User | None
PIN_ACCOUNT: Final = "pin"


def is_pin_account(user: User | AnonymousUser) -> bool:
    """Whether this is a hall's PIN account, shared by several people."""
    return bool(settings.HALL) and user.get_username() == PIN_ACCOUNT


@predicate
def runs_club(user: User, club: Club) -> bool:
    """Organisers and directors."""
    return Membership.objects.filter(club=club, user_id=user.pk).exists()


@predicate
def organises_club(user: User, club: Club) -> bool:
    return Membership.objects.filter(
        club=club, user_id=user.pk, role=Membership.Role.ORGANISER
    ).exists()


@predicate
def directs(user: User, tournament: Tournament) -> bool:
    """Whether the user runs the tournament's club."""
    return bool(runs_club(user, tournament.club))


add_perm("tournaments.create_in_club", is_authenticated & runs_club)
add_perm("tournaments.manage_club", is_authenticated & organises_club)
add_perm("tournaments.direct", is_authenticated & (is_superuser | directs))
HELPER_PERMISSIONS: Mapping[str, frozenset[str]] = {
    HelperLink.Kind.ENTER: frozenset({"tournaments.enter"}),
    HelperLink.Kind.CASH: frozenset({"tournaments.take_money"}),
    HelperLink.Kind.CLOCK: frozenset({"tournaments.run_clock"}),
    HelperLink.Kind.LOOK: frozenset({"tournaments.look"}),
    HelperLink.Kind.DEAL: frozenset({"tournaments.deal"}),
}
"""By kind of link; all else requires a member."""
for part in sorted(frozenset.union(*HELPER_PERMISSIONS.values())):
    add_perm(part, is_authenticated & (is_superuser | directs))
SCOPE_PERMISSIONS: Mapping[str, frozenset[str]] = {
    PersonalToken.Scope.READ: frozenset(),
    PersonalToken.Scope.RESULTS: frozenset({"tournaments.enter"}),
    PersonalToken.Scope.DIRECT: frozenset(
        {"tournaments.direct", *frozenset.union(*HELPER_PERMISSIONS.values())}
        - {"tournaments.enter"}
    ),
    PersonalToken.Scope.CLUB: frozenset({"tournaments.create_in_club", "tournaments.manage_club"}),
}
"""Permissions to change data, by a token's scope.

Its owner needs them too; ``read`` is enough to read what the owner can see."""
