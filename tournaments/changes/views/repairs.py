"""Repair a table: choose what happened, preview the effect, confirm."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.changes.catalogue.repairs import REPAIR_CHANGES
from tournaments.changes.questions import change_page_for
from tournaments.models import Sitting, Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import show


def sitting_or_404(tournament: Tournament, sitting_id: int) -> Sitting:
    rows = Sitting.objects.filter(round__tournament=tournament).select_related("round", "table")
    return get_object_or_404(rows.select_related("round__tournament"), pk=sitting_id)


@director_page
def repair(request: Request, tournament: Tournament, sitting_id: int) -> HttpResponse:
    sitting = sitting_or_404(tournament, sitting_id)
    return show(
        request,
        tournament,
        "changes/repair",
        part="console",
        sitting=sitting,
        seats=sorted(sitting.seats.select_related("team"), key=lambda seat: seat.side != "NS"),
        repairs=[row for row in REPAIR_CHANGES.values() if row.fits(sitting)],
        back=console_url(sitting),
    )


@director_page
def repair_detail(
    request: Request, tournament: Tournament, sitting_id: int, what: str
) -> HttpResponse:
    if what not in REPAIR_CHANGES:
        raise Http404
    sitting = sitting_or_404(tournament, sitting_id)
    frame = {"back": console_url(sitting), "where": sitting_label(sitting)}
    return change_page_for(request, tournament, REPAIR_CHANGES[what], sitting, **frame)


def sitting_label(sitting: Sitting) -> str:
    return _("Table %(table)d, round %(round)d") % {
        "table": sitting.table.number,
        "round": sitting.round.number,
    }


def console_url(sitting: Sitting) -> str:
    console = reverse("manage_tournament", args=[sitting.round.tournament.code])
    return f"{console}?round={sitting.round.number}&table={sitting.table.number}"
