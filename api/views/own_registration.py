"""Players' own sign-ups, authorised by the secret in the URL.

The URLs begin with ``signup/``: logs redact what follows it.
"""

from typing import Final

from django.shortcuts import get_object_or_404

from api.declarative import Kwargs, OperationSpec, ResourceSpec, Service, api_path
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


def signup_at(secret: str) -> Kwargs:
    return {"signup": get_object_or_404(signups_with_secrets(), secret=secret)}


def withdraw_own(signup: Signup) -> Signup:
    """Withdraw without an actor: the players do it, even if a user is signed in."""
    return withdraw_signup(signup=signup)


def reload_signup(signup: Signup) -> OwnSignup:
    return own_signup(signups_with_secrets().get(pk=signup.pk))


SIGNUP_PATH: Final = "signup/<slug:secret>/"
OWN_SIGNUP: Final = ResourceSpec(root=None, may="", find=signup_at)
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
    api_path(
        SIGNUP_PATH,
        "api_own_signup",
        OWN_SIGNUP,
        get=OperationSpec(
            does=own_signup,
            gives=OwnSignupSerializer,
            words="A sign-up, by the secret of its link: how it stands, who wants to play with it.",
        ),
    ),
    api_path(
        f"{SIGNUP_PATH}partner/",
        "api_own_partner",
        OWN_SIGNUP,
        put=OperationSpec(
            does=change_partner,
            takes={"partner": TextField(max_length=NAME_LENGTH)},
            gives=OwnSignupSerializer,
            shows=reload_signup,
            words="Play with somebody else, by name; who looked for a partner has found one.",
        ),
    ),
    *(
        api_path(
            f"{SIGNUP_PATH}{step}/",
            f"api_own_{step}",
            OWN_SIGNUP,
            post=OperationSpec(
                does=service, gives=OwnSignupSerializer, shows=reload_signup, words=words
            ),
        )
        for step, service, words in STEPS
    ),
    *(
        api_path(
            f"{SIGNUP_PATH}{step}/",
            f"api_own_{step}",
            OWN_SIGNUP,
            post=OperationSpec(
                does=service,
                takes={"partner": IdField(help_text="the id of their sign-up")},
                gives=OwnSignupSerializer,
                shows=reload_signup,
                words=words,
            ),
        )
        for step, service, words in ANSWERS
    ),
]
