"""The table's phone: one page, its state, and what it sends; the link is the right to do so."""

import hashlib
import json
from dataclasses import asdict
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.scoring import browser_rules
from tournaments.errors import Refused
from tournaments.forms.table import SlipForm
from tournaments.models import Play, Table
from tournaments.selectors.formats import sides_of_game
from tournaments.selectors.tables import etag_of, hall_around, table_of_token
from tournaments.services.calls import call_director
from tournaments.services.history import Step
from tournaments.services.results import confirm_result, enter_result
from tournaments.table_words import table_words
from tournaments.views.table_requests import (
    body_of,
    in_words,
    json_at,
    private,
    table_of,
    text,
    uuid_of,
    whole,
    yes_or_no,
)
from tournaments.views.table_states import Stated, stated

STYLES: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/layout.css",
    "css/components/buttons.css",
    "css/components/choices.css",
    "css/components/forms.css",
    "css/components/tables.css",
    "css/components/cards.css",
    "css/components/status.css",
    "css/components/figures.css",
    "css/entry.css",
    "css/entry_steps.css",
)
SCRIPTS: Final = (
    "js/clock.js",
    "js/score.js",
    *(
        f"js/entry/{name}.js"
        for name in (
            "actions",
            "app",
            "boards",
            "confirm",
            "dom",
            "draft",
            "games",
            "listen",
            "main",
            "net",
            "outbox",
            "parts",
            "rounds",
            "steps",
            "store",
        )
    ),
)
SHELL: Final = (*STYLES, *SCRIPTS, "img/icon.svg")


@require_GET
@private
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a table, with all it needs to go on without a network."""
    table = table_of_token(token)
    if table is None:
        return render(request, "tournaments/table/unknown.html", status=404)
    found = stated(table)
    context = {
        "table": table,
        "data": {**config_of(table), **found.dated(), "state": asdict(found.state)},
    }
    return render(request, "tournaments/table/page.html", context)


def config_of(table: Table) -> dict[str, Any]:
    """What stays the same all evening: addresses, rules and words."""
    names = ("state", "events", "results", "confirmations", "call")
    urls = {name: reverse(f"table_{name}", args=[table.token]) for name in names}
    return {
        "token": table.token,
        "language": get_language(),
        "urls": {
            **urls,
            "worker": reverse("table_worker"),
            "standings": reverse("tournament", args=[table.tournament.code]),
            "board": reverse("tournament_board", args=[table.tournament.code, 0]),
        },
        "rules": browser_rules(table.tournament.variant),
        "game": {**table.tournament.game, "sides": sides_of_game(table.tournament)},
        "words": table_words(),
    }


@require_GET
@private
@in_words
def state(request: HttpRequest, token: str) -> HttpResponse:
    """The table's state; 304 while nothing has changed."""
    return state_of(request, table_of(token))


@csrf_exempt
@require_POST
@private
@in_words
def results(request: HttpRequest, token: str) -> HttpResponse:
    """Enter a result: ``{"play", "slip", "side", "client_key"}``."""
    table = table_of(token)
    values = body_of(request)
    step = enter_result(
        table=table,
        play_id=whole(values, "play"),
        slip=json_at(values, "slip"),
        side=text(values, "side", 2),
        who=text(values, "who", 120),
        client_key=uuid_of(values, "client_key"),
    )
    return state_after(table, step)


@csrf_exempt
@require_POST
@private
@in_words
def confirmations(request: HttpRequest, token: str) -> HttpResponse:
    """Say of a version that it is right or not: ``{"play", "version" or "entry", "agrees", …}``."""
    table = table_of(token)
    values = body_of(request)
    step = confirm_result(
        table=table,
        play_id=whole(values, "play"),
        side=text(values, "side", 2),
        agrees=yes_or_no(values, "agrees"),
        version=whole(values, "version") if "version" in values else None,
        entry_key=uuid_of(values, "entry"),
        who=text(values, "who", 120),
        client_key=uuid_of(values, "client_key"),
    )
    return state_after(table, step)


@csrf_exempt
@require_POST
@private
@in_words
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Call the director: ``{"message", "play", "client_key"}``, all of which may be missing."""
    table = table_of(token)
    values = body_of(request)
    play = Play.objects.filter(
        pk=whole(values, "play") if "play" in values else 0, sitting__table=table
    )
    call_director(
        table=table,
        message=text(values, "message"),
        board=next((row.board for row in play.select_related("board")), None),
        client_key=uuid_of(values, "client_key"),
    )
    return state_after(table)


@csrf_exempt  # without a referrer browsers send no origin; the link in the address is the right
@require_http_methods(["GET", "POST"])
@private
def slip(request: HttpRequest, token: str) -> HttpResponse:
    """The same entry from a plain form, for phones without scripts."""
    table = table_of_token(token)
    if table is None:
        return render(request, "tournaments/table/unknown.html", status=404)
    form = SlipForm(request.POST or None, table=table, state=stated(table).state)
    if request.method == "GET":
        context = {"table": table, "form": form}
        return render(request, "tournaments/table/plain.html", context)
    if form.is_valid():
        try:
            messages.success(request, form.send())
        except Refused as refused:
            messages.error(request, str(refused))
    else:
        messages.error(request, " ".join(str(e) for errors in form.errors.values() for e in errors))
    return redirect("table_slip", token=token)


def state_of(request: HttpRequest, table: Table) -> HttpResponse:
    """The state as it is now, under an ETag that changes with it."""
    hall = hall_around(table)
    etag = etag_of(table, hall)
    known = request.headers.get("If-None-Match", "").removeprefix("W/")  # proxies weaken it
    if known == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return answer_of(stated(table, hall))


def state_after(table: Table, step: Step | None = None) -> HttpResponse:
    """The state after something was sent; the table is as it was before."""
    if step is not None and step.is_new:
        table.version = step.play.sitting.table.version
        return answer_of(stated(table, step=step), status=201)
    table.refresh_from_db(fields=["version"])
    return answer_of(stated(table), status=201)


def answer_of(found: Stated, status: int = 200) -> HttpResponse:
    """A state as a phone gets it."""
    headers = {"ETag": found.etag}
    return HttpResponse(
        found.answer(), status=status, content_type="application/json", headers=headers
    )


@require_GET
@private
def events(_request: HttpRequest, token: str) -> HttpResponse:
    """No stream: ``live.streams`` tells of changes, in front of Django, wherever that can be."""
    return HttpResponse(status=204)


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the table pages, named by the files it keeps."""
    digest = hashlib.sha256()
    for name in SHELL:
        path = finders.find(name)
        if path:
            with open(path, "rb") as file:
                digest.update(file.read())
    # Modules import each other by their plain names, pages load them by their published ones.
    shell = sorted({static(name) for name in SHELL} | {plain(name) for name in SHELL})
    response = render(
        request,
        "tournaments/table/worker.js",
        {"config": json.dumps({"version": digest.hexdigest()[:16], "shell": shell})},
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response


def plain(name: str) -> str:
    """The address of a static file without a fingerprint in its name."""
    return f"{settings.STATIC_URL}{name}"
