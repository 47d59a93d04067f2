"""Signing in."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Counts wrong passwords for an account by the address that they come from.

    Counted for the account alone, a stranger's wrong tries would keep its owner out everywhere.
    """

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{self.get_client_ip(request)}"
