"""Our modules for a real browser, at an address of their own with nothing else around."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from playwright.sync_api import Page, Route

SITE: Final = "http://belot.test"
FOLDER: Final = Path(settings.BASE_DIR) / "static/js"


def serve_modules(page: Page) -> None:
    """Open an empty page, on which every module can be imported: ``/slips/score.js``."""
    page.route(f"{SITE}/**", answer)
    page.goto(f"{SITE}/")


def answer(route: Route) -> None:
    """A module for its address, an empty page for any other."""
    path = FOLDER / urlsplit(route.request.url).path.lstrip("/")
    if path.suffix == ".js":
        route.fulfill(body=path.read_text(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")
