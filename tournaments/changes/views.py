"""What was changed on the day, and how it is undone."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.changes.asking import look_ahead
from tournaments.changes.selectors.changes import change_lines
from tournaments.changes.services.changes import undo_change
from tournaments.desk.access import Request, director_page
from tournaments.desk.pages import show
from tournaments.errors import Refused
from tournaments.models import Change, Tournament


@director_page
def changes(request: Request, tournament: Tournament) -> HttpResponse:
    """Every change, the newest first; what nothing has touched since can be undone."""
    return show(request, tournament, "changes/changes", part="log", lines=change_lines(tournament))


@director_page
def undo(request: Request, tournament: Tournament, change_id: int) -> HttpResponse:
    """The effect of undoing a change, and the button to do it."""
    change = get_object_or_404(Change, pk=change_id, tournament=tournament)
    if request.method == "POST":
        return undo_and_return(request, tournament, change)
    found, problem = look_ahead(tournament, lambda: undo_change(change=change, actor=request.user))
    line = next(line for line in change_lines(tournament) if line.change.pk == change.pk)
    return show(
        request, tournament, "changes/undo", part="log", line=line, found=found, problem=problem,
        is_asked=True, back=redirect("manage_changes", tournament.code).url,
    )  # fmt: skip


@require_POST
def undo_and_return(request: Request, tournament: Tournament, change: Change) -> HttpResponse:
    try:
        undo_change(change=change, actor=request.user)
        messages.success(request, _("Undone. Everything is as it was before."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("manage_changes", tournament.code)
