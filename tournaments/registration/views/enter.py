from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.models import Signup, Tournament
from tournaments.organiser.access import posted_text, run_with_message
from tournaments.organiser.qr_codes import absolute_url
from tournaments.registration.forms import PartnerForm, SignupForm
from tournaments.registration.selectors import (
    entry_status_for,
    fees_in_words,
    is_open_now,
    lookers,
    own_signup,
    plan_for,
    shown_teams,
    signups_with_secrets,
)
from tournaments.registration.services.partners import accept_offer, decline_offer, offer_to_play
from tournaments.registration.services.signups import (
    ContactDetails,
    change_partner,
    confirm_signup,
    look_for_partner,
    sign_up,
    withdraw_signup,
)
from tournaments.registration.texts import status_text
from tournaments.state.change_feed import read_signal, signal_from


def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Public entry page: entrants, free places, form.

    ``?fragment=`` returns only the parts that change: with a form, or ``closed``.
    """
    tournament = read_signal(code)
    plan = plan_for(tournament) if tournament else None
    if tournament is None or plan is None:
        raise Http404(_("Here the organiser enters those who play."))
    version = signal_from(tournament).version
    looking = list(lookers(tournament))
    form = SignupForm(
        request.POST if request.method == "POST" else None,
        tournament=tournament,
        plan=plan,
        lookers=looking,
        reach=ContactDetails(
            site=absolute_url(request, "/").rstrip("/"), language=get_language() or ""
        ),
    )
    if request.method == "POST":
        signup = form.submit_to(sign_up, tournament=tournament)
        if signup:
            return redirect("signup", signup.secret)
    values = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "nav": "tournaments",
        "entry": entry_status_for(tournament, plan),
        "fees": fees_in_words(tournament),
        "form": form,
        "looking": looking,
        "teams": shown_teams(tournament),
        "version": version,
    }
    if part := request.GET.get("fragment"):
        return live_parts(request, {**values, "has_form": part != "closed"})
    status = 422 if form.errors else 200
    return render(request, "tournaments/registration/enter.html", values, status=status)


def live_parts(request: HttpRequest, values: dict[str, object]) -> HttpResponse:
    """Page fragments that are the same for all visitors."""
    response = render(request, "tournaments/registration/enter_live.html", values)
    response["X-Version"], response["X-Follows"] = str(values["version"]), "version"
    return response


def signup_at(secret: str) -> Signup:
    return get_object_or_404(signups_with_secrets(), secret=secret)


def add_private_headers(response: HttpResponse) -> HttpResponse:
    """Set headers against caching and indexing."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    # Without any referrer browsers send a null origin, which fails the CSRF check.
    response["Referrer-Policy"] = "same-origin"
    return response


@never_cache
def signup(request: HttpRequest, secret: str) -> HttpResponse:
    return add_private_headers(show_signup(request, signup_at(secret), PartnerForm()))


def show_signup(request: HttpRequest, found: Signup, form: PartnerForm) -> HttpResponse:
    tournament, own = found.tournament, own_signup(found)
    plan, is_entry = plan_for(tournament), tournament.state == Tournament.State.ENTRY
    title, text = status_text(found)
    values = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "signup": found,
        "pair": own.pair,
        "title": title,
        "text": text,
        "fees": fees_in_words(tournament),
        "is_closed": is_entry and plan is not None and not is_open_now(tournament, plan),
        "queue": own.queue,
        "is_live": own.is_live,
        "is_own": own.is_own,
        "offers": own.offers,
        "others": own.others,
        "form": form,
        "address": absolute_url(request, reverse("signup", args=[found.secret])),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/registration/signup.html", values, status=status)


@require_POST
@never_cache
def change(request: HttpRequest, secret: str) -> HttpResponse:
    stored_signup = signup_at(secret)
    do = posted_text(request, "do")
    if do == "partner":
        form = PartnerForm(request.POST)
        if form.submit_to(change_partner, signup=stored_signup) is None:
            return add_private_headers(show_signup(request, signup_at(secret), form))
        messages.success(request, _("Saved."))
    else:
        apply_action(request, stored_signup, do)
    return add_private_headers(redirect("signup", secret))


def apply_action(request: HttpRequest, found: Signup, do: str) -> None:
    partner = number_of(request)
    deeds: dict[str, tuple[Callable[[], object], str]] = {
        "confirm": (lambda: confirm_signup(signup=found), _("Thank you. See you there.")),
        "withdraw": (lambda: withdraw_signup(signup=found), _("You have withdrawn.")),
        "look": (lambda: look_for_partner(signup=found), _("You are now looking for a partner.")),
        "offer": (
            lambda: offer_to_play(signup=found, partner=partner),
            _("They have been asked; their answer will appear here."),
        ),
        "accept": (lambda: accept_offer(signup=found, partner=partner), _("You are a pair.")),
        "decline": (lambda: decline_offer(signup=found, partner=partner), ""),
    }
    if do in deeds:
        run_with_message(request, *deeds[do])  # type: ignore[arg-type]


def number_of(request: HttpRequest) -> int:
    text = posted_text(request, "other")
    return int(text) if text.isdecimal() and len(text) < 10 else 0
