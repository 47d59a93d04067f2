"""Projector, menu and keyboard in a browser; other pages: `tests/walk/test_layout.py`."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.flows.phones import accessibility_faults
from tests.flows.signing_in import sign_in_as
from tournaments.console.services.clock import start_round


@pytest.mark.browser
def test_projector_has_no_accessibility_faults(live_server, chromium):
    tournament = make_drawn(6)
    fill_rounds(tournament, 1)
    start_round(tournament=rebuild(tournament), number=2)
    messages: list[str] = []
    chromium.on("console", lambda message: messages.append(message.text))
    page = reverse("tournament_projector", args=[tournament.code])
    chromium.goto(live_server.url + page)
    assert list(accessibility_faults(chromium)) == []
    assert messages == []  # violations of the Content-Security-Policy appear here


@pytest.mark.browser
@pytest.mark.journey
def test_display_menu_changes_theme_suits_and_text_size(live_server, chromium):
    address = f"{live_server.url}/styleguide/"
    chromium.set_viewport_size({"width": 360, "height": 740})
    chromium.goto(address)
    chromium.get_by_role("button", name="Menu").click()
    chromium.get_by_text("Display", exact=True).click()
    for choice in ("Dark", "Four", "Large"):
        chromium.get_by_text(choice, exact=True).click()
    with chromium.expect_navigation():
        chromium.get_by_role("button", name="Use this display").click()
    assert chromium.url == address
    chosen = chromium.evaluate("({...document.documentElement.dataset})")
    assert chosen == {"theme": "dark", "suits": "four", "textsize": "large"}


@pytest.mark.browser
def test_escape_closes_the_menu_and_restores_focus(live_server, chromium):
    chromium.goto(f"{live_server.url}/styleguide/")
    chromium.get_by_text("Display", exact=True).click()
    chromium.keyboard.press("Escape")
    expect(chromium.locator("details[open]")).to_have_count(0)
    assert chromium.evaluate("document.activeElement.textContent") == "Display"


@pytest.mark.browser
def test_two_digits_typed_quickly_open_one_table(live_server, chromium):
    tournament = make_drawn(24)
    fill_rounds(tournament, 1)
    sign_in_as(chromium, live_server, director_of(rebuild(tournament)))
    chromium.goto(f"{live_server.url}/manage/{tournament.code}/")
    chromium.keyboard.type("12")
    chromium.wait_for_url("**table=12**")
    chromium.keyboard.type("7")
    chromium.wait_for_url("**table=7**")
