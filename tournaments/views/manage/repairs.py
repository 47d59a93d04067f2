"""Repair a table: exchange its sides, or the results of two of its boards."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.plays import USUAL_REASONS
from tournaments.forms.repairs import BoardsForm, SidesForm
from tournaments.models import Play, Sitting, Tournament
from tournaments.services.repairs import exchange_results, exchange_sides
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.pages import show


@directed
def repair(request: Request, tournament: Tournament, sitting_id: int) -> HttpResponse:
    """Both repairs of one table in one round."""
    sitting = get_object_or_404(
        Sitting.objects.select_related("round", "table"),
        pk=sitting_id,
        round__tournament=tournament,
    )
    rows = Play.objects.filter(sitting=sitting).select_related("board", "current")
    plays = list(rows.order_by("order"))
    what = request.POST.get("do")
    sides = SidesForm(request.POST if what == "sides" else None)
    boards = BoardsForm(request.POST if what == "boards" else None, plays=plays)
    if what == "sides" and sides.hand_to(exchange_sides, sitting=sitting, actor=request.user):
        return repaired(request, tournament, sitting, _("The two pairs have changed sides."))
    if what == "boards" and boards.hand_to(exchange_results, actor=request.user):
        return repaired(request, tournament, sitting, _("The results are exchanged."))
    return show(
        request,
        tournament,
        "repair",
        part="console",
        sitting=sitting,
        seats={seat.side: seat.team for seat in sitting.seats.select_related("team")},
        plays=plays,
        sides_form=sides,
        boards_form=boards,
        reasons=USUAL_REASONS,
    )


def repaired(request: Request, tournament: Tournament, sitting: Sitting, done: str) -> HttpResponse:
    messages.success(request, done)
    console = reverse("manage_tournament", args=[tournament.code])
    return redirect(f"{console}?round={sitting.round.number}&table={sitting.table.number}")
