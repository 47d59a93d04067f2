from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.services.helpers import open_links
from tournaments.board_prep.selectors import BoardState, Packet, board_states, card_counts, card_pad
from tournaments.board_prep.services import (
    check_hand,
    create_dealing_links,
    reset_wrong_checks,
    show_packet,
)
from tournaments.board_prep.texts import parts_of, place_name, verdict_words
from tournaments.errors import RuleViolationError
from tournaments.models import HandCheck, HelperLink, Tournament
from tournaments.organiser.access import Request, director_page, page_for, run_with_message
from tournaments.organiser.pages import show
from tournaments.organiser.qr_codes import absolute_url, qr_svg

deal_page = page_for("tournaments.deal")


@never_cache
@deal_page
def boards_by_hand(request: Request, tournament: Tournament) -> HttpResponse:
    """Check states of all boards; for directors also the links of the seats."""
    states = board_states(tournament)
    return show(
        request,
        tournament,
        "board_prep/dealing",
        part=active_tab(request),
        states=[(state, place_rows(state)) for state in states],
        right=sum(state.is_right for state in states),
        places=[(place, place_name(place)) for place in card_counts(tournament)],
        own=own_place(request),
        own_name=place_name(own_place(request)) if own_place(request) else "",
        links=link_rows(request, tournament),
    )


def active_tab(request: Request) -> str:
    return "dealing" if getattr(request, "helper", None) else "print"


def place_rows(state: BoardState) -> list[dict[str, object]]:
    return [{"state": each, "name": place_name(each.place)} for each in state.places]


def own_place(request: Request) -> str:
    helper = getattr(request, "helper", None)
    return helper.link.place if helper else ""


def link_rows(request: Request, tournament: Tournament) -> list[dict[str, object]]:
    """Open links, for directors; the address is only shown to the link's creator."""
    if getattr(request, "helper", None):
        return []
    rows = []
    for link in open_links(tournament):
        if link.kind == HelperLink.Kind.DEAL:
            own = link.made_by_id == request.user.pk and link.claimed_at is None
            address = absolute_url(request, reverse("helper", args=[link.code])) if own else ""
            face = {
                "link": link,
                "name": place_name(link.place),
                "address": address.split("://")[-1],
            }
            rows.append({**face, "qr": qr_svg(address) if own else ""})
    return rows[::-1]


@require_POST
@director_page
def links(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        lambda: create_dealing_links(tournament=tournament, actor=request.user),
        _("The links have been created. Each opens on one phone only, the first."),
    )
    return redirect("manage_dealing", tournament.code)


@never_cache
@deal_page
def packet(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """One board; its cards are only shown by POST."""
    states = board_states(tournament)
    state = state_of(states, number)
    place = own_place(request) or posted_place(request, state)
    shown: Packet | None = None
    if request.method == "POST" and place:
        shown = show_packet(tournament=tournament, number=number, place=place, actor=request.user)
    numbers = [each.number for each in states]
    at = numbers.index(number)
    return show(
        request,
        tournament,
        "board_prep/packet",
        part=active_tab(request),
        state=state,
        faces=place_rows(state),
        place=place,
        place_name=place_name(place) if place else "",
        packet=shown,
        parts=parts_of(shown) if shown else [],
        next=numbers[at + 1] if at + 1 < len(numbers) else None,
    )


def state_of(states: Sequence[BoardState], number: int) -> BoardState:
    state = next((each for each in states if each.number == number), None)
    if state is None:
        raise Http404
    return state


def posted_place(request: HttpRequest, state: BoardState) -> str:
    place = request.POST.get("place", "")
    return place if place in {each.place for each in state.places} else ""


@never_cache
@deal_page
def check(request: Request, tournament: Tournament, number: int, place: str) -> HttpResponse:
    state = state_of(board_states(tournament), number)
    if place not in {each.place for each in state.places}:
        raise Http404
    size, tapped, problem = card_counts(tournament)[place], tapped_cards(request), ""
    if request.method == "POST":
        is_right, words = check_result(request, tournament, number, place)
        if is_right:
            messages.success(request, said_right(number, place, words))
            return redirect("manage_dealing_packet", tournament.code, number)
        problem, state = words, state_of(board_states(tournament), number)
    return show(
        request,
        tournament,
        "board_prep/check",
        part=active_tab(request),
        status=422 if problem else 200,
        number=number,
        place=place,
        place_name=place_name(place),
        size=size,
        in_order=place == HandCheck.STOCK and tournament.variant.auction == "turn_up",
        pad=card_pad(tournament),
        tapped=tapped,
        problem=problem,
        state=state.at(place),
    )


def check_result(
    request: Request, tournament: Tournament, number: int, place: str
) -> tuple[bool, str]:
    try:
        verdict = check_hand(
            tournament=tournament,
            number=number,
            place=place,
            cards=tapped_cards(request),
            actor=request.user,
        )
    except RuleViolationError as refused:
        return False, str(refused)
    return verdict.is_right, verdict_words(verdict, card_counts(tournament)[place])


def said_right(number: int, place: str, words: str) -> str:
    return _("Board %(number)d, %(place)s. %(words)s") % {
        "number": number, "place": place_name(place), "words": words,
    }  # fmt: skip


def tapped_cards(request: HttpRequest) -> list[str]:
    """Selected cards in tapping order as far as known."""
    chosen = request.POST.getlist("card")
    order = [card for card in request.POST.get("order", "").split() if card in chosen]
    return [*order, *(card for card in chosen if card not in order)]


@require_POST
@director_page
def reset_checks(request: Request, tournament: Tournament, number: int, place: str) -> HttpResponse:
    run_with_message(
        request,
        lambda: reset_wrong_checks(
            tournament=tournament, number=number, place=place, actor=request.user
        ),
        _("It may be checked again."),
    )
    return redirect("manage_dealing", tournament.code)
