from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.changes.options import Alternative
from tournaments.changes.questions import preview_or_error
from tournaments.changes.selectors.changes import change_lines
from tournaments.changes.services.changes import undo_change
from tournaments.errors import RuleViolationError
from tournaments.events.log_texts import sentence
from tournaments.models import Change, Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import show


@director_page
def changes(request: Request, tournament: Tournament) -> HttpResponse:
    lines = change_lines(tournament)
    newest = next((line for line in lines if line.can_undo), None)
    return show(request, tournament, "changes/changes", part="log", lines=lines, newest=newest)


@director_page
def undo(request: Request, tournament: Tournament, change_id: int) -> HttpResponse:
    change = get_object_or_404(Change, pk=change_id, tournament=tournament)
    if request.method == "POST":
        return undo_and_return(request, tournament, change)
    preview, problem = preview_or_error(
        tournament, lambda: undo_change(change=change, actor=request.user)
    )
    changes_page = reverse("manage_changes", args=[tournament.code])
    # There is no alternative answer here, only a link to the list.
    ways = [Alternative(_("To the changes"), changes_page)] if problem else []
    line = next(line for line in change_lines(tournament) if line.change.pk == change.pk)
    return show(
        request, tournament, "changes/undo", part="log", line=line, found=preview, problem=problem,
        is_asked=False, title=_("Undo this?"), said=undo_text(change), ways=ways,
        back=changes_page,
    )  # fmt: skip


def undo_text(change: Change) -> str:
    return sentence("change_undone", {**change.details, "undone": change.action})


@require_POST
def undo_and_return(request: Request, tournament: Tournament, change: Change) -> HttpResponse:
    try:
        undo_change(change=change, actor=request.user)
        messages.success(request, _("Undone. Everything is as it was before."))
    except RuleViolationError as refusal:
        messages.error(request, str(refusal))
    return redirect("manage_changes", tournament.code)
