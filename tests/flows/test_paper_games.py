from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import director_of, plays_of
from tests.tournaments.manage import address
from tests.tournaments.results.helpers import threes, village
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_play(page: Page, base: str, tournament: Tournament) -> Any:
    play = plays_of(tournament)[0]
    page.goto(f"{base}/accounts/login/")
    page.get_by_label("User name or email").fill(director_of(tournament).username)
    page.get_by_label("Password", exact=True).fill("secret-enough")
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_load_state()
    page.goto(f"{base}{address('play', tournament, play.pk)}")
    return play


def store(page: Page) -> None:
    page.get_by_role("button", name="Store this result").click()
    expect(page.get_by_text("The game of table 1 is stored.")).to_be_visible()


def test_correction_form_enters_a_game_by_two_scores(live_server, chromium):
    play = open_play(chromium, live_server.url, village())
    chromium.get_by_label("Points of North–South").fill("1102")
    chromium.get_by_label("Points of East–West").fill("960")
    store(chromium)
    play.refresh_from_db()
    assert play.current.outcome["score"] == {"NS": 1102, "EW": 960}


def test_correction_form_enters_a_best_of_three(live_server, chromium):
    play = open_play(chromium, live_server.url, village(to=501, best_of=3))
    for label, figure in (
        ("Games won by North–South", "2"),
        ("Games won by East–West", "1"),
        ("Points of North–South", "1402"),
        ("Points of East–West", "1260"),
    ):
        chromium.get_by_label(label).fill(figure)
    store(chromium)
    play.refresh_from_db()
    assert play.current.outcome["games"] == {"NS": 2, "EW": 1}


def test_correction_form_enters_a_game_of_three_players(live_server, chromium):
    play = open_play(chromium, live_server.url, threes())
    for seat, figure in (("n", "701"), ("w", "480"), ("s", "512")):
        chromium.locator(f"#id_{seat}").fill(figure)
    store(chromium)
    play.refresh_from_db()
    assert play.current.outcome["score"] == {"N": 701, "W": 480, "S": 512}
