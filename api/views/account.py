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

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path, club_or_404
from api.permissions import SESSION_ONLY
from api.serializers.accounts import InvitationSerializer, MadeTokenSerializer, TokenSerializer
from api.serializers.fields import TextField
from tournaments.accounts.selectors import tokens_of
from tournaments.accounts.services.invitations import (
    create_invitation,
    open_invitations,
    withdraw_invitation,
)
from tournaments.accounts.services.tokens import TOKEN_LIFETIMES_DAYS, create_token, revoke_token
from tournaments.models import Club, Membership, PersonalToken

OWN_ACCOUNT: Final = ResourceSpec(root=None, may=SESSION_ONLY)
CLUB_ACCESS: Final = ResourceSpec(root=club_or_404, may="tournaments.manage_club")


def token_at(user: User, program: str) -> Kwargs:
    return {"token": get_object_or_404(tokens_of(user), code=program)}


def invitation_of(club: Club, invitation_id: int) -> Kwargs:
    return {"invitation": get_object_or_404(open_invitations(club), pk=invitation_id)}


def issue_token(
    request: Request, user: User, name: str, scopes: Sequence[str], days: int
) -> dict[str, object]:
    """Create a token; requires that the password was confirmed recently."""
    try:
        reauthentication_required(lambda _request: None)(request._request)
    except ReauthenticationRequired as required:
        words = _("Enter your password again at %s first.") % "/accounts/reauthenticate/"
        raise PermissionDenied(words, "sign_in_again") from required
    token, secret = create_token(user=user, name=name, scopes=scopes, days=days)
    return {"token": token, "secret": secret}


ADDRESSES: Final = [
    api_path(
        "me/tokens/",
        "api_tokens",
        OWN_ACCOUNT,
        get=OperationSpec(
            does=tokens_of,
            gives=TokenSerializer,
            many=True,
            words="Your personal tokens, the newest first, without their secrets.",
        ),
        post=OperationSpec(
            does=issue_token,
            takes={
                "name": TextField(max_length=80),
                "scopes": serializers.MultipleChoiceField(
                    choices=PersonalToken.Scope.choices, allow_empty=False
                ),
                "days": serializers.ChoiceField(choices=TOKEN_LIFETIMES_DAYS),
            },
            gives=MadeTokenSerializer,
            status=201,
            words="Make a token; its secret is in this answer and nowhere else. "
            "Your password must have been typed within the last five minutes.",
        ),
    ),
    api_path(
        "me/tokens/<slug:program>/",
        "api_token",
        ResourceSpec(root=None, may=SESSION_ONLY, find=token_at),
        delete=OperationSpec(
            does=revoke_token,
            status=204,
            words="Revoke a token: its program is nobody from now on.",
        ),
    ),
    api_path(
        "clubs/<int:club_id>/invitations/",
        "api_invitations",
        CLUB_ACCESS,
        get=OperationSpec(
            does=open_invitations,
            scope=PersonalToken.Scope.CLUB,
            gives=InvitationSerializer,
            many=True,
            words="The invitations of a club that nobody has accepted yet.",
        ),
        post=OperationSpec(
            does=create_invitation,
            takes={
                "role": serializers.ChoiceField(choices=Membership.Role.choices),
                "name": TextField(max_length=80, required=False, default="", allow_blank=True),
            },
            gives=InvitationSerializer,
            status=201,
            words="Invite one person to run the club; the page at `path` lets them sign up.",
        ),
    ),
    api_path(
        "clubs/<int:club_id>/invitations/<int:invitation_id>/",
        "api_invitation",
        ResourceSpec(root=club_or_404, may="tournaments.manage_club", find=invitation_of),
        delete=OperationSpec(
            does=withdraw_invitation,
            status=204,
            words="Withdraw an invitation that nobody has accepted.",
        ),
    ),
]
