"""Narrow phone, long words: the active tab is visible."""

import os
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.flows.phones import PHONE
from tests.processes import environment, web
from tests.walk.looking import PageInspector
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        bool(os.environ.get("DATABASE_URL")), reason="pages look the same on PostgreSQL"
    ),
]
TAB_ROW_SCRIPT = """() => {
  const row = document.querySelector(".tabs, .work-parts");
  const [edge, tab] = [row, row.querySelector("[aria-current]")].map(
    (one) => one.getBoundingClientRect());
  return { wide: row.scrollWidth > row.clientWidth, seen: tab.left >= edge.left - 1
    && tab.right <= edge.right + 1, scrolled: row.scrollLeft, down: scrollY };
}"""


def open_desk(context: Any, base: str, tournament: Tournament) -> Page:
    client = Client()
    client.force_login(director_of(tournament))
    cookies = {"sessionid": client.cookies["sessionid"].value, "django_language": "bg"}
    context.add_cookies([{"name": each, "value": cookies[each], "url": base} for each in cookies])
    return context.new_page()  # type: ignore[no-any-return]


@pytest.mark.parametrize("part", ["places/", "rules/", "settings/"])
def test_open_tab_is_scrolled_into_view_without_layout_shift(
    chromium: Page, live_server: Any, part: str
) -> None:
    tournament = make_drawn(6)
    page = open_desk(chromium.context, live_server.url, tournament)
    page.set_viewport_size(PHONE)
    eyes = PageInspector(page)
    page.goto(f"{live_server.url}/manage/{tournament.code}/{part}")
    page.wait_for_load_state("load")
    found = page.evaluate(TAB_ROW_SCRIPT)
    assert (found["wide"], found["seen"], found["down"]) == (True, True, 0), found
    assert found["scrolled"] > 0
    assert list(eyes.moves()) == []


@pytest.mark.parametrize("part", ["", "scorer/"])
def test_visible_tab_is_not_scrolled(chromium: Page, live_server: Any, part: str) -> None:
    tournament = make_drawn(6)
    page = open_desk(chromium.context, live_server.url, tournament)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/manage/{tournament.code}/{part}")
    page.wait_for_load_state("load")
    found = page.evaluate(TAB_ROW_SCRIPT)
    assert (found["wide"], found["seen"], found["scrolled"]) == (True, True, 0), found


def test_tab_row_starts_unscrolled_without_scripts(browser: Browser, live_server) -> None:
    tournament = make_drawn(6)
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]
    page = open_desk(context, live_server.url, tournament)
    page.goto(f"{live_server.url}/manage/{tournament.code}/places/")
    expect(page.locator(".tabs [aria-current]")).to_have_count(1)
    found = page.evaluate(TAB_ROW_SCRIPT)
    assert (found["wide"], found["seen"], found["scrolled"]) == (True, False, 0), found
    context.close()


@pytest.mark.live
def test_open_tab_stays_in_view_after_live_updates(chromium: Page) -> None:
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    chromium.set_viewport_size({"width": 320, "height": 740})
    with web(environment()) as address:
        chromium.goto(f"{address}/bg/t/{tournament.code}/rules/")
        chromium.wait_for_load_state("load")
        before = chromium.evaluate(TAB_ROW_SCRIPT)
        assert (before["wide"], before["seen"], before["scrolled"] > 0) == (True,) * 3, before
        head = chromium.locator("#live-head").inner_text()
        fill_rounds(tournament, 2)
        rebuild(tournament)
        expect(chromium.locator("#live-head")).not_to_have_text(head, timeout=60_000)
        assert chromium.evaluate(TAB_ROW_SCRIPT)["seen"] is True
