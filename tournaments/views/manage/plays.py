"""Enter or correct one result, with every version in sight."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.facts import Author
from tournaments.forms.plays import CorrectionForm, initial_of
from tournaments.models import Play, Result, Tournament
from tournaments.selectors.plays import neighbours, play_of, versions_of
from tournaments.services.results import correct_result, entry_of, entry_of_record, record_deal
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.pages import show


def play_or_404(tournament: Tournament, play_id: int) -> Play:
    found = play_of(tournament, play_id)
    if found is None:
        raise Http404
    return found


@directed
def play(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """All versions of a result, and the form for the next one."""
    found = play_or_404(tournament, play_id)
    form = CorrectionForm(request.POST or None, play=found, initial=initial_of(found))
    if request.method == "POST" and form.is_valid() and stored(request, found, form):
        messages.success(request, _("Board %d is stored.") % found.board.number)
        sitting = found.sitting
        console = reverse("manage_tournament", args=[tournament.code])
        return redirect(f"{console}?round={sitting.round.number}&table={sitting.table.number}")
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
        preview=preview_of(found, form) if form.is_bound else None,
    )


def stored(request: Request, play: Play, form: CorrectionForm) -> Result | None:
    """The new version; None when it was refused, which the form then says."""
    try:
        if form.is_record:
            author = Author(source=Result.Source.DIRECTOR, user=request.user)
            return record_deal(
                play_id=play.pk,
                record=form.deal_record(),
                author=author,
                reason=form.cleaned_data["reason"],
            )
        return correct_result(
            play_id=play.pk,
            slip=form.slip(),
            reason=form.cleaned_data["reason"],
            actor=request.user,
        )
    except Refused as refusal:
        form.add_refusal(refusal)
        return None


@require_POST
@directed
def preview(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """What the form would score, before it is saved."""
    found = play_or_404(tournament, play_id)
    form = CorrectionForm(request.POST, play=found)
    context = {"preview": preview_of(found, form), "play": found}
    return render(request, "tournaments/manage/play_preview.html", context)


def preview_of(play: Play, form: CorrectionForm) -> dict[str, Any]:
    """The outcome, or the first thing that is wrong, or nothing while the form is incomplete."""
    form.is_valid()
    wrong = [
        error
        for name, errors in form.errors.items()
        if name != "reason" and request_has(form, name)
        for error in errors
    ]
    if wrong:
        return {"problem": wrong[0]}
    if any(name != "reason" for name in form.errors):
        return {}
    try:
        entry = (
            entry_of_record(play, form.deal_record())
            if form.is_record
            else entry_of(play, form.slip())
        )
    except Refused as refusal:
        return {"problem": str(refusal)}
    return {"entry": entry, "outcome": entry.outcome, "score": entry.score}


def request_has(form: CorrectionForm, name: str) -> bool:
    """Whether something was filled in there; what is still empty is not wrong yet."""
    return bool(form.data.get(name))
