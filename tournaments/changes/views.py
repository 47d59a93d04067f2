"""What was changed on the day, and how it is undone."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.models import Change, Tournament
from tournaments.selectors.changes import change_lines
from tournaments.services.changes import undo_change
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.asking import looked
from tournaments.views.manage.pages import show


@directed
def changes(request: Request, tournament: Tournament) -> HttpResponse:
    """Every change, the newest first; what nothing has touched since can be undone."""
    return show(request, tournament, "changes", part="log", lines=change_lines(tournament))


@directed
def undo(request: Request, tournament: Tournament, change_id: int) -> HttpResponse:
    """What undoing would do, and the button."""
    change = get_object_or_404(Change, pk=change_id, tournament=tournament)
    if request.method == "POST":
        return undone(request, tournament, change)
    found, problem = looked(tournament, lambda: undo_change(change=change, actor=request.user))
    line = next(line for line in change_lines(tournament) if line.change.pk == change.pk)
    return show(
        request, tournament, "undo", part="log", line=line, found=found, problem=problem,
        is_asked=True, back=redirect("manage_changes", tournament.code).url,
    )  # fmt: skip


@require_POST
def undone(request: Request, tournament: Tournament, change: Change) -> HttpResponse:
    try:
        undo_change(change=change, actor=request.user)
        messages.success(request, _("Undone. Everything is as it was before."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("manage_changes", tournament.code)
