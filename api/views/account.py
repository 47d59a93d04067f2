"""The caller's account: personal tokens."""

from collections.abc import Sequence
from typing import Final

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from api.declarative import About, Deed, Named, address, club_or_404
from api.permissions import BY_SESSION
from api.serializers.accounts import InvitationSerializer, MadeTokenSerializer, TokenSerializer
from api.serializers.fields import TextField
from tournaments.accounts.selectors import tokens_of
from tournaments.accounts.services.invitations import invite, open_invitations, withdraw_invitation
from tournaments.accounts.services.tokens import DAYS, make_token, revoke_token
from tournaments.models import Club, Membership, PersonalToken

OWN: Final = About(root=None, may=BY_SESSION)
OF_A_CLUB: Final = About(root=club_or_404, may="tournaments.manage_club")


def token_at(user: User, program: str) -> Named:
    return {"token": get_object_or_404(tokens_of(user), code=program)}


def invitation_of(club: Club, invitation_id: int) -> Named:
    return {"invitation": get_object_or_404(open_invitations(club), pk=invitation_id)}


def make_known_token(
    request: Request, user: User, name: str, scopes: Sequence[str], days: int
) -> dict[str, object]:
    """Create a token; requires that the password was confirmed recently."""
    try:
        reauthentication_required(lambda _request: None)(request._request)
    except ReauthenticationRequired as required:
        words = _("Type your password once more at %s first.") % "/accounts/reauthenticate/"
        raise PermissionDenied(words, "sign_in_again") from required
    token, secret = make_token(user=user, name=name, scopes=scopes, days=days)
    return {"token": token, "secret": secret}


ADDRESSES: Final = [
    address(
        "me/tokens/",
        "api_tokens",
        OWN,
        get=Deed(
            does=tokens_of,
            gives=TokenSerializer,
            many=True,
            words="Your personal tokens, the newest first, without their secrets.",
        ),
        post=Deed(
            does=make_known_token,
            takes={
                "name": TextField(max_length=80),
                "scopes": serializers.MultipleChoiceField(
                    choices=PersonalToken.Scope.choices, allow_empty=False
                ),
                "days": serializers.ChoiceField(choices=DAYS),
            },
            gives=MadeTokenSerializer,
            status=201,
            words="Make a token; its secret is in this answer and nowhere else. "
            "Your password must have been typed within the last five minutes.",
        ),
    ),
    address(
        "me/tokens/<slug:program>/",
        "api_token",
        About(root=None, may=BY_SESSION, find=token_at),
        delete=Deed(
            does=revoke_token,
            status=204,
            words="Revoke a token: its program is nobody from now on.",
        ),
    ),
    address(
        "clubs/<int:club_id>/invitations/",
        "api_invitations",
        OF_A_CLUB,
        get=Deed(
            does=open_invitations,
            scope=PersonalToken.Scope.CLUB,
            gives=InvitationSerializer,
            many=True,
            words="The invitations of a club that nobody has accepted yet.",
        ),
        post=Deed(
            does=invite,
            takes={
                "role": serializers.ChoiceField(choices=Membership.Role.choices),
                "name": TextField(max_length=80, required=False, default="", allow_blank=True),
            },
            gives=InvitationSerializer,
            status=201,
            words="Invite one person to run the club; the page at `path` lets them sign up.",
        ),
    ),
    address(
        "clubs/<int:club_id>/invitations/<int:invitation_id>/",
        "api_invitation",
        About(root=club_or_404, may="tournaments.manage_club", find=invitation_of),
        delete=Deed(
            does=withdraw_invitation,
            status=204,
            words="Withdraw an invitation that nobody has accepted.",
        ),
    ),
]
