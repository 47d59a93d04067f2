"""Enter or correct one result, with every version in sight."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.facts import Author, Entry
from tournaments.forms.games import GameForm, initial_of_game
from tournaments.forms.plays import USUAL_REASONS, CorrectionForm, initial_of
from tournaments.models import Play, Result, Tournament
from tournaments.selectors.plays import neighbours, play_of, versions_of
from tournaments.selectors.present import present_result
from tournaments.services.previews import preview as effect_preview
from tournaments.services.records import record_deal
from tournaments.services.results import correct_result
from tournaments.services.seen import Seen
from tournaments.services.slips import entry_of, entry_of_record
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.console import number_in
from tournaments.views.manage.meanwhile import result_differences
from tournaments.views.manage.moves import moves_of
from tournaments.views.manage.pages import show

Form = CorrectionForm | GameForm


def play_or_404(tournament: Tournament, play_id: int) -> Play:
    found = play_of(tournament, play_id)
    if found is None:
        raise Http404
    return found


@directed
def play(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """All versions of a result, and the form for the next one."""
    found = play_or_404(tournament, play_id)
    chosen = version_asked(request, found)
    form = form_for(found, request.POST or None, initial=initial_for(found, chosen))
    if request.method == "POST" and form.is_valid() and stored(request, found, form):
        messages.success(request, _("Board %d is stored.") % found.board.number)
        sitting = found.sitting
        console = reverse("manage_tournament", args=[tournament.code])
        return redirect(f"{console}?round={sitting.round.number}&table={sitting.table.number}")
    if form.conflict:
        found = play_or_404(tournament, play_id)
        form.differences = result_differences(
            found, entry_for(found, form, override=True), form.cleaned_data["reason"]
        )
    before, after = neighbours(found)
    return show(
        request,
        tournament,
        "play",
        part="console",
        play=found,
        seats={seat.side: seat.team for seat in found.sitting.seats.all()},
        versions=versions_of(found),
        form=form,
        before=before,
        after=after,
        preview=preview_of(found, form_for(found, form.data or form.initial)),
        chosen=chosen,
        reasons=USUAL_REASONS,
    )


def form_for(play: Play, data: Any, **more: Any) -> Form:
    """The form of a board, or of a game of open play."""
    kind = GameForm if play.board.deal is None else CorrectionForm
    return kind(data, play=play, **more)


def initial_for(play: Play, result: Result | None) -> dict[str, Any]:
    """The first values of that form."""
    values = initial_of_game(result) if play.board.deal is None else initial_of(result)
    return {**values, "seen": present_result(play).seen}


def version_asked(request: Request, play: Play) -> Result | None:
    """The version that the form begins with: the one asked for, else the one that counts."""
    number = number_in(request.GET.get("version"))
    asked = play.results.filter(version=number).first() if number else None
    return asked or play.current


def stored(request: Request, play: Play, form: Form) -> Result | None:
    """The new version; None when it was refused, which the form then says."""
    try:
        values = form.cleaned_data
        late = "late" in request.POST
        return append(request, play, form, values["reason"], late, seen=values["seen"])
    except Refused as refusal:
        form.add_refusal(refusal)
        return None


def append(
    request: Request,
    play: Play,
    form: Form,
    reason: str,
    late: bool,
    *,
    force: bool = False,
    seen: Seen = None,
) -> Result:
    """Store what the form says as the next version."""
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
        override=force or form.cleaned_data["override"],
        late=late,
        seen=seen,
    )


def effect_of(request: Request, play: Play, form: Form) -> dict[str, Any]:
    """Who would stand elsewhere if this were stored; nothing where it cannot be."""
    tournament = play.sitting.round.tournament
    try:
        looked = effect_preview(
            tournament, lambda: append(request, play, form, "?", True, force=True)
        )
    except Refused:
        return {}
    return {"effect": True, **moves_of(tournament, looked)}


@require_POST
@directed
def preview(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """What the form would score, before it is saved."""
    found = play_or_404(tournament, play_id)
    form = form_for(found, request.POST)
    scored = preview_of(found, form)
    context = {"preview": scored, "form": form, "tournament": tournament}
    if scored.get("entry"):
        context |= effect_of(request, found, form)
    return render(request, "tournaments/manage/play_preview.html", context)


def preview_of(play: Play, form: Form) -> dict[str, Any]:
    """The outcome, or the first thing that is wrong, or nothing while the form is incomplete.

    ``cards`` says that only the board's cards speak against it; the director may know better.
    """
    form.is_valid()
    errors = {name: found for name, found in form.errors.items() if name != "reason"}
    filled = [error for name, found in errors.items() if form.data.get(name) for error in found]
    if errors:
        return {"problem": filled[0]} if filled else {}
    try:
        return scored(entry_for(play, form, override=False))
    except Refused as refusal:
        return against_cards(play, form, str(refusal))


def against_cards(play: Play, form: Form, problem: str) -> dict[str, Any]:
    """A refusal; with the score it would give, if only the cards speak against it."""
    if isinstance(form, CorrectionForm) and form.is_record:
        return {"problem": problem}
    try:
        entry = entry_for(play, form, override=True)
    except Refused:
        return {"problem": problem}
    return {**scored(entry), "cards": problem}


def entry_for(play: Play, form: Form, *, override: bool) -> Entry:
    if isinstance(form, CorrectionForm) and form.is_record:
        return entry_of_record(play, form.deal_record())
    return entry_of(play, form.slip(), override=override)


def scored(entry: Entry) -> dict[str, Any]:
    return {"entry": entry, "outcome": entry.outcome, "score": entry.score}
