"""End of an evening by keyboard: late entrant, fewer rounds, and both undone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import fill_rounds, make_drawn
from tests.flows.signing_in import sign_in
from tests.tournaments.manage import address
from tournaments.console.services.clock import start_round
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def drawn(live_server: Any) -> Tournament:
    tournament = make_drawn(7, kind="howell", params={"tables": 4, "missing": True})
    fill_rounds(tournament, 2)
    for number in (1, 2, 3):
        start_round(tournament=tournament, number=number)
    return tournament


@pytest.fixture
def desk(chromium: Page, live_server: Any, drawn: Tournament) -> Page:
    sign_in(chromium, live_server.url, drawn)
    chromium.set_viewport_size({"width": 1280, "height": 800})
    chromium.goto(f"{live_server.url}{address('tournament', drawn)}")
    return chromium


def rounds(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.order_by("number").values_list("number", flat=True))


def test_evening_is_shortened_and_restored_in_six_keys(desk: Page, drawn: Tournament) -> None:
    before = rounds(drawn)
    keys = desk.keyboard
    keys.press("e")
    expect(desk.get_by_role("button", name="End the evening earlier")).to_be_focused()
    keys.press("Enter")
    expect(desk.locator(".notice-ok")).to_contain_text("Done")
    assert rounds(drawn) == [1, 2, 3]
    desk.goto(desk.url.split("people/")[0])
    keys.press("u")
    expect(desk.get_by_role("link", name="Undo")).to_be_focused()
    keys.press("Enter")
    expect(desk.get_by_role("button", name="Undo it")).to_be_focused()
    keys.press("Enter")
    expect(desk.get_by_text("Everything is as it was before.")).to_be_visible()
    assert rounds(drawn) == before


def test_late_pair_is_seated_by_keyboard_alone(desk: Page, drawn: Tournament) -> None:
    keys = desk.keyboard
    keys.press("l")
    expect(desk.get_by_role("link", name="A pair comes late")).to_be_focused()
    keys.press("Enter")
    expect(desk.get_by_label("Player 1")).to_be_focused()
    keys.type("Рада Христова")
    keys.press("Tab")
    keys.type("Пламен Христов")
    verdict = desk.locator(".verdict")
    expect(verdict).to_contain_text("Can be done: ")
    seats = desk.locator(".effect-seats")
    expect(seats).to_contain_text("Христова – Христов")
    box = verdict.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    keys.press("Enter")
    expect(desk.locator(".notice-ok")).to_contain_text("Done")
    assert drawn.teams.filter(number=8, name="Рада Христова – Пламен Христов").exists()


PARTS = ("tournament", "people", "changes", "helpers", "finish", "settings", "log", "boards")


@pytest.mark.parametrize("language", ["bg", "fr", "hr", "nl"])
def test_tab_labels_are_not_cut_off_on_a_laptop(
    desk: Page, live_server: Any, drawn: Tournament, language: str
) -> None:
    desk.context.add_cookies(
        [{"name": "django_language", "value": language, "url": live_server.url}]
    )
    for part in PARTS:
        desk.goto(f"{live_server.url}{address(part, drawn)}")
        assert desk.locator("html").get_attribute("lang") == language
        widths = desk.locator(".tabs, .work-parts").first.evaluate(
            "(nav) => [nav.scrollWidth, nav.clientWidth]"
        )
        assert widths[0] <= widths[1], (part, widths)
