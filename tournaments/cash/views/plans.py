from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.cash.forms.fees import FeesForm, usual_kinds
from tournaments.cash.forms.prizes import PrizesForm
from tournaments.cash.selectors.accounts import till_of
from tournaments.cash.selectors.fees import kinds_of, last_plan, plan_of
from tournaments.cash.selectors.prizes import prize_plan
from tournaments.cash.services.fees import copy_last_kinds, remove_fees, set_fees
from tournaments.cash.services.prizes import announce_prizes, hide_prizes, plan_prizes
from tournaments.cash.views.desk import desk_response, show_desk
from tournaments.models import FeeKind, Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show


@director_page
def fees(request: Request, tournament: Tournament) -> HttpResponse:
    plan = plan_of(tournament)
    before = None if plan else last_plan(tournament)
    kinds = kinds_of(tournament)
    if before is not None:
        kinds = [copy_kind(kind) for kind in kinds_of(before.tournament)]
    elif plan is None:
        kinds = usual_kinds()
    form = FeesForm(request.POST or None, plan=plan or before, kinds=kinds)
    posted = request.method == "POST"
    saved = form.submit_to(set_fees, tournament=tournament, actor=request.user) if posted else None
    if saved:
        if plan is None:
            for team in tournament.teams.all():
                copy_last_kinds(team=team)
        messages.success(request, _("Saved."))
        return redirect("manage_entry", tournament.code)
    return show(
        request,
        tournament,
        "cash/fees",
        part="cash",
        status=422 if form.errors else 200,
        form=form,
        plan=plan,
        before=before,
        has_lines=till_of(tournament).lines > 0,
    )


def copy_kind(kind: FeeKind) -> FeeKind:
    return FeeKind(code=kind.code, name=kind.name, amount=kind.amount, position=kind.position)


@require_POST
@director_page
def free(request: Request, tournament: Tournament) -> HttpResponse:
    deed = partial(remove_fees, tournament=tournament, actor=request.user)
    run_with_message(request, deed, _("This tournament is free: no money is shown anywhere."))
    return redirect("manage_entry", tournament.code)


@director_page
def prizes(request: Request, tournament: Tournament) -> HttpResponse:
    """Change, announce or hide prizes; GET redirects to the entry desk."""
    plan = plan_of(tournament)
    if plan is None:
        return redirect("manage_fees", tournament.code)
    if request.method != "POST":
        return redirect(f"{reverse('manage_entry', args=[tournament.code])}#prizes")
    if request.POST.get("do") in {"announce", "hide"}:
        service = announce_prizes if request.POST["do"] == "announce" else hide_prizes
        is_done = run_with_message(
            request, partial(service, tournament=tournament, actor=request.user)
        )
        return desk_response(request, tournament, is_done=is_done)
    form = PrizesForm(request.POST, plan=prize_plan(tournament), currency=plan.currency)
    if form.submit_to(plan_prizes, tournament=tournament, actor=request.user) is None:
        parts_only = "X-Desk" in request.headers
        return show_desk(
            request, tournament, parts_only=parts_only, status=422, side="till", prizes_form=form
        )
    if request.headers.get("X-Desk"):
        return show_desk(request, tournament, parts_only=True)
    return redirect(f"{reverse('manage_entry', args=[tournament.code])}#prizes")
