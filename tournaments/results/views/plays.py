from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import RuleViolationError
from tournaments.events.entry import Author, Entry
from tournaments.models import Play, Result, Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.forms import Data
from tournaments.organiser.pages import number_in, show
from tournaments.results.forms.games import GameForm, initial_of_game
from tournaments.results.forms.plays import CorrectionForm, initial_of
from tournaments.results.pages import play_or_404, result_differences, side_labels
from tournaments.results.selectors.plays import neighbours, versions_of
from tournaments.results.services.records import record_deal
from tournaments.results.services.results import correct_result
from tournaments.results.services.slips import entry_of, entry_of_record
from tournaments.results.texts import USUAL_REASONS
from tournaments.standings.previews import preview as effect_preview
from tournaments.standings.rank_changes import moves_of
from tournaments.state.concurrency import VersionToken
from tournaments.state.version_tokens import result_state

Form = CorrectionForm | GameForm


@director_page
def play(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    shown_play = play_or_404(tournament, play_id)
    chosen = requested_version(request, shown_play)
    form = form_for(shown_play, request.POST or None, chosen)
    if request.method == "POST" and form.is_valid() and store_version(request, shown_play, form):
        messages.success(request, stored_message(shown_play))
        sitting = shown_play.sitting
        console = reverse("manage_tournament", args=[tournament.code])
        return redirect(f"{console}?round={sitting.round.number}&table={sitting.table.number}")
    if form.conflict:
        shown_play = play_or_404(tournament, play_id)
        form.differences = result_differences(
            shown_play, entry_for(shown_play, form, override=True), form.cleaned_data["reason"]
        )
    before, after = neighbours(shown_play)
    return show(
        request,
        tournament,
        "results/play",
        part="console",
        play=shown_play,
        sides=side_labels(shown_play),
        versions=versions_of(shown_play),
        form=form,
        before=before,
        after=after,
        preview=preview_of(shown_play, form_for(shown_play, form.data or form.initial, chosen)),
        chosen=chosen,
        reasons=USUAL_REASONS,
    )


def stored_message(play: Play) -> str:
    if play.board.deal is None:
        return _("The game of table %d is stored.") % play.sitting.table.number
    return _("Board %d is stored.") % play.board.number


def form_for(play: Play, data: Data, stored: Result | None) -> Form:
    kind = GameForm if play.board.deal is None else CorrectionForm
    return kind(data, play=play, stored=stored, initial=initial_for(play, stored))


def initial_for(play: Play, result: Result | None) -> dict[str, object]:
    deal = play.board.deal
    values = initial_of_game(result) if deal is None else initial_of(result, deal.variant)
    return {**values, "seen": result_state(play).seen}


def requested_version(request: Request, play: Play) -> Result | None:
    """The version that prefills the form: the requested, else the current one."""
    number = number_in(request.GET.get("version"))
    requested = play.results.filter(version=number).first() if number else None
    return requested or play.current


def store_version(request: Request, play: Play, form: Form) -> Result | None:
    """Store the version; None if refused, with the error in the form."""
    try:
        values = form.cleaned_data
        late = "late" in request.POST
        return append_version(request, play, form, values["reason"], late, seen=values["seen"])
    except RuleViolationError as refusal:
        form.add_refusal(refusal)
        return None


def append_version(
    request: Request,
    play: Play,
    form: Form,
    reason: str,
    late: bool,
    *,
    force: bool = False,
    seen: VersionToken = None,
) -> Result:
    if isinstance(form, CorrectionForm) and form.is_record:
        author = Author(source=Result.Source.DIRECTOR, user=request.user)
        return record_deal(
            play_id=play.pk,
            record=form.deal_record(),
            author=author,
            reason=reason,
            late=late,
            seen=seen,
        )
    return correct_result(
        play_id=play.pk,
        slip=form.slip(),
        reason=reason,
        actor=request.user,
        override=force or form.cleaned_data["override"] or is_resubmission(play, form),
        late=late,
        seen=seen,
    )


def is_resubmission(play: Play, form: Form) -> bool:
    """Return whether the current result is stored unchanged: no new override is needed."""
    return form.is_untouched and play.current is not None and form.stored == play.current


def effect_of(request: Request, play: Play, form: Form) -> dict[str, object]:
    """Changes of places that storing would cause; none for an invalid form."""
    tournament = play.sitting.round.tournament
    try:
        looked = effect_preview(
            tournament, lambda: append_version(request, play, form, "?", True, force=True)
        )
    except RuleViolationError:
        return {}
    return {"effect": True, **moves_of(tournament, looked)}


@require_POST
@director_page
def preview(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """Show the score of the form before it is saved."""
    shown_play = play_or_404(tournament, play_id)
    form = form_for(shown_play, request.POST, requested_version(request, shown_play))
    scored = preview_of(shown_play, form)
    context: dict[str, object] = {"preview": scored, "form": form, "tournament": tournament}
    if scored.get("entry"):
        context.update(effect_of(request, shown_play, form))
    return render(request, "tournaments/results/play_preview.html", context)


def preview_of(play: Play, form: Form) -> dict[str, object]:
    """The outcome or the first problem; empty for an incomplete form.

    ``cards`` marks a problem with the cards only, which the director can override.
    """
    form.is_valid()
    errors = {name: field_errors for name, field_errors in form.errors.items() if name != "reason"}
    filled = [
        error
        for name, field_errors in errors.items()
        if form.data.get(name)
        for error in field_errors
    ]
    if errors:
        return {"problem": filled[0]} if filled else {}
    try:
        return score_entry(entry_for(play, form, override=False))
    except RuleViolationError as refusal:
        return cards_refusal(play, form, str(refusal))


def cards_refusal(play: Play, form: Form, problem: str) -> dict[str, object]:
    if isinstance(form, CorrectionForm) and form.is_record:
        return {"problem": problem}
    try:
        entry = entry_for(play, form, override=True)
    except RuleViolationError:
        return {"problem": problem}
    return {**score_entry(entry), "cards": problem}


def entry_for(play: Play, form: Form, *, override: bool) -> Entry:
    if isinstance(form, CorrectionForm) and form.is_record:
        return entry_of_record(play, form.deal_record())
    return entry_of(play, form.slip(), override=override)


def score_entry(entry: Entry) -> dict[str, object]:
    return {"entry": entry, "outcome": entry.outcome, "score": entry.score}
