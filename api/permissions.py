"""The tournament or club of a request, and permission checks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from tournaments.events.actor import acting_as
from tournaments.models import Club, Round, Team, Tournament, pending_fact_count
from tournaments.organiser.helper_sessions import has_helper_session, helper_of

Method = Callable[..., HttpResponse]
DIRECT = "tournaments.direct"
SIGNED_IN = "signed in"
"""Pseudo-permission: any signed-in user."""
SESSION_ONLY = "signed in, without a token"
"""Pseudo-permission: signed in, not by personal token (``api.scopes``)."""


def counted_tournaments() -> QuerySet[Tournament]:
    """All tournaments with their counts, in one query."""
    counted = Tournament.objects.select_related("club", "follows").annotate(
        round_count=related_count(Round.objects.filter(is_published=True)),
        team_count=related_count(Team.objects.filter(is_present=True)),
        new_facts=pending_fact_count(),
    )
    return counted.order_by("-date", "-start_time", "-pk")


def related_count(rows: QuerySet[Round] | QuerySet[Team]) -> Coalesce:
    """Count related rows in a subquery: rounds and teams are not joined."""
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(n=Count("pk")).values("n")), 0)


def tournament_or_404(code: str) -> Tournament:
    return get_and_activate_zone(Tournament.objects.select_related("club", "follows"), code)


def counted_tournament(code: str) -> Tournament:
    """Tournament with the counts that `TournamentSerializer` returns, or Http404."""
    return get_and_activate_zone(counted_tournaments(), code)


def get_and_activate_zone(rows: QuerySet[Tournament], code: str) -> Tournament:
    """Tournament by code, or Http404; activates its time zone."""
    tournament = get_object_or_404(rows, code=code)
    timezone.activate(tournament.zone)
    return tournament


@contextmanager
def require_permission(
    request: Request, permission: str, row: Tournament | Club | None
) -> Iterator[None]:
    """Run the block as a member, or as a helper with an open link (then without a user).

    Raises PermissionDenied, or NotAuthenticated if no user is signed in.
    """
    if has_permission(request, permission, row):
        yield
        return
    if not isinstance(row, Tournament) or not is_helper_at(request, row):
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
    helper = helper_of(request._request, row)
    if helper is None:
        words = _(
            "Your link has ended. Ask the director for another one; nothing typed here is lost."
        )
        raise PermissionDenied(words, "link_over")
    if not helper.may(permission):
        raise PermissionDenied
    # DRF enforces CSRF only for signed-in users.
    SessionAuthentication().enforce_csrf(request)
    somebody = request.user
    request.user = None  # type: ignore[assignment]
    try:
        with acting_as(helper.name, helper.link.pk, helper.link.table_numbers):
            yield
    finally:
        request.user = somebody


def is_helper_at(request: Request, tournament: Tournament) -> bool:
    """Whether a helper link of this tournament was opened in this browser; false for tokens."""
    return request.auth is None and has_helper_session(request._request, tournament.code)


def has_permission(request: Request, permission: str, row: Tournament | Club | None) -> bool:
    """Whether the user has the permission; an empty permission allows all callers."""
    if permission in {SIGNED_IN, SESSION_ONLY}:
        return bool(request.user.is_authenticated)
    return not permission or bool(request.user.has_perm(permission, row))


def permission_required(permission: str) -> Callable[[Method], Method]:
    """Decorator: require a permission and pass the tournament instead of its code."""

    def guard_method(method: Method) -> Method:
        @wraps(method)
        def guard(view: object, request: Request, code: str, **parts: object) -> HttpResponse:
            tournament = tournament_or_404(code)
            with require_permission(request, permission, tournament):
                return method(view, request, tournament, **parts)

        guard.permission = permission  # type: ignore[attr-defined]
        return guard

    return guard_method


for_directors = permission_required(DIRECT)


def permission_of(view: object, method: str) -> str:
    return getattr(getattr(view, method.lower(), None), "permission", "")


def needs_state(view: object, method: str) -> bool:
    """Whether an operation requires a version token (`If-Match` or `seen`)."""
    return bool(getattr(getattr(view, method.lower(), None), "needs_state", False))
