"""Serve our modules to a real browser from an otherwise empty origin."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from playwright.sync_api import Page, Route

SITE: Final = "http://belot.test"
FOLDER: Final = Path(settings.BASE_DIR) / "static/js"


def serve_modules(page: Page) -> None:
    page.route(f"{SITE}/**", answer)
    page.goto(f"{SITE}/")


def answer(route: Route) -> None:
    path = FOLDER / urlsplit(route.request.url).path.lstrip("/")
    if path.suffix == ".js":
        route.fulfill(body=path.read_text(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")
