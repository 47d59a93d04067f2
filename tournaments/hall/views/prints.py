"""Everything that goes on paper."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.belot import variant_from_json
from games.rulebook import changed_switches, rules_name
from tournaments.board_work import ask_for_analysis
from tournaments.facts import log
from tournaments.forms.plays import card_points
from tournaments.models import Tournament
from tournaments.selectors.draws import game_words, movement_name
from tournaments.selectors.instructions import instructions_of
from tournaments.selectors.prints import (
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
from tournaments.selectors.seatings import seatings
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.codes import absolute, qr_svg, table_address
from tournaments.views.manage.console import number_in
from tournaments.views.manage.pages import show


@directed
def index(request: Request, tournament: Tournament) -> HttpResponse:
    """What can be printed, and what to write on it."""
    if tournament.state == Tournament.State.ENTRY:
        return redirect("manage_draw", tournament.code)
    counts = play_counts(tournament)
    return show(
        request,
        tournament,
        "print",
        part="print",
        counts=counts,
        rounds=range(1, counts["rounds"] + 1),
        all_over=all_over(tournament),
        wifi=request.GET.get("wifi", "")[:60],
        address=absolute(request, "/"),
    )


@directed
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
    return render(request, f"tournaments/print/{kind}.html", context)


def tables_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    cards = []
    for table in table_cards(tournament):
        address = table_address(request, table)
        cards.append({"table": table, "qr": qr_svg(address), "address": short(address)})
    wifi = request.GET.get("wifi", "")[:60]
    return {"cards": cards, "wifi": wifi, "instructions": instructions_of(tournament)}


def slips_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    variant = variant_from_json(tournament.variant)
    contracts = variant.contracts.split()
    return {
        "slips": slips(tournament, number_in(request.GET.get("round"))),
        "contracts": contracts,
        "contras": range(1, variant.contra_levels + 1),
        "totals": totals_in_words(contracts),
        "seats": ("N", "W", "S", "E"),
        "sides": ("NS", "EW"),
        "rules": rules_name(tournament.variant),
        "house_rules": changed_switches(tournament.variant),
        "game": game_words(tournament),
        "deals": range(1, int(tournament.game.get("deals", MOST_DEALS)) + 1),
    }


MOST_DEALS = 16
"""The lines of a game sheet for a race to a number of points."""


def totals_in_words(contracts: list[str]) -> str:
    """What the tricks are worth in all, at the foot of a slip."""
    parts = [_("trumps %d") % card_points("H")]
    if "NT" in contracts:
        parts.append(_("no trumps %d (before doubling)") % card_points("NT"))
    if "AT" in contracts:
        parts.append(_("all trumps %d") % card_points("AT"))
    return _("Tricks in all: %s") % ", ".join(parts)


def guides_context(request: Request, tournament: Tournament) -> dict[str, Any]:
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


def seatings_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    return {"rounds": seatings(tournament, number_in(request.GET.get("round")))}


def standings_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    return {"lists": standing_lists(tournament)}


def deals_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    """The cards of every board, for whoever makes them up; that somebody saw them is logged."""
    if request.method != "POST":
        raise Http404
    log(tournament.pk, "deals_printed", user=request.user)
    return {"deals": deal_sheets(tournament)}


def hands_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Hand records of the boards that are over; when asked by POST of all, which is logged."""
    every_board = request.method == "POST"
    if every_board and not all_over(tournament):
        log(tournament.pk, "hands_printed", user=request.user)
        ask_for_analysis(tournament, every_board=True)
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
