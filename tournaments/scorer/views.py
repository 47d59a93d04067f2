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

from tournaments.errors import Conflict, Refused
from tournaments.events.actor import acting_tables, hand_of
from tournaments.models import Play, Tournament, Typed
from tournaments.organiser.access import Request, attempt, page_for
from tournaments.organiser.pages import number_in, show
from tournaments.scorer.forms import sheet_from, step_from
from tournaments.scorer.pages import browser_data, page_parts, row_data, side_data
from tournaments.scorer.selectors.grid import Seen, rows_of, version_of
from tournaments.scorer.selectors.sheets import Sheet, has_begun, plays_of, sheet_for
from tournaments.scorer.services.entries import choose, empty, type_in, undo
from tournaments.scorer.services.presence import leave_place, take_place

scorer_page = page_for("tournaments.enter")


def sheet_of(request: HttpRequest, tournament: Tournament) -> Sheet:
    asked = {name: number_in(request.GET.get(name)) for name in ("round", "table", "board")}
    if not has_begun(tournament):
        raise Http404
    return sheet_for(tournament, **asked, twice="twice" in request.GET)


def sheet_with_rows(request: Request, tournament: Tournament) -> tuple[Sheet, list[Seen]]:
    sheet = sheet_of(request, tournament)
    plays = plays_of(tournament, sheet)
    return sheet, rows_of(tournament, plays, twice=sheet.twice, reader=hand_of(request.user))


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
        store_sheet(request, tournament, sheet, rows)
        return redirect(f"{reverse('manage_scorer', args=[tournament.code])}?{sheet.query}")
    name = "scorer/games" if tournament.is_open_play else "scorer/boards"
    parts: dict[str, Any] = page_parts(tournament, sheet.round, sheet.table, sheet.board, rows)
    data = browser_data(tournament, sheet.query, rows, hand_of(request.user))
    parts.update(sheet=sheet, side=side_data(tournament, hand_of(request.user)), data=data)
    return show(request, tournament, name, part="scorer", **parts)


def store_sheet(request: Request, tournament: Tournament, sheet: Sheet, rows: list[Seen]) -> None:
    """Submit changed rows one at a time and report failures."""
    done = 0
    for row, typed, vouched in sheet_from(request.POST, rows):
        try:
            step = type_in(
                tournament=tournament,
                play_id=row.play.pk,
                typed=typed,
                client_key=uuid.uuid4(),
                actor=request.user,
                seen=request.POST.get(f"seen-{row.play.pk}", ""),
                is_second=sheet.twice,
                vouched=vouched,
            )
            done += step.state in {Typed.State.STORED, Typed.State.SAME}
        except Refused as refused:
            words = {"table": row.play.sitting.table.number, "why": refused}
            messages.error(request, _("Table %(table)d: %(why)s") % words)
    if done:
        words_done = ngettext("%d result is recorded.", "%d results are recorded.", done) % done
        messages.success(request, words_done)


@scorer_page
def rows(request: Request, tournament: Tournament) -> HttpResponseBase:
    """The rows as JSON for polling; 304 if unchanged."""
    version = version_of(tournament, hand_of(request.user))
    limits = sorted(acting_tables())
    etag = quote_etag(f"{version}-{get_language()}-{limits}-{request.META['QUERY_STRING']}")
    fresh = get_conditional_response(request, etag=etag)
    if fresh is not None:
        return fresh
    _sheet, found = sheet_with_rows(request, tournament)
    answer = {
        "rows": [row_data(row) for row in found],
        **side_data(tournament, hand_of(request.user)),
    }
    return JsonResponse(answer, headers={"ETag": etag, "Cache-Control": "private, no-cache"})


def step_answer(
    request: Request, tournament: Tournament, act: Callable[[], Typed]
) -> HttpResponseBase:
    """Perform a step; respond with its row or the refusal."""
    try:
        step = act()
    except Refused as refused:
        status = 409 if isinstance(refused, Conflict) else 400
        return JsonResponse({"code": refused.code, "problem": str(refused)}, status=status)
    plays = Play.objects.filter(pk=step.play_id)
    twice = "twice" in request.GET
    (row,) = rows_of(tournament, plays, twice=twice, reader=hand_of(request.user))
    return JsonResponse({"row": row_data(row), **side_data(tournament, hand_of(request.user))})


@require_POST
@scorer_page
def step(request: Request, tournament: Tournament) -> HttpResponseBase:

    def act() -> Typed:
        sent = step_from(request)
        common: dict[str, Any] = {
            "tournament": tournament,
            "play_id": sent.play,
            "client_key": sent.key,
            "actor": request.user,
        }
        if sent.version is not None:
            return choose(version=sent.version, **common)
        if not sent.typed:
            return empty(**common)
        return type_in(
            typed=sent.typed,
            seen=sent.seen,
            is_second=sent.is_second,
            vouched=sent.vouched,
            **common,
        )

    return step_answer(request, tournament, act)


@require_POST
@scorer_page
def undo_step(request: Request, tournament: Tournament) -> HttpResponseBase:
    if request.content_type != "application/json":
        key = uuid.uuid4()
        attempt(
            request,
            lambda: undo(tournament=tournament, client_key=key, actor=request.user),
            _("Your last step is taken back."),
        )
        sheet = sheet_of(request, tournament)
        return redirect(f"{reverse('manage_scorer', args=[tournament.code])}?{sheet.query}")

    def act() -> Typed:
        return undo(tournament=tournament, client_key=step_from(request).key, actor=request.user)

    return step_answer(request, tournament, act)


@require_POST
@scorer_page
def place(request: Request, tournament: Tournament) -> HttpResponseBase:
    try:
        sent = step_from(request)
        plays = Play.objects.filter(pk=sent.play, sitting__round__tournament=tournament)
        if sent.version == 0 or not plays.exists():
            leave_place(tournament=tournament, actor=request.user)
        else:
            take_place(
                tournament=tournament,
                play_id=sent.play,
                typed=sent.typed,
                seen=sent.seen,
                actor=request.user,
            )
    except Refused as refused:
        status = 409 if isinstance(refused, Conflict) else 400
        return JsonResponse({"code": refused.code, "problem": str(refused)}, status=status)
    return JsonResponse({})
