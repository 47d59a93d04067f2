import hashlib
import json
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.scorepad.rules import pad_config

STYLES: Final = ("bundles/site.css", "css/calculator.css", "css/pad.css")
SCRIPTS: Final = (
    "js/pad/main.js",
    *(
        f"js/pad/{name}.js"
        for name in ("entry", "parts", "share", "sheet", "setup", "slip", "state")
    ),
    "js/frame/dom.js",
    "js/pad/match.js",
    "js/slips/bids.js",
    "js/slips/premiums.js",
    "js/slips/factors.js",
    "js/slips/reading.js",
    "js/slips/score.js",
    "js/frame/finger.js",
    "js/frame/toast.js",
    "js/frame/menu.js",
    "js/frame/tabs.js",
    "js/frame/clock.js",
    "js/frame/display.js",
)
OFFLINE_FILES: Final = (
    *STYLES,
    *SCRIPTS,
    "fonts/inter-cyrillic.woff2",
    "fonts/inter-latin.woff2",
    "fonts/inter-latin-ext.woff2",
    "img/caret.svg",
    "img/icon.svg",
    "img/icon-180.png",
    "bundles/htmx.js",
)


@require_safe
def pad(request: HttpRequest) -> HttpResponse:
    """The match itself never leaves the browser."""
    return render(request, "games/scorepad/pad.html", {"config": pad_config()})


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, versioned by a digest of the files it caches."""
    digest = hashlib.sha256()
    for name in OFFLINE_FILES:
        path = finders.find(name)
        if path:
            with open(path, "rb") as file:
                digest.update(file.read())
    # Modules import each other by plain names, pages load them by hashed names.
    files = {static(name) for name in OFFLINE_FILES} | {
        f"{settings.STATIC_URL}{name}" for name in OFFLINE_FILES
    }
    config = {
        "version": digest.hexdigest()[:16],
        "page": reverse("match_pad"),
        "files": sorted(files),
    }
    response = render(
        request,
        "games/scorepad/pad_worker.js",
        {"config": json.dumps(config)},
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response
