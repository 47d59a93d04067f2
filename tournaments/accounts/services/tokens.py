from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.selectors import tokens_of
from tournaments.errors import RuleViolationError
from tournaments.models import PersonalToken
from tournaments.permissions import is_pin_account

MAX_TOKENS_PER_USER: Final = 20
TOKEN_LIFETIMES_DAYS: Final = (30, 90, 365)


@transaction.atomic
def create_token(
    *, user: User, name: str, scopes: Sequence[str], days: int
) -> tuple[PersonalToken, str]:
    """Create a token and return it with its secret, which is not stored.

    Deletes the user's expired tokens.
    """
    if is_pin_account(user):
        raise RuleViolationError(
            "pin_account",
            _("The PIN of a hall makes no tokens. Sign in with an account of your own."),
        )
    name = " ".join(name.split())[:80]
    if not name:
        raise RuleViolationError("no_name", _("Name the program it is for."), field="name")
    if days not in TOKEN_LIFETIMES_DAYS:
        raise RuleViolationError("bad_time", _("Choose how long the token is valid."), field="days")
    list(
        User.objects.select_for_update(no_key=True).filter(pk=user.pk)
    )  # lock the user: serializes the token limit check
    tokens_of(user).filter(expiry__lte=timezone.now()).delete()
    if tokens_of(user).count() >= MAX_TOKENS_PER_USER:
        words = _("You have %d tokens already. Revoke one of them first.") % MAX_TOKENS_PER_USER
        raise RuleViolationError("too_many", words)
    token_and_secret: tuple[PersonalToken, str] = PersonalToken.objects.create(
        user, timedelta(days=days), name=name, scopes=check_scopes(scopes)
    )
    return token_and_secret


def check_scopes(scopes: Sequence[str]) -> list[str]:
    """The scopes in canonical order; raises RuleViolationError if empty or unknown."""
    if not scopes or not set(scopes) <= set(PersonalToken.Scope.values):
        raise RuleViolationError("bad_scopes", _("Choose what the program may do."), field="scopes")
    return [each for each in PersonalToken.Scope.values if each in scopes]


@transaction.atomic
def revoke_token(*, token: PersonalToken) -> None:
    """Delete the token; idempotent."""
    PersonalToken.objects.filter(pk=token.pk).delete()
