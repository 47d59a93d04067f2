"""The product's own pages in a real browser: widths, themes, console errors, accessibility.

The walks (`test_every_page`, `test_every_desk`) look at all pages each time; here some are looked
at on more windows, and whole in both themes.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.flows.phones import WIDE, resize
from tests.flows.signing_in import sign_in_as
from tests.tournaments.card_world import make_world

WIDTHS = (320, 390, 601, 640, 768, 900, 1100, 1280, 1920)
PUBLIC = (
    "/bg/",
    "/bg/t/{live}/",
    "/bg/t/{live}/board/1/",
    "/bg/t/{live}/round/2/",
    "/bg/t/{live}/boards/",
    "/bg/t/{live}/share/",
    "/",
    "/en/tournaments/",
    "/styleguide/",
    "/en/calculator/?contract=H&by=NS&p_NS=98",
    "/en/pad/",
    "/en/replay/new/",
    "/en/simulations/",
    "/en/deals/",
    "/en/rules/bulgarian/",
    "/accounts/login/",
    "/en/t/{live}/",
    "/en/t/{live}/team/1/",
    "/en/t/{live}/boards/",
    "/en/t/{live}/board/1/",
    "/en/t/{live}/round/2/",
    "/en/t/{live}/rules/",
    "/en/t/{live}/fairness/",
    "/table/{token}/",
)
DESK = (
    "/manage/{live}/",
    "/manage/{live}/?table=1",
    "/manage/{live}/seats/2/",
    "/manage/{live}/rulings/",
    "/manage/{live}/boards/",
    "/manage/{live}/play/{play}/",
    "/manage/{live}/teams/",
    "/manage/{live}/people/",
    "/manage/{live}/print/",
    "/manage/{live}/settings/",
    "/manage/{live}/rules/",
    "/manage/{drawn}/draw/",
    "/manage/new/",
)
SCREENS = ("/en/t/{live}/projector/",)
"""Too large for a phone, and dark at all times."""


@pytest.fixture
def looked_at(live_server, chromium):
    """Opens a page of a tournament in which something of everything has happened."""
    world = make_world()
    names = {
        "live": world.live.code,
        "drawn": world.drawn.code,
        "play": world.names["play_id"][0],
        "token": world.names["token"][0],
    }

    def sign_in():
        sign_in_as(chromium, live_server, director_of(world.live))

    def show(page):
        answer = chromium.goto(live_server.url + page.format(**names))
        assert (page, answer.status) == (page, 200)
        return chromium

    show.sign_in = sign_in
    return show


def faults(looked_at, chromium, page):
    """What axe finds, in the light and in the dark."""
    for theme in ("light", "dark"):
        chromium.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for fault in Axe().run(looked_at(page)).response["violations"]:
            yield theme, fault["id"], fault["nodes"][0]["html"]


def excess(page):
    """What reaches out of the window at each width."""
    for width in WIDTHS:
        resize(page, width, 740)
        yield from ((width, *edge) for edge in page.evaluate(WIDE))


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize(("pages", "signed_in"), [(PUBLIC, False), (DESK, True)])
def test_nothing_scrolls_sideways_from_320_px(looked_at, pages, signed_in):
    if signed_in:
        looked_at.sign_in()
    found = {page: list(excess(looked_at(page))) for page in pages}
    assert {page: wide for page, wide in found.items() if wide} == {}


@pytest.mark.browser
@pytest.mark.parametrize(
    ("pages", "signed_in"),
    [
        (SCREENS, False),
        pytest.param(PUBLIC, False, marks=pytest.mark.slow),
        pytest.param(DESK, True, marks=pytest.mark.slow),
    ],
)
def test_pages_have_no_accessibility_faults(looked_at, chromium, pages, signed_in):
    if signed_in:
        looked_at.sign_in()
    refused: list[str] = []
    chromium.on("console", lambda message: refused.append(message.text))
    found = {page: list(faults(looked_at, chromium, page)) for page in pages}
    assert {page: wrong for page, wrong in found.items() if wrong} == {}
    assert refused == []  # the Content-Security-Policy would speak here


@pytest.mark.browser
@pytest.mark.journey
def test_the_display_menu_changes_theme_suits_and_text_without_losing_the_page(
    live_server, chromium
):
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
def test_escape_closes_an_open_menu_and_gives_the_focus_back(live_server, chromium):
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
