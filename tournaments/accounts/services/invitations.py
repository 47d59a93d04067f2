"""One-time invitation links: create, accept, withdraw."""

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Club, Invitation, Membership
from tournaments.permissions import Actor

MAX_OPEN_INVITATIONS: Final = 20
INVITATION_LIFETIME: Final = timedelta(days=7)
INVITATION_SESSION_KEY: Final = "invitation"
"""Stores an opened invitation until sign-up."""


def open_invitations(club: Club | None) -> QuerySet[Invitation]:
    """Open invitations of a club, or of the installation when `club` is None."""
    return Invitation.objects.filter(club=club, used_at=None, expires_at__gt=timezone.now())


def find_open_invitation(code: str) -> Invitation | None:
    """The invitation with this code, or None unless it is still open."""
    invitation = Invitation.objects.select_related("club", "made_by").filter(code=code).first()
    return invitation if invitation is not None and invitation.is_open else None


@transaction.atomic
def create_invitation(
    *, club: Club | None, role: str = "", name: str = "", actor: Actor = None
) -> Invitation:
    """Create a one-time link: to join the club, or (without a club) to found one."""
    if club is not None and role not in Membership.Role.values:
        raise RuleViolationError("bad_role", _("Choose what they may do."), field="role")
    if club is not None and open_invitations(club).count() >= MAX_OPEN_INVITATIONS:
        words = _("Too many invitations are open already. Withdraw one of them first.")
        raise RuleViolationError("too_many", words)
    return Invitation.objects.create(
        club=club,
        role=role if club else "",
        name=" ".join(name.split())[:80],
        made_by=actor,
        expires_at=timezone.now() + INVITATION_LIFETIME,
    )


@transaction.atomic
def accept_invitation(*, code: str, user: User) -> Invitation:
    """Accept an invitation atomically; an existing role in the club is kept.

    Raises RuleViolationError if it was used, withdrawn or has expired.
    """
    now = timezone.now()
    still_open = Invitation.objects.filter(code=code, used_at=None, expires_at__gt=now)
    if not still_open.update(used_at=now, used_by_id=user.pk):
        raise RuleViolationError(
            "invitation_over", _("This invitation was used already, or it is over.")
        )
    invitation = Invitation.objects.select_related("club").get(code=code)
    if invitation.club is not None:
        Membership.objects.get_or_create(
            club=invitation.club, user_id=user.pk, defaults={"role": invitation.role}
        )
    return invitation


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation) -> None:
    """Delete an open invitation; an accepted one is kept."""
    Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()
