"""State of a hall's laptop: the PIN for directors, and the server it is paired with.

The PIN is the password of an account that only a hall has. A new PIN is another password: it ends
the sessions of the previous one, and its tokens, second steps and addresses, if there are any.
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

from tournaments.errors import Refused
from tournaments.models import Club, Line, Membership, PersonalToken
from tournaments.permissions import PIN_ACCOUNT, Actor
from tournaments.sync.client import ask_to_pair, clean_address
from tournaments.sync.secrets import secret_for
from tournaments.sync.services.pairing import join_server

DIGITS: Final = 6


@transaction.atomic
def make_pin(*, stop: bool = False) -> str:
    """Six figures that open the director's desk from now on, those of before nothing; or none."""
    user = account()
    pin = "" if stop else "".join(secrets.choice("0123456789") for _each in range(DIGITS))
    user.set_password(pin or None)
    user.email = ""
    user.save(update_fields=["password", "email"])
    for model in (PersonalToken, Authenticator, EmailAddress):
        model.objects.filter(user=user).delete()
    return pin


def account() -> User:
    """Who directs by the PIN, in every club of this hall."""
    user, _made = User.objects.get_or_create(username=PIN_ACCOUNT)
    for club in Club.objects.exclude(memberships__user=user):
        Membership.objects.get_or_create(
            club=club, user=user, defaults={"role": Membership.Role.DIRECTOR}
        )
    return user


def user_of_pin(*, request: HttpRequest, pin: str) -> User:
    """The account that a PIN opens; raises Refused for a wrong one."""
    user = authenticate(request, username=PIN_ACCOUNT, password="".join(pin.split()))
    if not isinstance(user, User):
        raise Refused("wrong_pin", _("This is not the PIN of this evening."), field="pin")
    account()
    return user


def pair_here(*, address: str, code: str, club: Club, actor: Actor = None) -> Line:
    """The evening of a server, brought into this hall, which leads it from now on.

    Where no answer came, the same code may be typed again.
    """
    address = clean_address(address)
    secret = secret_for(code)
    given = ask_to_pair(address, code, secret, take=True)
    return join_server(address=address, secret=secret, given=given, club=club, actor=actor)
