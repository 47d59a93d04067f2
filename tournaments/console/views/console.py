"""The director's console: all tables, one open table, clock and log."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_stubs_ext import StrOrPromise

from tournaments.clubs.names import search_key
from tournaments.console.selectors.console import Console, console_of, seats_in_words, version_of
from tournaments.console.selectors.messages import addressees, last_messages, message_templates
from tournaments.console.selectors.next_steps import next_step_of
from tournaments.console.selectors.table_cards import STATES, TableCard, calm_row
from tournaments.console.selectors.undo import last_step_of
from tournaments.console.services.calls import answer_call, settle_call
from tournaments.console.services.clock import (
    add_minutes,
    pause_round,
    resume_round,
    start_round,
    undo_round_start,
)
from tournaments.console.views.table_codes import format_table_code, table_url
from tournaments.events.actor import actor_name
from tournaments.events.log import log_lines, log_rows
from tournaments.events.log_texts import sentence
from tournaments.models import DirectorCall, Round, Tournament
from tournaments.organiser.access import (
    Request,
    director_page,
    is_allowed,
    page_for,
    run_with_message,
)
from tournaments.organiser.pages import console_url, number_in, show
from tournaments.organiser.qr_codes import absolute_url, qr_svg
from tournaments.results.selectors.card_conflicts import refused_plays
from tournaments.results.services.table_cards import MAX_REFUSALS
from tournaments.rulings.selectors.suspicious_results import count_suspicious_results
from tournaments.state.formats import has_lives, is_bracket, rounds_known
from tournaments.state.version_tokens import clock_state

LOG_LINES = 12
TABLE_MINUTES_CHOICES = (2, 3, 5)
CONSOLE_STATES = frozenset({Tournament.State.PLAYING, Tournament.State.FINISHED})
FILTER_LABELS: Mapping[str, StrOrPromise] = {
    "call": pgettext_lazy("tables that", "Calling"),
    "dispute": pgettext_lazy("tables that", "Disputed"),
    "silent": pgettext_lazy("tables that", "No activity"),
    "entered": pgettext_lazy("tables that", "Waiting"),
    "playing": pgettext_lazy("tables that", "Playing"),
    "finished": pgettext_lazy("tables that", "Finished"),
    "empty": pgettext_lazy("tables that", "Not started"),
}


def console(request: Request, tournament: Tournament) -> HttpResponse:
    return show(
        request,
        tournament,
        "console/console",
        part="console",
        work_title=_("Director’s console"),
        **console_context(request, tournament),
    )


@page_for("tournaments.look")
def live(request: Request, tournament: Tournament) -> HttpResponse:
    """Console fragment for polling; 304 while nothing has changed.

    Consoles left open after an undone draw are redirected to the current page.
    """
    if tournament.state not in CONSOLE_STATES:
        return redirect("manage_tournament", tournament.code)
    who = request.user.pk if request.user else actor_name()
    etag = quote_etag(
        f"{version_of(tournament)}-{tournament.state}-{get_language()}-{who}"
        f"-{request.META['QUERY_STRING']}"
    )
    fresh = get_conditional_response(request, etag=etag)
    if fresh is not None:
        return fresh
    context = {"tournament": tournament, **console_context(request, tournament)}
    response = render(request, "tournaments/console/console_live.html", context)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def console_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Template context: round, table, filter, search, and the matching tables."""
    numbers = {name: number_in(request.GET.get(name)) for name in ("round", "table")}
    room = console_of(tournament, numbers["round"])
    if room is None:
        return {"room": None}
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    search = request.GET.get("q", "")[:60]
    card = room.card(numbers["table"])
    step = next_step_of(tournament, room)
    may_direct = is_allowed(request, "tournaments.direct", tournament)
    round_query = f"&round={numbers['round']}" if numbers["round"] else ""
    row_query = f"{round_query}&state={state}" if state else round_query
    return {
        "room": room,
        "card": card,
        "seats": seats_in_words(card, room.current.number) if card else [],
        "needs": [each for each in room.needs if is_shown(each, state, search)],
        "others": [
            calm_row(each, row_query, is_open=each is card)
            for each in room.others
            if is_shown(each, state, search)
        ],
        "state": state,
        "wanted": search,
        "filters": filters_of(room),
        "clock": clock_context(room, rounds_known(tournament, len(room.rounds))),
        "next": step,
        "may_end_earlier": bool(step.kind)
        and not is_bracket(tournament)
        and not has_lives(tournament),
        "asks": request.GET.get("ask") == "next" and step.waits,
        "round_query": round_query,
        "row_query": row_query,
        "may_direct": may_direct,
        **(director_context(request, tournament, room, card) if may_direct else {}),
    }


def director_context(
    request: Request, tournament: Tournament, room: Console, card: TableCard | None
) -> dict[str, Any]:
    """Context for directors only: table links, warnings, messages, log, undo."""
    address = table_url(request, card.table) if card else ""
    undo = last_step_of(tournament, request.user)
    return {
        "address": address,
        "qr": qr_svg(address) if card else "",
        "table_code": format_table_code(card.table.code) if card else "",
        "type_at": absolute_url(request, reverse("table_code")),
        "own_minutes": TABLE_MINUTES_CHOICES,
        "against_cards": refused_plays(tournament),
        "most_refusals": MAX_REFUSALS,
        "doubtful": count_suspicious_results(tournament),
        "addressees": addressees(room, card.table.number if card else None),
        "ready_words": message_templates(tournament),
        "last_messages": last_messages(tournament),
        "undo": undo,
        "undo_words": sentence(undo.action, undo.details) if undo else "",
        "log": log_lines(log_rows(tournament)[:LOG_LINES]),
    }


def filters_of(room: Console) -> list[tuple[str, StrOrPromise, int]]:
    shown = [state for state in STATES if state != "empty" or room.counts["empty"]]
    return [(state, FILTER_LABELS[state], room.counts[state]) for state in shown]


def is_shown(card: TableCard, state: str, wanted: str) -> bool:
    if state and card.state != state:
        return False
    return all(word in card.words for word in search_key(wanted).split())


def clock_context(room: Console, total: int) -> dict[str, object]:
    """Progress and clock of the running round; without a clock, the round that lacks results."""
    begun = [row for row in room.rounds if row.started_at is not None]
    done = room.next_round - 1 if room.next_round else len(room.rounds)
    if not begun or (room.current.number > begun[-1].number and done > begun[-1].number):
        number = min(done + 1, total) if total else done + 1
        return {"round": None, "number": number, "total": total, "done": done, "part": 0.0}
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
        "seen": clock_state(row).seen,
        "total": total,
        "done": row.number - 1,
        "part": part,
        "is_paused": row.paused_seconds is not None,
        "text": f"{(left or 0) // 60}:{(left or 0) % 60:02d}",
        "is_over": not left,
    }


@page_for("tournaments.run_clock")
def clock(request: Request, tournament: Tournament) -> HttpResponseBase:
    """Show the clock, or apply a posted action: start, pause, resume, extend."""
    if request.method != "POST":
        return clock_page(request, tournament)
    order, _dash, figure = request.POST.get("do", "").partition("-")
    number = number_in(figure)
    running = tournament.rounds.filter(started_at__isnull=False).order_by("-number").first()
    action = clock_action(request, tournament, order, number, running)
    if action is None:
        messages.error(request, _("No round is running."))
    else:
        run_with_message(request, action)
    return redirect(console_url(request, tournament))


def clock_page(request: Request, tournament: Tournament) -> HttpResponseBase:
    room = console_of(tournament) if tournament.state == Tournament.State.PLAYING else None
    values: dict[str, Any] = {"room": None}
    if room is not None:
        known = rounds_known(tournament, len(room.rounds))
        values = {"room": room, "clock": clock_context(room, known), "number": room.next_round}
    return show(request, tournament, "console/clock", part="clock", work_title=_("Clock"), **values)


def clock_action(
    request: Request,
    tournament: Tournament,
    order: str,
    number: int | None,
    running: Round | None,
) -> Callable[[], object] | None:
    """Service call for a clock action; None without a suitable round."""
    actor = request.user
    version_token = request.POST.get("seen")
    if order == "start" and number:
        return lambda: start_round(tournament=tournament, number=number, actor=actor)
    if order == "undo" and number:
        return lambda: undo_round_start(
            tournament=tournament, number=number, seen=version_token, actor=actor
        )
    if running is None:
        return None
    if order == "pause":
        return lambda: pause_round(current=running, seen=version_token, actor=actor)
    if order == "resume":
        return lambda: resume_round(current=running, seen=version_token, actor=actor)
    if order == "add" and number and number <= 60:
        return lambda: add_minutes(current=running, minutes=number, seen=version_token, actor=actor)
    return None


@require_POST
@director_page
def call(request: Request, tournament: Tournament, call_id: int) -> HttpResponse:
    director_call = get_object_or_404(DirectorCall, pk=call_id, table__tournament=tournament)
    service = settle_call if request.POST.get("do") == "settle" else answer_call
    run_with_message(request, lambda: service(call=director_call, actor=request.user))
    return redirect(console_url(request, tournament))


@page_for("tournaments.look")
def tournament_page(request: Request, tournament: Tournament) -> HttpResponseBase:
    """Page for the tournament's state: teams, draw, or console."""
    if tournament.state in CONSOLE_STATES:
        return console(request, tournament)
    if not is_allowed(request, "tournaments.direct", tournament):
        return show(request, tournament, "organiser/wait", part="console", work_title=_("Tables"))
    drawn = tournament.state == Tournament.State.DRAWN
    return redirect("manage_draw" if drawn else "manage_teams", tournament.code)
