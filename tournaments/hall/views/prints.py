"""Everything that goes on paper."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.rulebook import changed_switches, rules_name
from tournaments.desk.access import Request, director_page
from tournaments.desk.pages import number_in, show
from tournaments.draws.selectors.instructions import instructions_of
from tournaments.draws.selectors.proposals import game_words, movement_name
from tournaments.draws.selectors.seatings import seatings
from tournaments.hall.selectors.prints import (
    all_over,
    deal_sheets,
    guides,
    hand_records,
    play_counts,
    slips,
    standing_lists,
    still_waiting,
    table_cards,
)
from tournaments.hall.services.prints import deals_printed, hands_printed
from tournaments.hall.views.codes import absolute, qr_svg, table_address
from tournaments.models import Tournament
from tournaments.results.words import card_points


@director_page
def index(request: Request, tournament: Tournament) -> HttpResponse:
    """The list of what can be printed, with the choices for it."""
    if tournament.state == Tournament.State.ENTRY:
        return redirect("manage_draw", tournament.code)
    counts = play_counts(tournament)
    return show(
        request,
        tournament,
        "hall/print",
        part="print",
        counts=counts,
        rounds=range(1, counts["rounds"] + 1),
        all_over=all_over(tournament),
        wifi=request.GET.get("wifi", "")[:60],
        address=absolute(request, "/"),
    )


@director_page
def sheets(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """One kind of sheets, ready for the printer."""
    maker = MAKERS.get(kind)
    if maker is None or tournament.state == Tournament.State.ENTRY:
        raise Http404
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "movement": movement_name(tournament),
        "back": reverse("manage_print", args=[tournament.code]),
        "short_address": short(absolute(request, tournament.get_absolute_url())),
        **maker(request, tournament),
    }
    return render(request, f"tournaments/hall/print/{kind}.html", context)


def tables_context(request: Request, tournament: Tournament) -> dict[str, object]:
    cards = []
    for table in table_cards(tournament):
        address = table_address(request, table)
        cards.append({"table": table, "qr": qr_svg(address), "address": short(address)})
    wifi = request.GET.get("wifi", "")[:60]
    return {"cards": cards, "wifi": wifi, "instructions": instructions_of(tournament)}


def slips_context(request: Request, tournament: Tournament) -> dict[str, object]:
    variant = tournament.variant
    contracts = variant.contracts.split()
    return {
        "slips": slips(tournament, number_in(request.GET.get("round"))),
        "contracts": contracts,
        "contras": range(1, variant.contra_levels + 1),
        "totals": totals_in_words(contracts),
        "seats": ("N", "W", "S", "E"),
        "sides": ("NS", "EW"),
        "rules": rules_name(variant.preset),
        "house_rules": changed_switches(variant),
        "game": game_words(tournament),
        "deals": range(1, (tournament.game.deals or MOST_DEALS) + 1),
    }


MOST_DEALS = 16
"""The lines of a game sheet for a race to a number of points."""


def totals_in_words(contracts: list[str]) -> str:
    """The points of all tricks, for the foot of a slip."""
    parts = [_("trumps %d") % card_points("H")]
    if "NT" in contracts:
        parts.append(_("no trumps %d (before doubling)") % card_points("NT"))
    if "AT" in contracts:
        parts.append(_("all trumps %d") % card_points("AT"))
    return _("Tricks in all: %s") % ", ".join(parts)


def guides_context(request: Request, tournament: Tournament) -> dict[str, object]:
    cards = []
    for guide in guides(tournament):
        address = team_address(request, tournament, guide.team.number)
        cards.append({"guide": guide, "qr": qr_svg(address), "address": short(address)})
    return {
        "cards": cards,
        "rounds": tournament.rounds.count(),
        "game": game_words(tournament),
        "instructions": instructions_of(tournament),
    }


def seatings_context(request: Request, tournament: Tournament) -> dict[str, object]:
    return {"rounds": seatings(tournament, number_in(request.GET.get("round")))}


def standings_context(request: Request, tournament: Tournament) -> dict[str, object]:
    return {"lists": standing_lists(tournament)}


def deals_context(request: Request, tournament: Tournament) -> dict[str, object]:
    """The cards of every board, for whoever makes them up; that somebody saw them is logged."""
    if request.method != "POST":
        raise Http404
    deals_printed(tournament=tournament, actor=request.user)
    return {"deals": deal_sheets(tournament)}


def hands_context(request: Request, tournament: Tournament) -> dict[str, object]:
    """Hand records of the boards that are over; when asked by POST of all, which is logged."""
    every_board = request.method == "POST"
    if every_board and not all_over(tournament):
        hands_printed(tournament=tournament, actor=request.user)
    records = hand_records(tournament, every_board=every_board)
    return {"records": records, "waiting": still_waiting(records, tournament)}


def team_address(request: Request, tournament: Tournament, number: int | None) -> str:
    """The page of a pair."""
    return absolute(request, reverse("tournament_team", args=[tournament.code, number]))


def short(address: str) -> str:
    """An address as one would type it."""
    return address.split("://", 1)[-1]


MAKERS: dict[str, Callable[[Request, Tournament], dict[str, Any]]] = {
    "tables": tables_context,
    "slips": slips_context,
    "guides": guides_context,
    "seatings": seatings_context,
    "standings": standings_context,
    "deals": deals_context,
    "hands": hands_context,
}
