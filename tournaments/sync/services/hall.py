"""A hall laptop's directors' PIN and server pairing.

The PIN is the password of a hall-only account. A new PIN ends its sessions and deletes its
tokens, second factors and email addresses.
"""

import secrets
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Club, Membership, PersonalToken, SyncLink
from tournaments.permissions import PIN_ACCOUNT, Actor
from tournaments.sync.client import clean_server_url, request_pairing
from tournaments.sync.secrets import secret_for
from tournaments.sync.services.pairing import join_server

DIGITS: Final = 6


@transaction.atomic
def renew_pin(*, stop: bool = False) -> str:
    """Set and return a new six-digit PIN, or none; the old one stops working."""
    user = pin_account()
    pin = "" if stop else "".join(secrets.choice("0123456789") for _each in range(DIGITS))
    user.set_password(pin or None)
    user.email = ""
    user.save(update_fields=["password", "email"])
    for model in (PersonalToken, Authenticator, EmailAddress):
        model.objects.filter(user=user).delete()
    return pin


def pin_account() -> User:
    """The PIN account, director in every club of this hall."""
    user, _made = User.objects.get_or_create(username=PIN_ACCOUNT)
    for club in Club.objects.exclude(memberships__user=user):
        Membership.objects.get_or_create(
            club=club, user=user, defaults={"role": Membership.Role.DIRECTOR}
        )
    return user


def user_of_pin(*, request: HttpRequest, pin: str) -> User:
    """The PIN account; raises RuleViolationError for a wrong PIN."""
    user = authenticate(request, username=PIN_ACCOUNT, password="".join(pin.split()))
    if not isinstance(user, User):
        raise RuleViolationError(
            "wrong_pin", _("This is not the PIN of this evening."), field="pin"
        )
    pin_account()
    return user


def pair_with_server(*, address: str, code: str, club: Club, actor: Actor = None) -> SyncLink:
    """Fetch a tournament from the server; this hall then leads it.

    The code can be reused if no answer arrived.
    """
    address = clean_server_url(address)
    secret = secret_for(code)
    payload = request_pairing(address, code, secret, take=True)
    return join_server(address=address, secret=secret, given=payload, club=club, actor=actor)
