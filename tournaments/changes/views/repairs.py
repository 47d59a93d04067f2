"""Repair a table: what happened is chosen in the director's words, then looked at, then done."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.changes.catalogue.repairs import REPAIRS
from tournaments.changes.questions import ask_for
from tournaments.models import Sitting, Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import show


def sitting_or_404(tournament: Tournament, sitting_id: int) -> Sitting:
    rows = Sitting.objects.filter(round__tournament=tournament).select_related("round", "table")
    return get_object_or_404(rows.select_related("round__tournament"), pk=sitting_id)


@director_page
def repair(request: Request, tournament: Tournament, sitting_id: int) -> HttpResponse:
    """What happened at this table?"""
    sitting = sitting_or_404(tournament, sitting_id)
    return show(
        request,
        tournament,
        "changes/repair",
        part="console",
        sitting=sitting,
        seats=sorted(sitting.seats.select_related("team"), key=lambda seat: seat.side != "NS"),
        repairs=[row for row in REPAIRS.values() if row.fits(sitting)],
        back=console_of(sitting),
    )


@director_page
def repair_what(
    request: Request, tournament: Tournament, sitting_id: int, what: str
) -> HttpResponse:
    """One kind of repair: its question, what it would do, and the button that does it."""
    if what not in REPAIRS:
        raise Http404
    sitting = sitting_or_404(tournament, sitting_id)
    frame = {"back": console_of(sitting), "where": where(sitting)}
    return ask_for(request, tournament, REPAIRS[what], sitting, **frame)


def where(sitting: Sitting) -> str:
    """The table and round of a repair, for its heading."""
    return _("Table %(table)d, round %(round)d") % {
        "table": sitting.table.number,
        "round": sitting.round.number,
    }


def console_of(sitting: Sitting) -> str:
    """The console with this table open."""
    console = reverse("manage_tournament", args=[sitting.round.tournament.code])
    return f"{console}?round={sitting.round.number}&table={sitting.table.number}"
