"""The design system in a real browser: widths, themes, console errors, accessibility."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from config.styleguide import PAGES

SCREENS = [page for page in PAGES if page not in ("slip", "guide")]


@pytest.mark.browser
@pytest.mark.parametrize("kind", SCREENS)
def test_nothing_scrolls_sideways_from_320_px(live_server, chromium, kind):
    chromium.goto(f"{live_server.url}/styleguide/{kind}")
    for width in (320, 480, 900, 1280):
        chromium.set_viewport_size({"width": width, "height": 740})
        excess = chromium.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert (width, excess) == (width, 0)


@pytest.mark.browser
@pytest.mark.parametrize("kind", SCREENS)
def test_pages_have_no_accessibility_faults(live_server, chromium, kind):
    refused: list[str] = []
    chromium.on("console", lambda message: refused.append(message.text))
    for theme in ("light", "dark"):
        chromium.emulate_media(color_scheme=theme, reduced_motion="reduce")
        chromium.goto(f"{live_server.url}/styleguide/{kind}")
        found = Axe().run(chromium).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
    assert refused == []  # the Content-Security-Policy would speak here


@pytest.mark.browser
def test_the_display_menu_changes_theme_suits_and_text_without_losing_the_page(
    live_server, chromium
):
    address = f"{live_server.url}/styleguide/board/"
    chromium.set_viewport_size({"width": 360, "height": 740})
    chromium.goto(address)
    chromium.get_by_role("button", name="Menu").click()
    chromium.get_by_text("Display", exact=True).click()
    for choice in ("Dark", "Four", "Large"):
        chromium.get_by_text(choice, exact=True).click()
    chromium.get_by_role("button", name="Use this display").click()
    chromium.wait_for_load_state()
    assert chromium.url == address
    chosen = chromium.evaluate("({...document.documentElement.dataset})")
    assert chosen == {"theme": "dark", "suits": "four", "textsize": "large"}


@pytest.mark.browser
def test_escape_closes_an_open_menu_and_gives_the_focus_back(live_server, chromium):
    chromium.goto(f"{live_server.url}/styleguide/board/")
    chromium.get_by_text("Display", exact=True).click()
    chromium.keyboard.press("Escape")
    assert chromium.locator("details[open]").count() == 0
    assert chromium.evaluate("document.activeElement.textContent") == "Display"


@pytest.mark.browser
def test_two_digits_typed_quickly_open_one_table(live_server, chromium):
    chromium.goto(f"{live_server.url}/styleguide/console/")
    chromium.keyboard.type("12")
    chromium.wait_for_url("**#table-12")
    chromium.keyboard.type("7")
    chromium.wait_for_url("**#table-7")
