"""Invite somebody to sign up, by a link that works once; accept such an invitation."""

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Club, Invitation, Membership
from tournaments.permissions import Actor

MOST_OPEN: Final = 20
HOLDS: Final = timedelta(days=7)
IN_SESSION: Final = "invitation"
"""Where a browser keeps the invitation that was opened in it, until somebody signs up."""


def open_invitations(club: Club | None) -> QuerySet[Invitation]:
    """Invitations of a club, or of the installation, that somebody may still accept."""
    return Invitation.objects.filter(club=club, used_at=None, expires_at__gt=timezone.now())


def invitation_at(code: str) -> Invitation | None:
    """The invitation at an address, if somebody may still accept it."""
    found = Invitation.objects.select_related("club", "made_by").filter(code=code).first()
    return found if found is not None and found.is_open else None


@transaction.atomic
def invite(*, club: Club | None, role: str = "", name: str = "", actor: Actor = None) -> Invitation:
    """A new link for one person: to help to run the club, or without one to found their own."""
    if club is not None and role not in Membership.Role.values:
        raise Refused("bad_role", _("Choose what they may do."), field="role")
    if club is not None and open_invitations(club).count() >= MOST_OPEN:
        words = _("Too many invitations are open already. Withdraw one of them first.")
        raise Refused("too_many", words)
    return Invitation.objects.create(
        club=club,
        role=role if club else "",
        name=" ".join(name.split())[:80],
        made_by=actor,
        expires_at=timezone.now() + HOLDS,
    )


@transaction.atomic
def accept_invitation(*, code: str, user: User) -> Invitation:
    """Somebody accepts: nobody else can from now on. A role that they have already stays.

    Raises Refused where the invitation was used, withdrawn or is over.
    """
    now = timezone.now()
    still_open = Invitation.objects.filter(code=code, used_at=None, expires_at__gt=now)
    if not still_open.update(used_at=now, used_by_id=user.pk):
        raise Refused("invitation_over", _("This invitation was used already, or it is over."))
    found = Invitation.objects.select_related("club").get(code=code)
    if found.club is not None:
        Membership.objects.get_or_create(
            club=found.club, user_id=user.pk, defaults={"role": found.role}
        )
    return found


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation) -> None:
    """Nobody can accept it from now on; one that was accepted stays."""
    Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()
