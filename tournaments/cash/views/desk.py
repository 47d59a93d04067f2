"""Entry desk page: presence and payments with one request per action."""

from datetime import time
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from tournaments.cash.forms.fees import KindsForm
from tournaments.cash.forms.new import WalkInForm
from tournaments.cash.forms.prizes import PrizesForm
from tournaments.cash.money import money_text, read_money
from tournaments.cash.selectors.accounts import Account, accounts_of
from tournaments.cash.selectors.desk import FILTERS, EntryDesk, absentees, desk_of, desk_version
from tournaments.cash.selectors.fees import kinds_of, plan_of
from tournaments.cash.selectors.prizes import prize_plan, prizes_of
from tournaments.cash.services.fees import copy_last_kinds, set_kinds
from tournaments.cash.services.ledger import cashier_name
from tournaments.cash.services.steps import PRESENCES, run_action, undo_last
from tournaments.cash.texts import KEY_LETTERS, undone_text
from tournaments.entries.services.entries import add_team, set_all_present
from tournaments.entries.texts import count_words
from tournaments.errors import RuleViolationError
from tournaments.models import Team, Tournament
from tournaments.organiser.access import (
    Request,
    director_page,
    error_text,
    is_allowed,
    page_for,
    posted_text,
    run_with_message,
)
from tournaments.organiser.pages import show

money_page = page_for("tournaments.take_money")
MAX_UNDO_KEYS = 20


@money_page
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    return show_desk(request, tournament)


@money_page
def live(request: Request, tournament: Tournament) -> HttpResponse:
    mark = desk_version(tournament)
    if request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    return show_desk(request, tournament, parts_only=True)


def show_desk(
    request: Request,
    tournament: Tournament,
    *,
    parts_only: bool = False,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """The whole page or its parts; the query sets filter and side panel."""
    params = request.GET
    show_only = params.get("show", "all") if params.get("show") in FILTERS else "all"
    search = params.get("q", "")[:60].replace("\x00", "")
    entry_desk = desk_of(tournament, show=show_only, wanted=search)
    context = {
        "desk": entry_desk,
        "show": show_only,
        "wanted": search,
        "filters": [(name, filter_word(name), entry_desk.counts[name]) for name in FILTERS],
        "keep": keep_query(show_only, search),
        "is_open": tournament.state == Tournament.State.ENTRY,
        "everybody_counts": is_presence_default(entry_desk),
        "draw_words": draw_words(tournament, entry_desk),
        "may_direct": is_allowed(request, "tournaments.direct", tournament),
        "cashier": cashier_name(request.user),
        "keys": KEY_LETTERS,
        "key": uuid4(),
        "work_title": _("Entry and cash") if entry_desk.plan else pgettext("page", "Entry"),
        **side_panel(request, tournament, entry_desk),
        **more,
    }
    name = "cash/_parts" if parts_only else "cash/desk"
    return show(request, tournament, name, part="cash", status=status, **context)


def side_panel(request: Request, tournament: Tournament, found: EntryDesk) -> dict[str, object]:
    """Side panel: an entrant, a new one, closing, or till and prizes."""
    open_team = request.GET.get("team", "")
    if open_team.isdecimal() and len(open_team) < 12:
        accounts = accounts_of(tournament, only=int(open_team))
        if accounts:
            return team_side(tournament, accounts[0])
    if "new" in request.GET and tournament.state == Tournament.State.ENTRY:
        return {"side": "new", "form": WalkInForm(unit=tournament.unit)}
    if "close" in request.GET and found.plan:
        return {"side": "close"}
    if found.plan is None:
        return {"side": "free"}
    prizes = prizes_of(tournament)
    form = PrizesForm(plan=prize_plan(tournament), currency=found.currency)
    return {"side": "till", "prizes": prizes, "prizes_form": form}


def team_side(tournament: Tournament, account: Account) -> dict[str, object]:
    kinds = kinds_of(tournament)
    form = KindsForm(team=account.team, people=account.people, kinds=kinds) if kinds else None
    lines = account.team.ledger.select_related("cancels").order_by("number")
    cancelled = {line.cancels_id for line in lines}
    return {
        "side": "team",
        "account": account,
        "kinds_form": form,
        "lines": [(line, line.pk in cancelled) for line in lines],
    }


def filter_word(name: str) -> str:
    words = {
        "all": pgettext("desk filter", "All"),
        "here": pgettext("desk filter", "Here"),
        "missing": pgettext("desk filter", "Not here"),
        "late": pgettext("desk filter", "Late"),
        "owing": pgettext("desk filter", "Payment due"),
    }
    return words[name]


def keep_query(show_only: str, wanted: str) -> str:
    params = {"show": "" if show_only == "all" else show_only, "q": wanted}
    return urlencode({name: value for name, value in params.items() if value})


def is_presence_default(found: EntryDesk) -> bool:
    """Whether every team is present only by default."""
    rows = found.counts["all"]
    unseen = all(row.account.team.here_since is None for row in found.rows)
    return rows > 1 and rows == found.counts["here"] and unseen


def draw_words(tournament: Tournament, found: EntryDesk) -> str:
    return _("Draw for %s") % count_words(tournament.unit, found.here)


@require_POST
@money_page
def run_desk_action(request: Request, tournament: Tournament) -> HttpResponse:
    """Execute an action; ``do`` is an action and team id such as ``pay:12``."""
    what, _colon, number = posted_text(request, "do").partition(":")
    pk = int(number) if number.isdecimal() and len(number) < 12 else 0
    team = get_object_or_404(
        Team.objects.select_related("tournament"), pk=pk, tournament=tournament
    )
    is_done = run_with_message(request, partial(run_posted_action, request, team, what))
    return desk_response(request, tournament, is_done=is_done)


def run_posted_action(request: Request, team: Team, what: str) -> None:
    plan = plan_of(team.tournament)
    typed = posted_text(request, "amount").strip()
    amount = read_money(typed, plan.currency) if typed and plan and what not in PRESENCES else None
    run_action(
        team=team,
        do=what,
        amount=amount,
        expected_at=read_time(posted_text(request, "at"), team) if what == "late" else None,
        seen=posted_text(request, "seen") or None,
        key=read_key(posted_text(request, "key")),
        actor=request.user,
    )


def read_time(text: str, team: Team) -> time | None:
    """Parse a time of day; if shown unchanged, the stored one with its seconds."""
    if not text.strip():
        return None
    try:
        parsed = parse_time(text.strip())
    except ValueError:
        parsed = None
    if parsed is None:
        raise RuleViolationError("no_time", _("Write a time of day, such as 19:15."), field="at")
    parsed, stored = parsed.replace(second=0, microsecond=0, tzinfo=None), team.expected_at
    return stored if stored and stored.replace(second=0, microsecond=0) == parsed else parsed


def read_key(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@require_POST
@money_page
def undo(request: Request, tournament: Tournament) -> HttpResponse:
    pressed = map(read_key, posted_text(request, "of").split()[:MAX_UNDO_KEYS])
    of = [key for key in pressed if key is not None]
    try:
        step = undo_last(tournament=tournament, of=of, actor=request.user)
    except RuleViolationError as refusal:
        messages.error(request, error_text(refusal))
        return desk_response(request, tournament, is_done=False)
    plan = plan_of(tournament)
    messages.success(request, undone_text(step, plan.currency if plan else "EUR"))
    return desk_response(request, tournament, is_done=True, team=step.team_id)


def desk_response(
    request: Request, tournament: Tournament, *, is_done: bool, team: int | None = None
) -> HttpResponse:
    """Refreshed parts for the script, or else a redirect."""
    if request.headers.get("X-Desk"):
        tournament.refresh_from_db()
        response = show_desk(request, tournament, parts_only=True, status=200 if is_done else 409)
        if team:
            response["X-Row"] = str(team)
        return response
    home = reverse("manage_entry", args=[tournament.code])
    query = request.GET.urlencode()
    return redirect(f"{home}?{query}" if query else home)


@require_POST
@money_page
def set_presence_of_all(request: Request, tournament: Tournament) -> HttpResponse:
    """Mark all teams as present or absent."""
    there = request.POST.get("present") == "1"
    is_done = run_with_message(
        request,
        lambda: set_all_present(tournament=tournament, is_present=there, actor=request.user),
    )
    return desk_response(request, tournament, is_done=is_done)


@require_POST
@money_page
def new(request: Request, tournament: Tournament) -> HttpResponse:
    form = WalkInForm(request.POST, unit=tournament.unit)
    team = form.submit_to(add_team, tournament=tournament, actor=request.user)
    if team is None:
        return show_desk(request, tournament, status=422, side="new", form=form)
    if plan_of(tournament):
        copy_last_kinds(team=team)
    run_action(team=team, do="here", actor=request.user)
    messages.success(request, _("Entered: %s") % team.name)
    home = reverse("manage_entry", args=[tournament.code])
    return redirect(f"{home}?team={team.pk}#row-{team.pk}")


@require_POST
@money_page
def kinds(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    get_object_or_404(Team, pk=team_id, tournament=tournament)
    account = accounts_of(tournament, only=team_id)[0]
    form = KindsForm(
        request.POST, team=account.team, people=account.people, kinds=kinds_of(tournament)
    )
    if form.submit_to(set_kinds, team=account.team, actor=request.user) is None:
        messages.error(request, _("Choose a kind of fee for each person."))
    home = reverse("manage_entry", args=[tournament.code])
    return redirect(f"{home}?team={team_id}#row-{team_id}")


@director_page
def draw(request: Request, tournament: Tournament) -> HttpResponse:
    """Check absentees and debts before the draw; redirects to it if there are none."""
    missing = absentees(tournament)
    entry_desk = desk_of(tournament, show="owing")
    if tournament.state != Tournament.State.ENTRY or not (missing or entry_desk.rows):
        return redirect("manage_draw", tournament.code)
    context: dict[str, Any] = {
        "missing": missing,
        "owing": entry_desk.rows if entry_desk.plan else [],
        "desk": entry_desk,
        "draw_words": draw_words(tournament, entry_desk),
        "owed": money_text(entry_desk.owed, entry_desk.currency),
    }
    return show(request, tournament, "cash/draw", part="cash", **context)
