"""Who asks without an account: known by a session, and only once there is something to know."""

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest

from games.models import MadeBySomebody


def known_visitor(request: HttpRequest) -> str:
    """The visitor's session, empty if there is none."""
    return request.session.session_key or ""


def visitor_of(request: HttpRequest) -> str:
    """The visitor's session, begun now unless there is one; empty for people with an account."""
    if request.user.is_authenticated:
        return ""
    if not request.session.session_key:
        request.session["visitor"] = True
        request.session.save()
    return request.session.session_key or ""


def is_maker(row: MadeBySomebody, person: User | AnonymousUser, visitor: str) -> bool:
    """Whether a row is of this person's making, or of this visitor's where nobody is told."""
    if row.created_by_id is not None:
        return row.created_by_id == person.pk
    return bool(visitor) and row.visitor == visitor
