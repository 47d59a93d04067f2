"""Printed sheets: number of pages, no board split across two."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.builders import make_drawn
from tests.flows.signing_in import sign_in
from tests.tournaments.manage import address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def pages_of(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_printed_27_boards_take_the_planned_pages_and_stay_whole(
    chromium: Page, live_server: Any
) -> None:
    tournament = make_drawn(10, boards_per_round=3)
    sign_in(chromium, live_server.url, tournament)
    for kind, pages in (("packets", 4), ("deals", 6)):
        chromium.goto(f"{live_server.url}{address('print', tournament)}")
        form = chromium.locator(f"form[action$='/print/{kind}/']")
        form.evaluate("(form) => { form.removeAttribute('target'); form.submit(); }")
        chromium.wait_for_url(f"**/print/{kind}/")
        chromium.locator(".sheet-flow .grid-table").first.wait_for()
        assert pages_of(chromium) == pages
        chromium.emulate_media(media="print")
        kept = "(all) => all.map((each) => getComputedStyle(each).breakInside)"
        if kind == "deals":
            assert set(chromium.locator(".deal-sheet").evaluate_all(kept)) == {"avoid"}
        chromium.emulate_media(media="screen")
