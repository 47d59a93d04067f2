"""What the director decides: one board's score on the page of the play, points on the list."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.forms.base import ServiceForm
from tournaments.forms.plays import USUAL_REASONS
from tournaments.forms.rulings import AdjustmentForm, RulingForm
from tournaments.models import Adjustment, Tournament
from tournaments.scoring_words import UNITS
from tournaments.selectors.fouled import fouled_boards
from tournaments.selectors.plays import play_of
from tournaments.selectors.rulings import adjustments_of, ruled_plays
from tournaments.selectors.scoring import unit_of
from tournaments.services.previews import preview
from tournaments.services.rulings import (
    adjust,
    cancel_adjustment,
    penalise_by_tariff,
    rule_result,
)
from tournaments.views.manage.access import Request, attempt, directed, typed
from tournaments.views.manage.moves import moves_of
from tournaments.views.manage.pages import show


@directed
def rulings(request: Request, tournament: Tournament) -> HttpResponse:
    """All rulings, and the form for points given or taken."""
    unit = UNITS[unit_of(tournament)]
    form = AdjustmentForm(request.POST or None, tournament=tournament, unit=unit)
    effect: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        service = penalise_by_tariff if form.is_tariff else adjust
        done, effect = decide(request, tournament, form, service)
        if done:
            messages.success(request, _("The ruling is stored. The standings follow."))
            return redirect("manage_rulings", tournament.code)
    return show(
        request,
        tournament,
        "rulings",
        part="rulings",
        status=422 if form.errors else 200,
        form=form,
        effect=effect,
        reasons=USUAL_REASONS,
        adjustments=adjustments_of(tournament),
        plays=ruled_plays(tournament),
        fouled=fouled_boards(tournament),
        **effect,
    )


def decide(
    request: Request, tournament: Tournament, form: ServiceForm, service: Callable[..., Any]
) -> tuple[bool, dict[str, Any]]:
    """Store a ruling, or only show its effect; whether it was stored, and the effect."""
    values = {**form.service_values(), "actor": request.user, "late": "late" in request.POST}
    try:
        if request.POST.get("do") != "look":
            service(**values)
            return True, {}
        looked = {**values, "late": True}
        return False, moves_of(tournament, preview(tournament, lambda: service(**looked)))
    except Refused as refusal:
        form.add_refusal(refusal)
        return False, {}


@directed
def board(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """A ruling about one board at one table."""
    play = play_of(tournament, play_id)
    if play is None:
        raise Http404
    form = RulingForm(request.POST or None)
    effect: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        done, effect = decide(
            request, tournament, form, lambda **values: rule_result(play_id=play.pk, **values)
        )
        if done:
            messages.success(request, _("Board %d is stored.") % play.board.number)
            return redirect("manage_play", tournament.code, play.pk)
    return show(
        request,
        tournament,
        "ruling",
        part="rulings",
        status=422 if form.errors else 200,
        play=play,
        form=form,
        effect=effect,
        reasons=USUAL_REASONS,
        **effect,
    )


@require_POST
@directed
def cancel(request: Request, tournament: Tournament, adjustment_id: int) -> HttpResponse:
    """Take an adjustment back, with a reason."""
    found = get_object_or_404(Adjustment, pk=adjustment_id, tournament=tournament)
    attempt(
        request,
        lambda: cancel_adjustment(
            adjustment=found,
            reason=typed(request, "reason"),
            late="late" in request.POST,
            actor=request.user,
        ),
        _("The ruling is cancelled. The standings follow."),
    )
    return redirect("manage_rulings", tournament.code)
