"""Who may open a page is asked here, once; a stranger is told that there is no such page."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Refused
from tournaments.models import Club, Tournament

View = Callable[..., HttpResponseBase]


class Request(HttpRequest):
    """A request of somebody who is signed in."""

    user: User


def posted_text(request: HttpRequest, name: str) -> str:
    """A text that was posted, empty where it is missing, without what databases cannot keep."""
    return request.POST.get(name, "").replace("\x00", "")


def director_page(view: View) -> View:
    """A page of a tournament: its address has the code, the view is given the tournament."""

    @login_required
    @wraps(view)
    def guard(request: Request, code: str, **parts: object) -> HttpResponseBase:
        tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
        if not request.user.has_perm("tournaments.direct", tournament):
            raise Http404
        return view(request, tournament, **parts)

    return guard


def in_club(permission: str) -> Callable[[View], View]:
    """A page of a club: its address has the club's id, the view is given the club."""

    def guard(view: View) -> View:
        @login_required
        @wraps(view)
        def guard_club(request: Request, club_id: int, **parts: object) -> HttpResponseBase:
            club = get_object_or_404(Club, pk=club_id)
            if not request.user.has_perm(permission, club):
                raise Http404
            return view(request, club, **parts)

        return guard_club

    return guard


def attempt(request: Request, action: Callable[[], object], done: str = "") -> bool:
    """Do it and say so; or say, in words, why it was refused. Whether it was done."""
    try:
        action()
    except Refused as refusal:
        messages.error(request, words_of(refusal))
        return False
    if done:
        messages.success(request, done)
    return True


def words_of(refusal: Refused) -> str:
    """Why it was refused; a button has no form in which its sender could go on."""
    if isinstance(refusal, Conflict) and "seen" in refusal.details:
        advice = _("Nothing was done: look at what stands now, and press again if it still fits.")
        return f"{refusal} {advice}"
    return str(refusal)
