"""Visitors without an account, identified by a session created on first need."""

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest

from games.models import OwnedRow


def visitor_key(request: HttpRequest) -> str:
    """Session key of the visitor, or empty."""
    return request.session.session_key or ""


def ensure_visitor_key(request: HttpRequest) -> str:
    """Session key of the visitor, created if missing; empty for users."""
    if request.user.is_authenticated:
        return ""
    if not request.session.session_key:
        request.session["visitor"] = True
        request.session.save()
    return request.session.session_key or ""


def is_creator(row: OwnedRow, person: User | AnonymousUser, visitor: str) -> bool:
    """Return whether this user, or without a user this visitor, created a row."""
    if row.created_by_id is not None:
        return row.created_by_id == person.pk
    return bool(visitor) and row.visitor == visitor
