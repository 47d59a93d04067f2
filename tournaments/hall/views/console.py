"""The director's console: every table at a glance, one of them open, the clock, the log."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.clubs.names import search_key
from tournaments.desk.access import Request, attempt, director_page
from tournaments.desk.pages import number_in, show, tabs_of, way_back
from tournaments.facts.log import log_lines, log_rows
from tournaments.facts.present import present_clock
from tournaments.hall.selectors.console import STATES, Card, console_of, seats_in_words, version_of
from tournaments.hall.services.calls import answer_call, settle_call
from tournaments.hall.services.clock import (
    add_minutes,
    pause_round,
    resume_round,
    start_round,
    take_start_back,
)
from tournaments.hall.views.codes import qr_svg, table_address
from tournaments.models import DirectorCall, Round, Tournament
from tournaments.results.selectors.card_refusals import refused_plays
from tournaments.results.services.table_cards import MOST_REFUSALS
from tournaments.rulings.selectors.doubts import count_worth_a_look

LOG_LINES = 12


def console(request: Request, tournament: Tournament) -> HttpResponse:
    """The whole page; its parts renew themselves from ``live``."""
    return show(
        request, tournament, "hall/console", part="console", **parts_of(request, tournament)
    )


@director_page
def live(request: Request, tournament: Tournament) -> HttpResponse:
    """The parts of the console that change; nothing is sent while nothing has changed."""
    etag = quote_etag(
        f"{version_of(tournament)}-{tournament.state}-{get_language()}-{request.META['QUERY_STRING']}"
    )
    fresh = get_conditional_response(request, etag=etag)
    if fresh is not None:
        return fresh
    parts = parts_of(request, tournament)
    context = {"tournament": tournament, "tabs": tabs_of(tournament, "console"), **parts}
    response = render(request, "tournaments/hall/console_live.html", context)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def parts_of(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The console's values: round, table, filter, search, and the cards they leave."""
    asked = {name: number_in(request.GET.get(name)) for name in ("round", "table")}
    room = console_of(tournament, asked["round"])
    if room is None:
        return {"room": None}
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    wanted = request.GET.get("q", "")[:60]
    card = room.card(asked["table"])
    return {
        "room": room,
        "card": card,
        "seats": seats_in_words(card, room.current.number) if card else [],
        "address": table_address(request, card.table) if card else "",
        "qr": qr_svg(table_address(request, card.table)) if card else "",
        "cards": [(each, is_shown(each, state, wanted)) for each in room.cards],
        "state": state,
        "wanted": wanted,
        "filters": [(each, room.counts[each]) for each in STATES if room.counts[each]],
        "problem": room.next_problem(asked["table"]),
        "against_cards": refused_plays(tournament),
        "most_refusals": MOST_REFUSALS,
        "doubtful": count_worth_a_look(tournament),
        "clock": clock_of(room.rounds, room.open_number),
        "round_query": f"&round={asked['round']}" if asked["round"] else "",
        "log": log_lines(log_rows(tournament)[:LOG_LINES]),
        "State": Tournament.State,
    }


def is_shown(card: Card, state: str, wanted: str) -> bool:
    """Whether a table passes the filter and the search."""
    if state and card.state != state:
        return False
    return all(word in card.words for word in search_key(wanted).split())


def clock_of(rounds: list[Round], open_number: int) -> dict[str, object]:
    """The running round: how far it is, and its clock."""
    begun = [row for row in rounds if row.started_at is not None]
    if not begun:
        return {"round": None, "total": len(rounds), "done": 0, "part": 0.0}
    row = begun[-1]
    left = row.paused_seconds
    now = timezone.now()
    if left is None and row.ends_at:
        left = max(0, int((row.ends_at - now).total_seconds()))
    end = row.ends_at
    length = (end - row.started_at).total_seconds() if end and row.started_at else 0
    part = min(1.0, max(0.05, 1 - (left or 0) / length)) if length > 0 else 1.0
    return {
        "round": row,
        "seen": present_clock(row).seen,
        "total": len(rounds),
        "done": row.number - 1,
        "part": part,
        "is_paused": row.paused_seconds is not None,
        "text": f"{(left or 0) // 60}:{(left or 0) % 60:02d}",
        "is_over": not left,
    }


@require_POST
@director_page
def clock(request: Request, tournament: Tournament) -> HttpResponse:
    """Start the next round, pause, run on, give more time."""
    order, _dash, figure = request.POST.get("do", "").partition("-")
    number = number_in(figure)
    running = tournament.rounds.filter(started_at__isnull=False).order_by("-number").first()
    action = clock_action(request, tournament, order, number, running)
    if action is None:
        messages.error(request, _("No round is running."))
    else:
        attempt(request, action)
    return redirect(way_back(request, tournament))


def clock_action(
    request: Request,
    tournament: Tournament,
    order: str,
    number: int | None,
    running: Round | None,
) -> Callable[[], object] | None:
    """The service for an order to the clock; None when there is no round to do it to."""
    actor = request.user
    seen = request.POST.get("seen")
    if order == "start" and number:
        return lambda: start_round(tournament=tournament, number=number, actor=actor)
    if order == "undo" and number:
        return lambda: take_start_back(tournament=tournament, number=number, seen=seen, actor=actor)
    if running is None:
        return None
    if order == "pause":
        return lambda: pause_round(current=running, seen=seen, actor=actor)
    if order == "resume":
        return lambda: resume_round(current=running, seen=seen, actor=actor)
    if order == "add" and number and number <= 60:
        return lambda: add_minutes(current=running, minutes=number, seen=seen, actor=actor)
    return None


@require_POST
@director_page
def call(request: Request, tournament: Tournament, call_id: int) -> HttpResponse:
    """Answer a table's call, or settle it."""
    found = get_object_or_404(DirectorCall, pk=call_id, table__tournament=tournament)
    service = settle_call if request.POST.get("do") == "settle" else answer_call
    attempt(request, lambda: service(call=found, actor=request.user))
    return redirect(way_back(request, tournament))


@director_page
def tournament(request: Request, tournament: Tournament) -> HttpResponseBase:
    """The page of the tournament's state: its teams, its draw, or the director's console."""
    if tournament.state == Tournament.State.ENTRY:
        return redirect("manage_teams", tournament.code)
    if tournament.state == Tournament.State.DRAWN:
        return redirect("manage_draw", tournament.code)
    return console(request, tournament)
