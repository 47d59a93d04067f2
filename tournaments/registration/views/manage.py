from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.entries.fields import people_in
from tournaments.models import Signup, Tournament
from tournaments.organiser.access import Request, director_page, posted_text, run_with_message
from tournaments.organiser.pages import show
from tournaments.organiser.qr_codes import public_url, qr_svg
from tournaments.registration.forms import plan_form
from tournaments.registration.selectors import entry_status_for, plan_for, signup_queue
from tournaments.registration.services.approval import (
    approve_all,
    approve_signup,
    refuse_signup,
    set_entry_plan,
)
from tournaments.registration.services.partners import join_signups
from tournaments.registration.services.signups import withdraw_signup


@director_page
def signups(request: Request, tournament: Tournament) -> HttpResponse:
    plan = plan_for(tournament)
    form = plan_form(request.POST or None, plan)
    sent = form.submit_to(set_entry_plan, tournament=tournament, actor=request.user)
    if sent is not None:
        messages.success(request, _("Saved."))
        return redirect("manage_signups", tournament.code)
    address = public_url(request, reverse("tournament_enter", args=[tournament.code]))
    return show(
        request,
        tournament,
        "registration/manage",
        part="teams",
        status=422 if form.errors else 200,
        form=form,
        plan=plan,
        entry=entry_status_for(tournament, plan) if plan else None,
        queue=signup_queue(tournament),
        address=address.split("://", 1)[-1],
        qr=qr_svg(address),
        is_open=tournament.state == Tournament.State.ENTRY,
    )


@require_POST
@director_page
def decide(request: Request, tournament: Tournament) -> HttpResponse:
    do = posted_text(request, "do")
    if do == "all":
        entered = approve_all(tournament=tournament, actor=request.user)
        words = ngettext("%d sign-up entered.", "%d sign-ups entered.", len(entered))
        messages.success(request, words % len(entered))
    elif do == "together":
        run_with_message(request, lambda: join_two(request, tournament), _("They are a pair now."))
    else:
        decide_one(request, find_signup(request, tournament, "signup"), do)
    return redirect("manage_signups", tournament.code)


def join_two(request: Request, tournament: Tournament) -> None:
    first, second = (find_signup(request, tournament, name) for name in ("first", "second"))
    join_signups(first=first, second=second, actor=request.user)


def decide_one(request: Request, signup: Signup, do: str) -> None:
    deeds: dict[str, tuple[Callable[..., object], str]] = {
        "approve": (partial(approve_signup, people=people_in(request.POST)), _("Entered: %s")),
        "refuse": (refuse_signup, _("Refused: %s")),
        "withdraw": (withdraw_signup, _("Taken out: %s")),
    }
    if do in deeds:
        deed, words = deeds[do]
        run_with_message(
            request, lambda: deed(signup=signup, actor=request.user), words % signup.title
        )


def find_signup(request: Request, tournament: Tournament, name: str) -> Signup:
    text = posted_text(request, name)
    pk = int(text) if text.isdecimal() and len(text) < 10 else 0
    rows = tournament.signups.select_related("tournament")
    signup = rows.filter(pk=pk).first()
    if signup is None:
        raise Http404
    return signup
