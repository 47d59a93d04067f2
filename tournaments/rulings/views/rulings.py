from collections.abc import Callable
from fractions import Fraction

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.wording.texts import figure_text
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import Adjustment, Tournament
from tournaments.organiser.access import Request, director_page, posted_text, run_with_message
from tournaments.organiser.forms import FieldDifference, ServiceForm
from tournaments.organiser.pages import show
from tournaments.results.pages import play_or_404, result_differences
from tournaments.results.texts import USUAL_REASONS
from tournaments.rulings.forms.rulings import AdjustmentForm, RulingForm, initial_of_ruling
from tournaments.rulings.selectors.rulings import adjustments_of, ruled_plays
from tournaments.rulings.services.rulings import (
    adjust,
    cancel_adjustment,
    entry_of_ruling,
    penalise_by_tariff,
    rule_result,
)
from tournaments.standings.previews import preview
from tournaments.standings.rank_changes import moves_of
from tournaments.standings.texts import FIGURE_UNITS
from tournaments.state.fouled import fouled_boards
from tournaments.state.scoring import figure_unit
from tournaments.state.version_tokens import newest_adjustment, result_state


@director_page
def rulings(request: Request, tournament: Tournament) -> HttpResponse:
    unit = FIGURE_UNITS[figure_unit(tournament)]
    form = AdjustmentForm(
        request.POST or None,
        tournament=tournament,
        unit=unit,
        initial={"seen": newest_adjustment(tournament)},
    )
    effect: dict[str, object] = {}
    if request.method == "POST" and form.is_valid():
        service = penalise_by_tariff if form.is_tariff else adjust
        done, effect = decide(request, tournament, form, service)
        if done:
            messages.success(request, _("The ruling is stored. The standings follow."))
            return redirect("manage_rulings", tournament.code)
    if form.conflict:
        form.differences = adjustment_differences(form, form.conflict)
    return show(
        request,
        tournament,
        "rulings/rulings",
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


def adjustment_differences(form: AdjustmentForm, conflict: ConflictError) -> list[FieldDifference]:
    """Differences between an adjustment given meanwhile and the entered one."""
    now = conflict.details["now"]
    values = form.cleaned_data
    mine = "162" if form.is_tariff else figure_text(form.signed_points())
    return [
        FieldDifference(_("Points"), figure_text(Fraction(now["amount"])), mine),
        FieldDifference(_("Round"), now["round"] or "–", values["round"] or "–"),
        FieldDifference(_("Reason"), now["reason"], values["reason"]),
    ]


def decide(
    request: Request, tournament: Tournament, form: ServiceForm, service: Callable[..., object]
) -> tuple[bool, dict[str, object]]:
    """Store a ruling or preview it; return whether it was stored, and its effect."""
    values = {**form.service_values(), "actor": request.user, "late": "late" in request.POST}
    try:
        if request.POST.get("do") != "look":
            service(**values)
            return True, {}
        looked = {**values, "late": True}
        return False, moves_of(tournament, preview(tournament, lambda: service(**looked)))
    except RuleViolationError as refusal:
        form.add_refusal(refusal)
        return False, {}


@director_page
def board(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    play = play_or_404(tournament, play_id)
    initial = {**initial_of_ruling(play.current), "seen": result_state(play).seen}
    form = RulingForm(request.POST or None, initial=initial)
    effect: dict[str, object] = {}
    if request.method == "POST" and form.is_valid():
        done, effect = decide(
            request, tournament, form, lambda **values: rule_result(play_id=play.pk, **values)
        )
        if done:
            messages.success(request, _("Board %d is stored.") % play.board.number)
            return redirect("manage_play", tournament.code, play.pk)
    if form.conflict:
        play = play_or_404(tournament, play_id)
        values = form.service_values()
        entry = entry_of_ruling(values["kind"], values["awards"], is_public=values["is_public"])
        form.differences = result_differences(play, entry, values["reason"])
    return show(
        request,
        tournament,
        "rulings/ruling",
        part="rulings",
        status=422 if form.errors else 200,
        play=play,
        form=form,
        effect=effect,
        reasons=USUAL_REASONS,
        **effect,
    )


@require_POST
@director_page
def cancel(request: Request, tournament: Tournament, adjustment_id: int) -> HttpResponse:
    adjustment = get_object_or_404(Adjustment, pk=adjustment_id, tournament=tournament)
    run_with_message(
        request,
        lambda: cancel_adjustment(
            adjustment=adjustment,
            reason=posted_text(request, "reason"),
            late="late" in request.POST,
            actor=request.user,
        ),
        _("The ruling is cancelled. The standings follow."),
    )
    return redirect("manage_rulings", tournament.code)
