from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, posted_text
from tournaments.organiser.pages import show
from tournaments.standings.forms import ScoringForm
from tournaments.standings.previews import Preview, preview
from tournaments.standings.rank_changes import moves_of
from tournaments.standings.services import Scoring, change_scoring, has_results
from tournaments.standings.texts import tie_break_words
from tournaments.state.concurrency import check_version
from tournaments.state.scoring import chain_of
from tournaments.state.version_tokens import scoring_state


@director_page
def scoring(request: Request, tournament: Tournament) -> HttpResponse:
    """Edit the scoring; with results a preview and a reason are required."""
    form = ScoringForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            return handle_form(request, tournament, form)
        except RuleViolationError as refusal:
            form.add_refusal(refusal)
    if form.conflict:
        tournament.refresh_from_db()
        form.compare(ScoringForm(tournament=tournament))
    return show_form(request, tournament, form)


def handle_form(request: Request, tournament: Tournament, form: ScoringForm) -> HttpResponse:
    values = form.service_values()
    if request.POST.get("do") == "apply":
        try:
            change_scoring(
                tournament=tournament,
                reason=posted_text(request, "reason"),
                late="late" in request.POST,
                expected=expected_version(request),
                seen=form.cleaned_data["seen"],
                actor=request.user,
                **values,
            )
        except RuleViolationError as refusal:
            if "seen" in refusal.details:
                raise
            tournament.refresh_from_db()
            effect = effect_of(tournament, values)
            return show_preview(request, tournament, form, effect, refusal)
    elif has_results(tournament):
        check_version(form.cleaned_data["seen"], scoring_state(tournament))
        return show_preview(request, tournament, form, effect_of(tournament, values))
    else:
        seen_token = form.cleaned_data["seen"]
        change_scoring(tournament=tournament, seen=seen_token, actor=request.user, **values)
    messages.success(request, _("Saved. The standings are being updated."))
    return redirect("manage_scoring", tournament.code)


def effect_of(tournament: Tournament, values: Scoring) -> Preview:
    return preview(
        tournament,
        lambda: change_scoring(tournament=tournament, reason="?", late=True, **values),
    )


def show_form(request: Request, tournament: Tournament, form: ScoringForm) -> HttpResponse:
    return show(
        request,
        tournament,
        "standings/scoring",
        part="scoring",
        status=422 if form.errors else 200,
        form=form,
        chain=[tie_break_words(tournament)[step] for step in chain_of(tournament)],
        has_results=has_results(tournament),
    )


def show_preview(
    request: Request,
    tournament: Tournament,
    form: ScoringForm,
    effect: Preview,
    problem: RuleViolationError | None = None,
) -> HttpResponse:
    sent = [
        (name, value)
        for name in form.fields
        for value in request.POST.getlist(name)
        if name in request.POST and name != "seen"
    ]
    return show(
        request,
        tournament,
        "standings/scoring_preview",
        part="scoring",
        status=422 if problem else 200,
        sent=sent,
        expected=effect.version,
        seen=form.cleaned_data["seen"] or "",
        problem=problem,
        reason=posted_text(request, "reason"),
        contest_after=with_values(tournament, form.service_values()),
        **moves_of(tournament, effect),
    )


def with_values(tournament: Tournament, values: Scoring) -> Tournament:
    """An unsaved copy with the new settings, for formatting figures."""
    other = Tournament(pk=tournament.pk, unit=tournament.unit, cards=tournament.cards)
    for name, value in values.items():
        setattr(other, name, value)
    return other


def expected_version(request: Request) -> int:
    """Facts version of the preview; -1 if invalid."""
    text = request.POST.get("expected", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
