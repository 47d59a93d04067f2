from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.cash.selectors.accounts import ledger_of
from tournaments.cash.selectors.desk import desk_of
from tournaments.cash.selectors.prizes import prizes_of
from tournaments.cash.texts import line_text
from tournaments.cash.views.desk import money_page
from tournaments.models import Tournament
from tournaments.organiser.access import Request
from tournaments.organiser.pages import show


@money_page
def index(request: Request, tournament: Tournament) -> HttpResponse:
    return show(request, tournament, "cash/print", part="cash", desk=desk_of(tournament))


@money_page
def sheets(request: Request, tournament: Tournament, sheet: str) -> HttpResponse:
    maker = SHEETS.get(sheet)
    desk = desk_of(tournament)
    if maker is None or (desk.plan is None and sheet != "entries"):
        raise Http404
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "desk": desk,
        "currency": desk.currency,
        "back": reverse("manage_entry", args=[tournament.code]),
        **maker(tournament),
    }
    return render(request, f"tournaments/cash/print_{sheet}.html", context)


def entries_context(tournament: Tournament) -> dict[str, object]:
    return {}


def report_context(tournament: Tournament) -> dict[str, object]:
    shown = ledger_of(tournament)
    closings = [each.line for each in shown if each.line.kind == "closed"]
    return {
        "lines": [(each, line_text(each.line)) for each in shown],
        "closing": closings[-1] if closings else None,
    }


def prizes_context(tournament: Tournament) -> dict[str, object]:
    return {"prizes": prizes_of(tournament)}


SHEETS: Final[Mapping[str, Callable[[Tournament], dict[str, object]]]] = {
    "entries": entries_context,
    "report": report_context,
    "prizes": prizes_context,
}
