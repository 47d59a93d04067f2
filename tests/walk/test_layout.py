"""Pages in a real browser: layout, texts and accessibility.

By default one page per template in one language, width and theme, with contrast on one in
three. Slow tests cover every page in each language, at the smallest width and another by
language; axe checks both themes.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.selection import ONE_IN
from tests.tournaments.card_world import Route
from tests.walk.looking import LANGUAGES, THEMES, WIDTHS, PageInspector
from tests.walk.site import Crawl, OpenedPage, Site, own_routes, public_routes

pytestmark = pytest.mark.browser
PARTS: Final = (0, 1, 2, 3)
DESK: Final = (390, 1280, 1920)
BREAKPOINT_WIDTHS: Final = (601, 768, 900, 1100)
"""Columns appear at these; nothing must overflow."""
PHONE_WIDTHS: Final = (320, 390, 640)
SCRIPT_FILLED_PATH: Final = "/scorer/"
"""A script fills the scorer's rows, and they grow."""
NO_PAGES: Final = {
    "practice_table": "only for its player; test_practice plays there",
    "replay_costs": "a part that a page fetches",
    "simulation_with": "leads to the page of one of the two",
    "tournament_after_round": "leads to the standings of that moment",
    "tournament_story": "leads to the front page of a finished tournament, which tells it",
    "tournament_prepared_deals": "a file; test_verified_deals asks for it",
    "account_confirm_login_code": "leads to the form of the code, which is not in use",
    "account_set_password": "leads to the change of a password that there is",
    "hall": "answers on a hall's laptop alone",
    "hall_pair": "answers on a hall's laptop alone",
    "hall_pin": "answers on a hall's laptop alone",
    "helper_over": "says that a link is over, with a refusal",
    "manage_draw_work": "leads to the draw; a part while a worker is at it",
    "manage_entry_live": "a part that a page fetches",
    "manage_live": "a part that a page fetches",
    "manage_prizes": "leads to the desk, on which prizes are planned",
    "manage_teams_list": "leads to the teams, whose form sends it",
    "manage_print_pdf": "a file, or leads back where the server writes none",
    "metrics": "for programs that the settings let in; tests/ops/test_metrics.py asks for it",
    "invitation": "says that a link is over; whole in test_sign_up",
    "mfa_authenticate": "for who is half signed in; looked at in test_signing_in",
    "mfa_deactivate_totp": "leads on where no app is set up",
    "mfa_download_recovery_codes": "there are none without a second step",
    "mfa_edit_webauthn": "there is no passkey",
    "mfa_login_webauthn": "options of the browser's passkey dialog",
    "mfa_reauthenticate": "for who has an app",
    "mfa_reauthenticate_webauthn": "for who has a passkey",
    "mfa_remove_webauthn": "there is no passkey",
    "mfa_view_recovery_codes": "there are none without a second step",
    "set_language": "leads back to where it was chosen",
    "table_events": "a stream",
    "tournament_events": "a stream",
}
ELSEWHERE: Final = {
    "tournament_projector": "for a screen of its own; looked at in test_design",
    "overlay": "as large as a stream, and transparent; looked at in test_embed",
}


@pytest.fixture(autouse=True)
def _password_is_asked_once(settings) -> None:
    """On slow machines the walk outlasts a reauthentication."""
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 24 * 3600


def found_on(site: Site, routes: Sequence[Route], most: int) -> Crawl:
    found = Crawl(site, routes, most)
    apart = tuple(f"/{word}/" for word in ("overlay", "projector"))
    found.pages = [page for page in found.pages if not any(each in page.address for each in apart)]
    return found


def check_each_route_is_known(found: Crawl, routes: Sequence[Route]) -> None:
    """Each route is visited, a file, or listed as no page."""
    asked = {route.name for route in routes}
    none = asked & NO_PAGES.keys()
    # A simulation has a file of bids only where numbers are bid.
    assert found.only("none", "elsewhere", "part") - {"simulation_bids_csv"} == none
    walked = {name for name, kinds in found.answers.items() if "page" in kinds}
    assert asked & ELSEWHERE.keys() <= walked
    assert asked == walked | none | found.only("file", "press", "none")


def widths_of(page: OpenedPage) -> Sequence[int]:
    if page.address.startswith("/en/"):
        return WIDTHS
    return PHONE_WIDTHS if page.address.startswith(("/table/", "/h/")) else DESK


def inspect_page(
    eyes: PageInspector, base: str, page: OpenedPage, language: str, at: int, theme: str,
    also: Sequence[int] = (), contrast: bool = True, axe: bool = True,
) -> Iterator[str]:  # fmt: skip
    language = "en" if page.address.startswith("/styleguide/") else language
    address = page.address
    if address.startswith("/en/"):
        address = f"/{language}{address.removeprefix('/en')}"
    cookies = {settings.LANGUAGE_COOKIE_NAME: language}
    if session := page.visitor.cookies.get(settings.SESSION_COOKIE_NAME):
        cookies[settings.SESSION_COOKIE_NAME] = session.value
    context = eyes.page.context
    eyes.page.goto("about:blank")  # no request of the page before uses these cookies
    context.clear_cookies()
    context.add_cookies(
        [{"name": name, "value": value, "url": base} for name, value in cookies.items()]
    )
    for_thumbs = address.startswith("/table/")
    faults = eyes.inspect(
        base + address, language, at=at, theme=theme, widths=also,
        for_thumbs=for_thumbs, contrast=contrast, axe=axe,
    )  # fmt: skip
    for fault in faults:
        if not (SCRIPT_FILLED_PATH in address and fault[0] == "moves"):
            yield f"{language} {address} {fault}"


@pytest.mark.journey
@pytest.mark.parametrize("routes", [public_routes(), own_routes()], ids=["public", "own"])
def test_one_page_of_each_template_has_no_layout_faults(
    live_server: LiveServer, chromium: Page, routes: Sequence[Route]
) -> None:
    found, eyes, faults = found_on(Site(), routes, 1), PageInspector(chromium), []
    check_each_route_is_known(found, routes)
    for number, page in enumerate(found.of_each_template()):
        widths, theme = widths_of(page), THEMES[number % 2]
        # As many languages as widths of public pages: each turn begins with another language.
        turn, place = divmod(number, len(WIDTHS))
        language, width = LANGUAGES[(turn + place) % len(LANGUAGES)], widths[number % len(widths)]
        contrast = number % ONE_IN == 0
        faults += inspect_page(
            eyes, live_server.url, page, language, width, theme, [min(widths)], contrast
        )
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_pages_have_no_layout_faults_in_any_language_or_width(
    live_server: LiveServer, chromium: Page, part: int
) -> None:
    eyes, faults = PageInspector(chromium), []
    pages = found_on(Site(), [*public_routes(), *own_routes()], 3).pages
    for number, page in list(enumerate(pages))[part :: len(PARTS)]:
        widths = widths_of(page)
        for turn, language in enumerate(LANGUAGES, number):
            width, theme = widths[turn % len(widths)], THEMES[turn % len(THEMES)]
            also = [min(widths), *(BREAKPOINT_WIDTHS if turn == number else ())]
            axe = turn - number < len(THEMES)
            faults += inspect_page(
                eyes, live_server.url, page, language, width, theme, also, axe=axe
            )
    assert not faults, "\n".join(faults)
