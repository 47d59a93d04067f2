"""The programs that act for somebody."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tournaments.models import PersonalToken


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    """The personal tokens of somebody, the newest first, those that are over too."""
    found: QuerySet[PersonalToken] = PersonalToken.objects.filter(user_id=user.pk)
    return found
