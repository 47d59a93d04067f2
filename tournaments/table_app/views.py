"""The table's page and its form without scripts; the link grants access."""

import hashlib
import json
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods

from games.slips.scoring import browser_rules
from tournaments.errors import RuleViolationError
from tournaments.models import Table
from tournaments.organiser.frames import allow_same_site_framing
from tournaments.results.services.game_slips import needs_points
from tournaments.state.formats import is_bracket
from tournaments.table_app.codes import table_of_code
from tournaments.table_app.forms import SlipForm
from tournaments.table_app.links import private_response
from tournaments.table_app.selectors.tables import table_of_token
from tournaments.table_app.state_cache import current_state
from tournaments.table_app.texts import table_words

POST_ENDPOINTS: Final = ("results", "confirmations", "call", "messages")
STYLES: Final = (
    "bundles/table.css",
    *(f"css/entry_{name}.css" for name in ("steps", "games", "onward")),
)
SCRIPTS: Final = (
    "js/frame/clock.js",
    "js/frame/dom.js",
    "js/frame/finger.js",
    "js/frame/toast.js",
    "js/pad/match.js",
    "js/slips/bids.js",
    "js/slips/premiums.js",
    "js/slips/factors.js",
    "js/slips/reading.js",
    "js/slips/score.js",
    *(
        f"js/table/{name}.js"
        for name in (
            "actions",
            "app",
            "boards",
            "confirm",
            "draft",
            "games",
            "listen",
            "main",
            "net",
            "onward",
            "outbox",
            "pad",
            "parts",
            "plausible",
            "rounds",
            "series",
            "steps",
            "store",
        )
    ),
)
SHELL: Final = (*STYLES, *SCRIPTS, "img/icon.svg", "img/icon-180.png")
ENTRY_SCRIPTS: Final = frozenset({"js/frame/clock.js", "js/table/main.js"})
"""Named by the page; the others are imported."""


@gzip_page
@require_GET
@private_response
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a table, complete for offline use."""
    table = table_of_token(token)
    if table is None:
        return render(request, "tournaments/table_app/unknown.html", status=404)
    table_state = current_state(table)
    context = {
        "table": table,
        "data": {
            **table_config(table),
            **table_state.metadata(),
            "state": json.loads(table_state.written),
        },
        # Preload all modules, to avoid chains of imports.
        "modules": [plain_url(name) for name in SCRIPTS if name not in ENTRY_SCRIPTS],
    }
    answer = render(request, "tournaments/table_app/page.html", context)
    return answer if table.tournament.rehearses_id is None else allow_same_site_framing(answer)


def table_config(table: Table) -> dict[str, object]:
    """Static configuration of a table: URLs, rules and texts."""
    key = [table.token]
    sent = {name: reverse(f"api_{name}", args=key) for name in POST_ENDPOINTS}
    return {
        "token": table.token,
        "language": get_language(),
        "urls": {
            "state": reverse("api_table_state", args=key),
            "events": reverse("table_events", args=key),
            # Responses to posts include the new state.
            **{name: f"{address}?answer=state" for name, address in sent.items()},
            "worker": reverse("table_worker"),
            "notices": reverse("tournament_notices", args=[table.tournament.code]),
            "standings": reverse("tournament_standings", args=[table.tournament.code]),
            "board": reverse("tournament_board", args=[table.tournament.code, 0]),
        },
        "rules": browser_rules(table.tournament.variant),
        "game": {
            **table.tournament.game.to_json(),
            "sides": table.tournament.sides_of_game,
            "needs_points": needs_points(table.tournament),
        },
        "words": table_words(
            byes=is_bracket(table.tournament),
            in_tricks=table.tournament.variant.declarations == "trick",
        ),
    }


@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Open a table by its six-character code instead of a QR code."""
    if request.method == "GET":
        return render(request, "tournaments/table_app/code.html")
    typed = request.POST.get("code", "")[:40]
    table = table_of_code(typed)
    if table is not None:
        return redirect("table", table.token)
    return render(request, "tournaments/table_app/code.html", {"typed": typed}, status=404)


@csrf_exempt  # no referrer means no Origin header; the link itself is the credential
@require_http_methods(["GET", "POST"])
@private_response
def slip(request: HttpRequest, token: str) -> HttpResponse:
    """Result entry for browsers without scripts."""
    table = table_of_token(token)
    if table is None:
        return render(request, "tournaments/table_app/unknown.html", status=404)
    form = SlipForm(request.POST or None, table=table, state=current_state(table).state)
    if request.method == "GET":
        context = {"table": table, "form": form}
        return render(request, "tournaments/table_app/plain.html", context)
    if form.is_valid():
        try:
            messages.success(request, form.submit())
        except RuleViolationError as refused:
            messages.error(request, str(refused))
    else:
        messages.error(request, " ".join(str(e) for errors in form.errors.values() for e in errors))
    return redirect("table_slip", token=token)


@require_GET
@private_response
def events(_request: HttpRequest, token: str) -> HttpResponse:
    """Fallback without a stream: ``live.streams`` serves it in front of Django."""
    return HttpResponse(status=204)


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, versioned by a digest of its cached files."""
    digest = hashlib.sha256()
    for name in SHELL:
        path = finders.find(name)
        if path:
            with open(path, "rb") as file:
                digest.update(file.read())
    # Modules import each other by plain names, pages load fingerprinted ones.
    shell = sorted({static(name) for name in SHELL} | {plain_url(name) for name in SHELL})
    response = render(
        request,
        "tournaments/table_app/worker.js",
        {"config": json.dumps({"version": digest.hexdigest()[:16], "shell": shell})},
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response


def plain_url(name: str) -> str:
    return f"{settings.STATIC_URL}{name}"
