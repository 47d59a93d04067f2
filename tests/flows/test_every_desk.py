"""The pages of organisers, helpers, tables and accounts in a real browser, in each language."""

from collections.abc import Sequence
from itertools import product
from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.flows.looking import LANGUAGES, THEMES, Eyes, here_and_narrow
from tests.flows.whole_site import Found, Seen, Site, own_routes

pytestmark = pytest.mark.browser
HALVES: Final = (0, 1)
WIDTHS: Final = (390, 1280, 1920)
PHONES: Final = (320, 390, 640)
"""A table's page and those of helpers are for phones."""
FILLED: Final = "/scorer/"
"""On the scorer's desk a script fills in the rows that it was sent, and they grow with it."""
NO_PAGES: Final = {
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
    "metrics": "for programs that the settings let in; tests/upkeep/test_metrics.py asks for it",
    "invitation": "says that a link is over; whole in test_sign_up",
    "mfa_authenticate": "for who is half signed in; looked at in test_signing_in",
    "mfa_deactivate_totp": "leads on where no app is set up",
    "mfa_download_recovery_codes": "there are none without a second step",
    "mfa_edit_webauthn": "there is no passkey",
    "mfa_login_webauthn": "what a browser is told before it shows a passkey",
    "mfa_reauthenticate": "for who has an app",
    "mfa_reauthenticate_webauthn": "for who has a passkey",
    "mfa_remove_webauthn": "there is no passkey",
    "mfa_view_recovery_codes": "there are none without a second step",
    "set_language": "leads back to where it was chosen",
    "table_events": "a stream",
    "tournament_events": "a stream",
}


@pytest.mark.django_db
def test_each_address_is_walked_or_is_said_to_be_none() -> None:
    found = Found(Site(), own_routes(), most=1)
    assert found.only("none", "elsewhere", "part") == set(NO_PAGES)
    walked = {name for name, kinds in found.answers.items() if "page" in kinds}
    assert {route.name for route in own_routes()} == walked | set(NO_PAGES) | found.only(
        "file", "press", "none"
    )


def look(
    eyes: Eyes, base: str, page: Seen, language: str, at: int, theme: str, widths: Sequence[int]
) -> list[str]:
    """What is wrong with a page, seen by whoever it is for."""
    language = "en" if page.address.startswith("/styleguide/") else language
    cookies = {
        name: page.visitor.cookies[name].value
        for name in (settings.SESSION_COOKIE_NAME,)
        if name in page.visitor.cookies
    }
    cookies[settings.LANGUAGE_COOKIE_NAME] = language
    context = eyes.page.context
    context.clear_cookies()
    context.add_cookies(
        [{"name": name, "value": value, "url": base} for name, value in cookies.items()]
    )
    at_table = page.address.startswith("/table/")
    wrong = eyes.look(
        base + page.address, language, at=at, theme=theme, widths=widths, for_thumbs=at_table
    )
    is_filled = FILLED in page.address
    return [
        f"{language} {page.address} {each}"
        for each in wrong
        if not (is_filled and each[0] == "moves")
    ]


def widths_of(page: Seen) -> Sequence[int]:
    return PHONES if page.address.startswith(("/table/", "/h/")) else WIDTHS


@pytest.mark.parametrize("half", HALVES)
def test_each_page_is_whole_on_every_window(
    live_server: LiveServer, chromium: Page, half: int
) -> None:
    eyes, faults = Eyes(chromium), []
    for number, page in list(enumerate(Found(Site(), own_routes(), 1).pages))[half::2]:
        widths, theme = widths_of(page), THEMES[number % 2]
        language, width = LANGUAGES[number % len(LANGUAGES)], widths[number % 3]
        sizes = here_and_narrow(width, widths)
        faults += look(eyes, live_server.url, page, language, width, theme, sizes)
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("half", HALVES)
def test_each_page_is_whole_in_every_language(
    live_server: LiveServer, chromium: Page, half: int
) -> None:
    eyes, faults = Eyes(chromium), []
    for page, language in list(product(Found(Site(), own_routes(), 2).pages, LANGUAGES))[half::2]:
        for width, theme in product(widths_of(page), THEMES):
            faults += look(eyes, live_server.url, page, language, width, theme, (width,))
    assert not faults, "\n".join(faults)
