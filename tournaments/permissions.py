"""Who may do what; views, API and templates ask these rules and no others."""

from django.contrib.auth.models import User
from rules.permissions import add_perm
from rules.predicates import is_authenticated, is_superuser, predicate

from tournaments.models import Club, Membership, Tournament

Actor = User | None


@predicate
def runs_club(user: User, club: Club) -> bool:
    """Organisers and directors of the club."""
    return Membership.objects.filter(club=club, user_id=user.pk).exists()


@predicate
def organises_club(user: User, club: Club) -> bool:
    """Organisers of the club."""
    return Membership.objects.filter(
        club=club, user_id=user.pk, role=Membership.Role.ORGANISER
    ).exists()


@predicate
def directs(user: User, tournament: Tournament) -> bool:
    """Whoever runs the tournament's club directs its tournaments."""
    return bool(runs_club(user, tournament.club))


add_perm("tournaments.create_in_club", is_authenticated & runs_club)
add_perm("tournaments.manage_club", is_authenticated & organises_club)
add_perm("tournaments.direct", is_authenticated & (is_superuser | directs))
