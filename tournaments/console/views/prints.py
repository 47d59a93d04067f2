from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.belot import Variant, seats_of
from games.charts.letters import FONT_FOLDER
from games.charts.system_fonts import replace_unprintable
from games.rulebook import changed_switches, rules_name, worth_lines
from games.slips.bids import bid_choices
from games.wording.contras import factors_text
from jobs.pdf import has_pdf, write_pdf
from jobs.sandbox import SandboxLimitError
from tournaments.board_prep.texts import place_name
from tournaments.clubs.services import set_wifi
from tournaments.console.forms import WifiForm
from tournaments.console.selectors.prints import (
    deal_sheets,
    guides,
    hand_records,
    is_all_over,
    play_counts,
    seat_sheets,
    slips,
    standing_lists,
    still_waiting,
    table_cards,
)
from tournaments.console.services.prints import (
    log_deals_printed,
    log_hands_printed,
    log_packets_printed,
)
from tournaments.console.views.table_codes import format_table_code, table_url
from tournaments.draws.selectors.instructions import instructions_of
from tournaments.draws.selectors.proposals import game_words, movement_name
from tournaments.draws.selectors.seatings import seatings
from tournaments.entries.selectors.attendance import undrawable_texts
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import number_in, show
from tournaments.organiser.qr_codes import (
    absolute_url,
    choose_address,
    chosen_address,
    is_loopback_request,
    public_url,
    qr_svg,
    wifi_text,
)
from tournaments.organiser.urls import lan_addresses
from tournaments.results.texts import card_points


@director_page
def index(request: Request, tournament: Tournament) -> HttpResponse:
    if tournament.state == Tournament.State.ENTRY:
        return redirect("manage_draw", tournament.code)
    club = tournament.club
    form = WifiForm(initial={"name": club.wifi_name, "password": club.wifi_password})
    if request.method == "POST":
        if "address" in request.POST:
            choose_address(request, request.POST["address"])
            return redirect("manage_print", tournament.code)
        form = WifiForm(request.POST)
        if form.submit_to(set_wifi, club=club) is not None:
            messages.success(request, _("The table cards will show it."))
            return redirect("manage_print", tournament.code)
    counts = play_counts(tournament)
    return show(
        request,
        tournament,
        "console/print",
        part="print",
        counts=counts,
        rounds=range(1, counts["rounds"] + 1),
        all_over=is_all_over(tournament),
        form=form,
        address=absolute_url(request, "/"),
        chosen=chosen_address(request),
        own_addresses=lan_addresses() if is_loopback_request(request) else [],
        must_choose=is_loopback_request(request),
        pdfs=PDF_NAMES if has_pdf() else {},
        undrawable=undrawable_texts(tournament),
    )


@director_page
def sheets(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    return HttpResponse(sheet_html(request, tournament, kind))


@director_page
def sheets_pdf(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    if kind not in PDF_KINDS:
        raise Http404
    html = sheet_html(request, tournament, kind)
    if not has_pdf():
        messages.error(request, _("This server writes no PDF. Print the page into a file instead."))
        return redirect("manage_print", tournament.code)
    folders = [settings.STATIC_ROOT, *settings.STATICFILES_DIRS, settings.STATIC_MADE, FONT_FOLDER]
    try:
        pdf = write_pdf(replace_unprintable(html), static_url=settings.STATIC_URL, folders=folders)
    except SandboxLimitError:
        messages.error(request, _("The PDF could not be made. Ask for fewer sheets at a time."))
        return redirect("manage_print", tournament.code)
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}-{kind}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


def sheet_html(request: Request, tournament: Tournament, kind: str) -> str:
    maker = CONTEXT_BUILDERS.get(kind)
    if maker is None or tournament.state == Tournament.State.ENTRY:
        raise Http404
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "movement": movement_name(tournament),
        "back": reverse("manage_print", args=[tournament.code]),
        "short_address": without_scheme(public_url(request, tournament.get_absolute_url())),
        **maker(request, tournament),
    }
    return render_to_string(f"tournaments/console/print/{kind}.html", context, request)


def tables_context(request: Request, tournament: Tournament) -> dict[str, object]:
    cards = []
    for table in table_cards(tournament):
        address = table_url(request, table)
        cards.append({"table": table, "qr": qr_svg(address), "code": format_table_code(table.code)})
    club = tournament.club
    wifi = wifi_text(club.wifi_name, club.wifi_password) if club.wifi_name else ""
    return {
        "cards": cards,
        "wifi_qr": qr_svg(wifi) if wifi else "",
        "type_at": without_scheme(absolute_url(request, reverse("table_code"))),
        "instructions": instructions_of(tournament),
    }


def slips_context(request: Request, tournament: Tournament) -> dict[str, object]:
    variant = tournament.variant
    contracts = variant.contracts.split()
    return {
        "slips": slips(tournament, number_in(request.GET.get("round"))),
        "contracts": contracts,
        "contras": range(1, variant.contra_levels + 1),
        "totals": trick_totals_text(variant),
        "factors": factors_text(variant),
        "in_tricks": variant.declarations == "trick",
        "bids": printed_bids(variant),
        "only_belotes": variant.declarations == "none",
        "belotes_apart": variant.counts_belotes_apart,
        "seats": seats_of(variant),
        "sides": ("NS", "EW"),
        "rules": rules_name(variant.preset),
        "house_rules": changed_switches(variant),
        "game": game_words(tournament),
        "games": range(1, (tournament.game.best_of or 0) + 1) if tournament.game.is_match else (),
        "deals": range(1, (tournament.game.deals or RACE_SHEET_LINES) + 1),
    }


def printed_bids(variant: Variant) -> list[tuple[str, str]]:
    choices = bid_choices(variant)
    return choices if len(choices) <= MAX_BID_CIRCLES else [("", "\u00a0" * 12)]


MAX_BID_CIRCLES = 10
RACE_SHEET_LINES = 16


def trick_totals_text(variant: Variant) -> str:
    contracts = variant.contracts.split()
    is_doubled = variant.no_trumps_factor > 1
    parts = [_("trumps %d") % card_points(variant, "H")]
    if "NT" in contracts:
        words = _("no trumps %d (before doubling)") if is_doubled else _("no trumps %d")
        parts.append(words % card_points(variant, "NT"))
    if "AT" in contracts:
        parts.append(_("all trumps %d") % card_points(variant, "AT"))
    return _("Tricks in all: %s") % ", ".join(parts)


def guides_context(request: Request, tournament: Tournament) -> dict[str, object]:
    cards = []
    for guide in guides(tournament):
        address = team_url(request, tournament, guide.team.number)
        cards.append({"guide": guide, "qr": qr_svg(address), "address": without_scheme(address)})
    return {
        "cards": cards,
        "rounds": tournament.rounds.count(),
        "game": game_words(tournament),
        "instructions": instructions_of(tournament),
        "worth": worth_lines(tournament.variant),
    }


def seatings_context(request: Request, tournament: Tournament) -> dict[str, object]:
    return {"rounds": seatings(tournament, number_in(request.GET.get("round")))}


def standings_context(request: Request, tournament: Tournament) -> dict[str, object]:
    return {"lists": standing_lists(tournament)}


def deals_context(request: Request, tournament: Tournament) -> dict[str, object]:
    """Cards of every board, for making up boards; POST only, logged."""
    if request.method != "POST":
        raise Http404
    log_deals_printed(tournament=tournament, actor=request.user)
    deals = deal_sheets(tournament)
    return {
        "deals": [
            (number, dealer, [(place_name(each.place), each) for each in packets])
            for number, dealer, packets in deals
        ]
    }


def packets_context(request: Request, tournament: Tournament) -> dict[str, object]:
    """Cards of every board by seat, for sorting one pack; POST only, logged."""
    if request.method != "POST":
        raise Http404
    log_packets_printed(tournament=tournament, actor=request.user)
    return {"sheets": [(place_name(each.place), each) for each in seat_sheets(tournament)]}


def hands_context(request: Request, tournament: Tournament) -> dict[str, object]:
    """Hand records of finished boards; by POST of all boards, which is logged."""
    every_board = request.method == "POST"
    if every_board and not is_all_over(tournament):
        log_hands_printed(tournament=tournament, actor=request.user)
    records = hand_records(tournament, every_board=every_board)
    return {"records": records, "waiting": still_waiting(records, tournament)}


def team_url(request: Request, tournament: Tournament, number: int | None) -> str:
    path = reverse("tournament_team", args=[tournament.code, number])
    return public_url(request, path)


def without_scheme(address: str) -> str:
    return address.split("://", 1)[-1]


PDF_KINDS: Final = frozenset({"slips", "guides", "seatings", "standings"})
PDF_NAMES: Final = {
    "guides": gettext_lazy("Guide cards"),
    "seatings": gettext_lazy("Seating plan"),
    "standings": gettext_lazy("Standings"),
}
CONTEXT_BUILDERS: dict[str, Callable[[Request, Tournament], dict[str, Any]]] = {
    "tables": tables_context,
    "slips": slips_context,
    "guides": guides_context,
    "seatings": seatings_context,
    "standings": standings_context,
    "deals": deals_context,
    "packets": packets_context,
    "hands": hands_context,
}
