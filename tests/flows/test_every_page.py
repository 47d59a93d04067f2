"""Every public page of the site in a real browser, in each language, on windows of all sizes."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.flows.looking import LANGUAGES, THEMES, WIDTHS, Eyes, here_and_narrow
from tests.flows.whole_site import Found, Site, public_routes

pytestmark = pytest.mark.browser
HALVES: Final = (0, 1)
NO_PAGES: Final = {
    "practice_table": "only for whoever sits at it; test_practice plays there",
    "replay_costs": "a part that a page fetches",
    "simulation_with": "leads to the page of one of the two",
    "tournament_after_round": "leads to the standings of that moment",
    "tournament_story": "leads to the front page of a finished tournament, which tells it",
    "tournament_prepared_deals": "a file; test_verified_deals asks for it",
}
ELSEWHERE: Final = {
    "tournament_projector": "for a screen of its own; looked at in test_display",
    "overlay": "as large as a stream, and transparent; looked at in test_embed",
}


@pytest.mark.django_db
def test_each_public_address_is_walked_or_is_said_to_be_none() -> None:
    found = Found(Site(), public_routes(), most=1)
    # A simulation tells of bids, as a file, only where numbers are bid.
    assert found.only("none", "elsewhere", "part") - {"simulation_bids_csv"} == set(NO_PAGES)
    walked = {name for name, kinds in found.answers.items() if "page" in kinds}
    assert ELSEWHERE.keys() < walked
    assert {route.name for route in public_routes()} == walked | set(NO_PAGES) | found.only(
        "file", "press", "none"
    )


def walked(most: int) -> list[str]:
    """The addresses to walk, without their language."""
    apart = tuple(f"/{word}/" for word in ("overlay", "projector"))
    pages = (page.address for page in Found(Site(), public_routes(), most).pages)
    return [page.removeprefix("/en") for page in pages if not any(each in page for each in apart)]


@pytest.mark.parametrize("half", HALVES)
def test_each_page_is_whole_on_every_window(
    live_server: LiveServer, chromium: Page, half: int
) -> None:
    eyes, faults = Eyes(chromium), []
    for number, address in list(enumerate(walked(2)))[half::2]:
        # As many languages as widths: each turn of the widths begins with another language.
        turn, place = divmod(number, len(WIDTHS))
        language, width = LANGUAGES[(turn + place) % len(LANGUAGES)], WIDTHS[place]
        whole = f"/{language}{address}"
        wrong = eyes.look(
            live_server.url + whole,
            language,
            at=width,
            theme=THEMES[number % 2],
            widths=here_and_narrow(width, WIDTHS),
        )
        wrong += eyes.torn()
        faults += [f"{whole} {each}" for each in wrong]
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("half", HALVES)
def test_each_page_is_whole_in_every_language(
    live_server: LiveServer, chromium: Page, half: int
) -> None:
    eyes, faults = Eyes(chromium), []
    for address, language in list(product(walked(3), LANGUAGES))[half::2]:
        whole = f"/{language}{address}"
        for wrong in every_look(eyes, live_server.url + whole, language):
            faults.append(f"{whole} {wrong}")
    assert not faults, "\n".join(faults)


def every_look(eyes: Eyes, address: str, language: str) -> Iterator[object]:
    for width, theme in product(WIDTHS, THEMES):
        yield from eyes.look(address, language, at=width, theme=theme, widths=(width,))
