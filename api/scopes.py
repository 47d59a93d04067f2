"""Scopes of personal tokens: each operation requires one."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.permissions import SIGNED_IN, permission_of
from tournaments.models import PersonalToken
from tournaments.permissions import SCOPE_PERMISSIONS

Method = TypeVar("Method", bound=Callable[..., Any])
Scope = PersonalToken.Scope
SCOPE_OF: Final = {
    SIGNED_IN: Scope.CLUB,
    **{permission: scope for scope, given in SCOPE_PERMISSIONS.items() for permission in given},
}
"""Scope of a token for changes, by the operation's permission.

Operations open to all callers need the scope of results."""
NO_SCOPE: Final = ""
"""Tokens are never accepted, for example to create tokens."""


class ScopeMissingError(PermissionDenied):
    default_code = "missing_scope"

    def __init__(self, scope: str) -> None:
        if scope == NO_SCOPE:
            words = _("Programs may not do this. Sign in.")
        else:
            words = _("This token is not for that: it lacks the scope “%(scope)s” (%(words)s).") % {
                "scope": scope,
                "words": Scope(scope).label,
            }
        super().__init__(words)


class TokenScopePermission(BasePermission):
    """Limit personal tokens to their scopes; other callers pass."""

    def has_permission(self, request: Request, view: object) -> bool:
        if not isinstance(request.auth, PersonalToken):
            return True
        required_scope = scope_of(view, request.method or "")
        if required_scope not in request.auth.scopes:
            raise ScopeMissingError(required_scope)
        return True


def scope_of(view: object, method: str) -> str:
    """Scope that an operation requires; empty if tokens are not accepted.

    A GET that returns credentials, or cards of live boards, sets its own.
    """
    handler = getattr(view, method.lower(), None)
    if (own := getattr(handler, "scope", None)) is not None:
        return str(own)
    permission = permission_of(view, method)
    if method in SAFE_METHODS:
        return Scope.READ if permission in {"", *SCOPE_OF} else NO_SCOPE
    return SCOPE_OF.get(permission, NO_SCOPE) if permission else Scope.RESULTS


def user_with_scope(request: Request, scope: str) -> User | AnonymousUser:
    """User of a request; anonymous for a token that lacks the scope."""
    token = request.auth
    lacks_scope = isinstance(token, PersonalToken) and scope not in token.scopes
    return AnonymousUser() if lacks_scope else request.user


def scope_required(scope: str) -> Callable[[Method], Method]:
    """Decorator: require another scope than that of the permission."""

    def mark(method: Method) -> Method:
        method.scope = scope  # type: ignore[attr-defined]
        return method

    return mark
