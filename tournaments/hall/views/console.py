"""The director's console: every table at a glance, one of them open, the clock, the log."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag, url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import DirectorCall, Round, Tournament
from tournaments.names import search_key
from tournaments.selectors.card_refusals import refused_plays
from tournaments.selectors.console import (
    STATES,
    Card,
    console_of,
    seats_in_words,
    version_of,
)
from tournaments.selectors.doubts import count_worth_a_look
from tournaments.selectors.log import log_lines, log_rows
from tournaments.selectors.present import present_clock
from tournaments.services.calls import answer_call, settle_call
from tournaments.services.clock import (
    add_minutes,
    pause_round,
    resume_round,
    start_round,
    take_start_back,
)
from tournaments.services.table_cards import MOST_REFUSALS
from tournaments.views.manage.access import Request, attempt, directed
from tournaments.views.manage.codes import qr_svg, table_address
from tournaments.views.manage.pages import show, tabs_of

LOG_LINES = 12


def console(request: Request, tournament: Tournament) -> HttpResponse:
    """The whole page; its parts renew themselves from ``live``."""
    return show(request, tournament, "console", part="console", **parts_of(request, tournament))


@directed
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
    response = render(request, "tournaments/manage/console_live.html", context)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def parts_of(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What is looked at (round, table, filter, search) and what there is to see."""
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
        "cards": [(each, shown(each, state, wanted)) for each in room.cards],
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


def shown(card: Card, state: str, wanted: str) -> bool:
    """Whether a table passes the filter and the search."""
    if state and card.state != state:
        return False
    return all(word in card.words for word in search_key(wanted).split())


def clock_of(rounds: list[Round], open_number: int) -> dict[str, Any]:
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


def number_in(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 5 else None


@require_POST
@directed
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
) -> Callable[[], Any] | None:
    """What an order to the clock does; None when there is no round to do it to."""
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
@directed
def call(request: Request, tournament: Tournament, call_id: int) -> HttpResponse:
    """Answer a table's call, or settle it."""
    found = get_object_or_404(DirectorCall, pk=call_id, table__tournament=tournament)
    service = settle_call if request.POST.get("do") == "settle" else answer_call
    attempt(request, lambda: service(call=found, actor=request.user))
    return redirect(way_back(request, tournament))


def way_back(request: HttpRequest, tournament: Tournament) -> str:
    """The console as it was looked at, with its table, filter and search."""
    home = reverse("manage_tournament", args=[tournament.code])
    came_from = request.META.get("HTTP_REFERER", "")
    if url_has_allowed_host_and_scheme(came_from, {request.get_host()}) and home in came_from:
        return str(came_from)
    return home
