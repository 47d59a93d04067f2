"""Who may do what; views, API and templates ask these rules and no others."""

from typing import Any

import rules
from django.contrib.auth.models import AbstractBaseUser

from tournaments.models import Club, Membership, Tournament

Actor = AbstractBaseUser | None


@rules.predicate
def runs_club(user: Any, club: Club) -> bool:
    """Organisers and directors of the club."""
    return Membership.objects.filter(club=club, user_id=user.pk).exists()


@rules.predicate
def organises_club(user: Any, club: Club) -> bool:
    """Organisers of the club."""
    return Membership.objects.filter(
        club=club, user_id=user.pk, role=Membership.Role.ORGANISER
    ).exists()


@rules.predicate
def directs(user: Any, tournament: Tournament) -> bool:
    """Whoever runs the tournament's club directs its tournaments."""
    return runs_club(user, tournament.club)


rules.add_perm("tournaments.create_in_club", rules.is_authenticated & runs_club)
rules.add_perm("tournaments.manage_club", rules.is_authenticated & organises_club)
rules.add_perm("tournaments.direct", rules.is_authenticated & (rules.is_superuser | directs))
