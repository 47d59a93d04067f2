"""Who asks without an account: known by a session, and only once there is something to know."""

from django.http import HttpRequest


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
