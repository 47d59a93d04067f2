from typing import Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

from tournaments.accounts.services.invitations import (
    INVITATION_SESSION_KEY,
    accept_invitation,
    find_open_invitation,
)
from tournaments.encryption import decrypt_mfa_secret, encrypt_mfa_secret
from tournaments.errors import RuleViolationError
from tournaments.permissions import is_pin_account

SIGNING_IN: Final = frozenset({"account_login", "account_logout", "account_reauthenticate"})


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Count failed logins by account and client address.

    Counted by account alone, a stranger's attempts would lock its owner out.
    """

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{self.get_client_ip(request)}"

    def authenticate(self, request: HttpRequest, **credentials: object) -> User | None:
        """Account with these credentials; a hall's PIN works on its own page only."""
        user: User | None = super().authenticate(request, **credentials)
        return None if user is not None and is_pin_account(user) else user

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        if settings.SIGN_UP == "invited":
            return find_open_invitation(request.session.get(INVITATION_SESSION_KEY, "")) is not None
        return bool(settings.SIGN_UP == "open")

    @transaction.atomic
    def save_user(
        self, request: HttpRequest, user: User, form: object, commit: bool = True
    ) -> User:
        """Save a new account and use up the invitation opened in this browser."""
        new_user: User = super().save_user(request, user, form, commit)
        code = request.session.pop(INVITATION_SESSION_KEY, "")
        if code and commit and (settings.SIGN_UP == "invited" or find_open_invitation(code)):
            try:
                accept_invitation(code=code, user=new_user)
            except RuleViolationError as refused:
                raise PermissionDenied(str(refused)) from refused
        return new_user


class PinAccountMiddleware(MiddlewareMixin):
    """Deny account pages to a hall's PIN account, so that it can create nothing permanent."""

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        match = request.resolver_match
        name = match.url_name if match and match.url_name else ""
        if name in SIGNING_IN or not name.startswith(("account_", "mfa_")):
            return
        if is_pin_account(request.user):
            raise PermissionDenied


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts MFA secrets; older unencrypted ones still work."""

    def encrypt(self, text: str) -> str:
        return encrypt_mfa_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypted MFA secret; raises Sealed under another ``SECRET_KEY``."""
        return decrypt_mfa_secret(encrypted_text)
