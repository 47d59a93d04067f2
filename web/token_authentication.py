"""Personal tokens in the header ``Authorization: Bearer``."""

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from tournaments.models import PersonalToken
from web.limits import seconds_after_wrong_token

USE_INTERVAL: Final = timedelta(hours=1)


class PersonalTokenAuthentication(TokenAuthentication):  # type: ignore[misc]
    """A valid token authenticates its owner, within its scopes (``api.scopes``)."""

    def authenticate(self, request: Request) -> tuple[User, PersonalToken] | None:
        try:
            owner_and_token: tuple[User, PersonalToken] | None = super().authenticate(request)
        except AuthenticationFailed as refused:
            seconds = seconds_after_wrong_token(request._request)
            raise (Throttled(seconds) if seconds else refused) from None
        if owner_and_token is not None:
            record_use(owner_and_token[1])
        return owner_and_token

    def authenticate_credentials(self, token: bytes) -> tuple[User, PersonalToken]:
        """Owner and token; all failures have the same message."""
        if not token.isascii():
            raise AuthenticationFailed(_("This token is unknown, was revoked, or has expired."))
        try:
            owner_and_token: tuple[User, PersonalToken] = super().authenticate_credentials(token)
        except AuthenticationFailed as wrong:
            words = _("This token is unknown, was revoked, or has expired.")
            raise AuthenticationFailed(words) from wrong
        return owner_and_token

    def _cleanup_token(self, auth_token: PersonalToken) -> bool:
        """Whether it is over. The library would delete it; its owner must still see it."""
        return auth_token.is_over


def record_use(token: PersonalToken) -> None:
    """Record the use, once an hour at most."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USE_INTERVAL:
        before = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_INTERVAL)
        PersonalToken.objects.filter(before, pk=token.pk).update(last_used_at=now)
