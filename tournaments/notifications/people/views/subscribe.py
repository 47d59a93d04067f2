"""Pages to subscribe, and each follower's page at a secret URL."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET

from tournaments.errors import RuleViolationError
from tournaments.models import Follower, NotificationMethod, Signup, Tournament
from tournaments.notifications.people.forms import FollowForm
from tournaments.notifications.people.labels import FAILURE_REASONS
from tournaments.notifications.people.selectors.options import (
    follower_at,
    latest_test,
    notification_options,
    teams_to_follow,
)
from tournaments.notifications.people.services.subscriptions import (
    confirm_following,
    follow,
    send_test_notice,
    stop_following,
)
from tournaments.organiser.access import posted_text
from tournaments.organiser.qr_codes import absolute_url


def set_private_headers(response: HttpResponse) -> HttpResponse:
    """Prevent caching, indexing and referrers."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


def site_of(request: HttpRequest) -> str:
    return absolute_url(request, "/").rstrip("/")


@never_cache
def ask(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
    if tournament.rehearses_id is not None:
        raise Http404
    teams = teams_to_follow(tournament)
    team_param = request.GET.get("team", "")
    team = int(team_param) if team_param.isdecimal() and len(team_param) < 5 else None
    form = FollowForm(request.POST or None, teams=teams, team=team)
    return answer(request, tournament, form, None)


@never_cache
def ask_as_signup(request: HttpRequest, secret: str) -> HttpResponse:
    rows = Signup.objects.select_related("tournament__club")
    signup = get_object_or_404(rows, secret=secret)
    return set_private_headers(
        answer(request, signup.tournament, FollowForm(request.POST or None), signup)
    )


def answer(
    request: HttpRequest, tournament: Tournament, form: FollowForm, signup: Signup | None
) -> HttpResponse:
    follower = None
    if request.method == "POST":
        follower = form.submit_to(
            follow,
            tournament=tournament,
            signup=signup,
            language=get_language() or "",
            site=site_of(request),
        )
    if follower is not None:
        return redirect_to_follower(request, follower)
    values = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "nav": "tournaments",
        "form": form,
        "signup": signup,
        "offer": notification_options(tournament.club_id),
        "worker": reverse("notices_worker"),
        "most": settings.MESSAGES_A_DAY,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/notifications/people/ask.html", values, status=status)


def redirect_to_follower(request: HttpRequest, follower: Follower) -> HttpResponse:
    """Redirect to the follower's page; with email only the sent link leads there."""
    if follower.way == NotificationMethod.EMAIL:
        messages.success(
            request,
            _("We have sent you an email. Notifications start once you open its link and confirm."),
        )
        return redirect(request.get_full_path())
    return set_private_headers(redirect("notices_own", follower.secret))


@csrf_exempt  # one-click unsubscribe has no token; the URL is the credential
@never_cache
def follower_page(request: HttpRequest, follower: str) -> HttpResponse:
    current_follower = follower_at(follower)
    if current_follower is None:
        response = render(request, "tournaments/notifications/people/over.html", status=404)
        return set_private_headers(response)
    with translation.override(current_follower.language or get_language()):
        if request.method == "POST":
            return set_private_headers(handle_button(request, current_follower))
        return set_private_headers(show_follower_page(request, current_follower))


def show_follower_page(request: HttpRequest, found: Follower) -> HttpResponse:
    tournament = found.tournament
    bot = notification_options(tournament.club_id).bot
    test = latest_test(found)
    values = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "nav": "tournaments",
        "follower": found,
        "test": test,
        "why": FAILURE_REASONS.get(test.why, "") if test else "",
        "telegram": f"https://t.me/{bot}?start={found.secret}" if bot else "",
        "most": settings.MESSAGES_A_DAY,
    }
    return render(request, "tournaments/notifications/people/own.html", values)


def handle_button(request: HttpRequest, found: Follower) -> HttpResponse:
    """Handle a button, or ``List-Unsubscribe`` by a mail program."""
    do = posted_text(request, "do")
    if do == "stop" or "List-Unsubscribe" in request.POST:
        stop_following(follower=found)
        messages.success(request, _("Stopped. Your address is deleted."))
        return redirect("tournament", found.tournament.code)
    if do == "confirm":
        confirm_following(follower=found)
        messages.success(request, _("You will get notifications."))
    elif do == "test":
        send_test(request, found)
    return redirect("notices_own", found.secret)


def send_test(request: HttpRequest, found: Follower) -> None:
    try:
        send_test_notice(follower=found)
    except RuleViolationError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test is on its way."))


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    response = render(
        request,
        "tournaments/notifications/people/worker.js",
        content_type="text/javascript; charset=utf-8",
    )
    response["Cache-Control"] = "no-cache"
    return response
