"""Players' own sign-ups, authorised by the secret in the URL.

The URLs begin with ``signup/``: logs redact what follows it.
"""

from typing import Final

from django.shortcuts import get_object_or_404

from api.declarative import About, Deed, Named, Service, address
from api.serializers.fields import IdField, TextField
from api.serializers.own_registration import OwnSignupSerializer
from tournaments.clubs.names import NAME_LENGTH
from tournaments.models import Signup
from tournaments.registration.selectors import OwnSignup, own_signup, signups_with_secrets
from tournaments.registration.services.partners import accept_offer, decline_offer, offer_to_play
from tournaments.registration.services.signups import (
    change_partner,
    confirm_signup,
    look_for_partner,
    withdraw_signup,
)


def signup_at(secret: str) -> Named:
    return {"signup": get_object_or_404(signups_with_secrets(), secret=secret)}


def withdraw_own(signup: Signup) -> Signup:
    """Withdraw without an actor: the players do it, even if a user is signed in."""
    return withdraw_signup(signup=signup)


def as_it_is(signup: Signup) -> OwnSignup:
    return own_signup(signups_with_secrets().get(pk=signup.pk))


OWN: Final = "signup/<slug:secret>/"
MINE: Final = About(root=None, may="", find=signup_at)
STEPS: Final[tuple[tuple[str, Service, str], ...]] = (
    ("confirmation", confirm_signup, "Say once more that they come."),
    ("withdrawal", withdraw_own, "Withdraw; the place is given back, the address deleted."),
    ("search", look_for_partner, "The partner cannot come: look for another."),
)
ANSWERS: Final[tuple[tuple[str, Service, str], ...]] = (
    ("offer", offer_to_play, "Ask one of `others` to play with them."),
    ("acceptance", accept_offer, "Agree to play with one of `offers`; they are a pair then."),
    ("refusal", decline_offer, "Say no to one of `offers`."),
)
ADDRESSES: Final = [
    address(
        OWN,
        "api_own_signup",
        MINE,
        get=Deed(
            does=own_signup,
            gives=OwnSignupSerializer,
            words="A sign-up, by the secret of its link: how it stands, who wants to play with it.",
        ),
    ),
    address(
        f"{OWN}partner/",
        "api_own_partner",
        MINE,
        put=Deed(
            does=change_partner,
            takes={"partner": TextField(max_length=NAME_LENGTH)},
            gives=OwnSignupSerializer,
            shows=as_it_is,
            words="Play with somebody else, by name; who looked for a partner has found one.",
        ),
    ),
    *(
        address(
            f"{OWN}{step}/",
            f"api_own_{step}",
            MINE,
            post=Deed(does=service, gives=OwnSignupSerializer, shows=as_it_is, words=words),
        )
        for step, service, words in STEPS
    ),
    *(
        address(
            f"{OWN}{step}/",
            f"api_own_{step}",
            MINE,
            post=Deed(
                does=service,
                takes={"partner": IdField(help_text="the id of their sign-up")},
                gives=OwnSignupSerializer,
                shows=as_it_is,
                words=words,
            ),
        )
        for step, service, words in ANSWERS
    ),
]
