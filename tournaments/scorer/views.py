import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.actor import actor_key, actor_tables
from tournaments.models import Play, ScorerEntry, Tournament
from tournaments.organiser.access import Request, page_for, run_with_message
from tournaments.organiser.pages import number_in, show
from tournaments.scorer.forms import parse_sheet, parse_step
from tournaments.scorer.pages import browser_data, page_context, row_data, side_data
from tournaments.scorer.selectors.grid import GridRow, rows_of, version_of
from tournaments.scorer.selectors.sheets import GridSelection, has_begun, plays_of, selection_for
from tournaments.scorer.services.entries import (
    add_typed_entry,
    choose_result_version,
    clear_entry,
    undo_last_step,
)
from tournaments.scorer.services.presence import claim_row, release_row

scorer_page = page_for("tournaments.enter")


def requested_selection(request: HttpRequest, tournament: Tournament) -> GridSelection:
    params = {name: number_in(request.GET.get(name)) for name in ("round", "table", "board")}
    if not has_begun(tournament):
        raise Http404
    return selection_for(tournament, **params, twice="twice" in request.GET)


def sheet_with_rows(
    request: Request, tournament: Tournament
) -> tuple[GridSelection, list[GridRow]]:
    sheet = requested_selection(request, tournament)
    plays = plays_of(tournament, sheet)
    return sheet, rows_of(tournament, plays, twice=sheet.twice, reader=actor_key(request.user))


@scorer_page
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    if not has_begun(tournament):
        return show(
            request,
            tournament,
            "organiser/wait",
            part="scorer",
            work_title=pgettext("tab", "Scorer"),
        )
    sheet, rows = sheet_with_rows(request, tournament)
    if request.method == "POST":
        submit_sheet(request, tournament, sheet, rows)
        return redirect(f"{reverse('manage_scorer', args=[tournament.code])}?{sheet.query}")
    name = "scorer/games" if tournament.is_open_play else "scorer/boards"
    parts: dict[str, Any] = page_context(tournament, sheet.round, sheet.table, sheet.board, rows)
    data = browser_data(tournament, sheet.query, rows, actor_key(request.user))
    parts.update(sheet=sheet, side=side_data(tournament, actor_key(request.user)), data=data)
    return show(request, tournament, name, part="scorer", **parts)


def submit_sheet(
    request: Request, tournament: Tournament, sheet: GridSelection, rows: list[GridRow]
) -> None:
    """Submit changed rows one at a time and report failures."""
    done = 0
    for row, typed, vouched in parse_sheet(request.POST, rows):
        try:
            step = add_typed_entry(
                tournament=tournament,
                play_id=row.play.pk,
                typed=typed,
                client_key=uuid.uuid4(),
                actor=request.user,
                seen=request.POST.get(f"seen-{row.play.pk}", ""),
                is_second=sheet.twice,
                vouched=vouched,
            )
            done += step.state in {ScorerEntry.State.STORED, ScorerEntry.State.SAME}
        except RuleViolationError as refused:
            words = {"table": row.play.sitting.table.number, "why": refused}
            messages.error(request, _("Table %(table)d: %(why)s") % words)
    if done:
        words_done = ngettext("%d result is recorded.", "%d results are recorded.", done) % done
        messages.success(request, words_done)


@scorer_page
def rows(request: Request, tournament: Tournament) -> HttpResponseBase:
    """The rows as JSON for polling; 304 if unchanged."""
    version = version_of(tournament, actor_key(request.user))
    limits = sorted(actor_tables())
    etag = quote_etag(f"{version}-{get_language()}-{limits}-{request.META['QUERY_STRING']}")
    fresh = get_conditional_response(request, etag=etag)
    if fresh is not None:
        return fresh
    _sheet, grid_rows = sheet_with_rows(request, tournament)
    answer = {
        "rows": [row_data(row) for row in grid_rows],
        **side_data(tournament, actor_key(request.user)),
    }
    return JsonResponse(answer, headers={"ETag": etag, "Cache-Control": "private, no-cache"})


def step_response(
    request: Request, tournament: Tournament, act: Callable[[], ScorerEntry]
) -> HttpResponseBase:
    """Perform a step; respond with its row or the refusal."""
    try:
        step = act()
    except RuleViolationError as refused:
        status = 409 if isinstance(refused, ConflictError) else 400
        return JsonResponse({"code": refused.code, "problem": str(refused)}, status=status)
    plays = Play.objects.filter(pk=step.play_id)
    twice = "twice" in request.GET
    (row,) = rows_of(tournament, plays, twice=twice, reader=actor_key(request.user))
    return JsonResponse({"row": row_data(row), **side_data(tournament, actor_key(request.user))})


@require_POST
@scorer_page
def step(request: Request, tournament: Tournament) -> HttpResponseBase:

    def act() -> ScorerEntry:
        sent = parse_step(request)
        common: dict[str, Any] = {
            "tournament": tournament,
            "play_id": sent.play,
            "client_key": sent.key,
            "actor": request.user,
        }
        if sent.version is not None:
            return choose_result_version(version=sent.version, **common)
        if not sent.typed:
            return clear_entry(**common)
        return add_typed_entry(
            typed=sent.typed,
            seen=sent.seen,
            is_second=sent.is_second,
            vouched=sent.vouched,
            **common,
        )

    return step_response(request, tournament, act)


@require_POST
@scorer_page
def undo_step(request: Request, tournament: Tournament) -> HttpResponseBase:
    if request.content_type != "application/json":
        key = uuid.uuid4()
        run_with_message(
            request,
            lambda: undo_last_step(tournament=tournament, client_key=key, actor=request.user),
            _("Your last step is taken back."),
        )
        sheet = requested_selection(request, tournament)
        return redirect(f"{reverse('manage_scorer', args=[tournament.code])}?{sheet.query}")

    def act() -> ScorerEntry:
        return undo_last_step(
            tournament=tournament, client_key=parse_step(request).key, actor=request.user
        )

    return step_response(request, tournament, act)


@require_POST
@scorer_page
def place(request: Request, tournament: Tournament) -> HttpResponseBase:
    try:
        sent = parse_step(request)
        plays = Play.objects.filter(pk=sent.play, sitting__round__tournament=tournament)
        if sent.version == 0 or not plays.exists():
            release_row(tournament=tournament, actor=request.user)
        else:
            claim_row(
                tournament=tournament,
                play_id=sent.play,
                typed=sent.typed,
                seen=sent.seen,
                actor=request.user,
            )
    except RuleViolationError as refused:
        status = 409 if isinstance(refused, ConflictError) else 400
        return JsonResponse({"code": refused.code, "problem": str(refused)}, status=status)
    return JsonResponse({})
