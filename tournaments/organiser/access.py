"""Permission decorators of organiser pages; 404 without permission."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.actor import acting_as
from tournaments.models import Club, Tournament
from tournaments.organiser.helper_sessions import Helper, has_helper_session, helper_of

View = Callable[..., HttpResponseBase]


class Request(HttpRequest):
    """Request of a signed-in user or a helper, for whom ``user`` is None."""

    user: User
    helper: Helper | None = None


def posted_text(request: HttpRequest, name: str) -> str:
    """Posted text without NUL characters, which databases reject."""
    return request.POST.get(name, "").replace("\x00", "")


def page_for(permission: str) -> Callable[[View], View]:
    """Decorator of tournament pages: replaces ``code`` by the tournament and checks the
    permission.

    Accepts members and helper links. For a helper ``request.user`` is None and the log names
    the helper.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guard_tournament(request: Request, code: str, **parts: object) -> HttpResponseBase:
            if is_anonymous(request) and not has_helper_session(request, code):
                return redirect_to_login(request.get_full_path())
            tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
            timezone.activate(tournament.zone)
            if request.user.has_perm(permission, tournament):
                return view(request, tournament, **parts)
            helper = helper_of(request, tournament)
            if helper is not None and helper.may(permission):
                return call_as_helper(request, helper, lambda: view(request, tournament, **parts))
            if helper is None and has_helper_session(request, code):
                return link_expired_response(request)
            raise Http404

        guard_tournament.permission = permission  # type: ignore[attr-defined]
        return guard_tournament

    return guard


def is_anonymous(request: HttpRequest) -> bool:
    return not request.user.is_authenticated


def call_as_helper(
    request: Request, helper: Helper, view: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Call the view as the helper, without signed-in user."""
    somebody = request.user
    request.helper = helper
    request.user = None  # type: ignore[assignment]
    try:
        with acting_as(helper.name, helper.link.pk, helper.link.table_numbers):
            return view()
    finally:
        request.user = somebody


def link_expired_response(request: HttpRequest) -> HttpResponseBase:
    """Page, or JSON for scripts, saying that the helper's link has expired."""
    if not request.headers.get("Accept", "").startswith("application/json"):
        return redirect("helper_over")
    words = _("Your link has ended. Ask the director for another one; nothing typed here is lost.")
    return JsonResponse({"code": "link_over", "problem": words}, status=403)


def is_allowed(request: Request, permission: str, tournament: Tournament) -> bool:
    """Whether the member or helper has the permission."""
    helper: Helper | None = getattr(request, "helper", None)
    if helper is not None:
        return helper.may(permission)
    return request.user.has_perm(permission, tournament)


director_page = page_for("tournaments.direct")


def club_page_for(permission: str) -> Callable[[View], View]:
    """Decorator of club pages: replaces ``club_id`` by the club and checks the permission."""

    def guard(view: View) -> View:
        @login_required
        @wraps(view)
        def guard_club(request: Request, club_id: int, **parts: object) -> HttpResponseBase:
            club = get_object_or_404(Club, pk=club_id)
            timezone.activate(club.zone)
            if not request.user.has_perm(permission, club):
                raise Http404
            return view(request, club, **parts)

        guard_club.permission = permission  # type: ignore[attr-defined]
        return guard_club

    return guard


def run_with_message(request: Request, action: Callable[[], object], done: str = "") -> bool:
    """Run an action, add its success or error message, and return whether it succeeded."""
    try:
        action()
    except RuleViolationError as refusal:
        messages.error(request, error_text(refusal))
        return False
    if done:
        messages.success(request, done)
    return True


def error_text(refusal: RuleViolationError) -> str:
    """Error text for buttons, which have no form to resubmit."""
    if isinstance(refusal, ConflictError) and "seen" in refusal.details:
        advice = _(
            "Nothing was done: check the current state, and press again if it still applies."
        )
        return f"{refusal} {advice}"
    return str(refusal)
