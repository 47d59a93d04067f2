"""Every screen of an evening: axe, target sizes, narrow and zoomed pages."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.builders import director_of, enter, enter_teams, make_drawn, make_tournament, plays_of
from tests.flows.phones import PHONE, accessibility_faults, overflowing_elements, page_faults
from tests.tournaments.formats import make_field
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAPTOP = {"width": 1280, "height": 800}
LANGUAGES = ("en", "bg", "fr", "hr", "nl")


def village(**game: int) -> Tournament:
    scoring = "wins_then_points" if "best_of" in game else "points_then_wins"
    return make_field(
        8, "danish", {"entrants": 8, "rounds": 2, "first": "seeding"},
        scoring=scoring, cards="open", variant="bela", game=game or {"deals": 12},
    )  # fmt: skip


@pytest.fixture
def game() -> dict[str, int]:
    return {"deals": 12}


@pytest.fixture
def drawn(live_server: Any, game: dict[str, int]) -> Tournament:
    if not game:
        return make_drawn(4, params={"entrants": 4, "rounds": 2})
    return village(**game)


# The table's phone -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [{"deals": 12}])
def test_open_game_screens_are_accessible_on_a_phone(phone, drawn) -> None:
    one = phone()
    assert page_faults(one.page) == []
    one.sit("North–South")
    one.sees("How did the game end?")
    assert page_faults(one.page) == []
    one.type_points("1024")
    one.page.get_by_role("button", name=re.compile("^You")).click()
    one.type_points("700")
    one.sees("at least")
    assert page_faults(one.page) == []
    one.touch("Back to the round")
    one.sees("Enter the game")
    assert page_faults(one.page) == []
    one.touch("Enter the game")
    one.touch("Game not played")
    assert page_faults(one.page) == []
    one.page.go_back()
    one.page.get_by_role("button", name=re.compile("^Save 1024–700")).click()
    one.sees("to confirm")
    assert page_faults(one.page) == []


@pytest.mark.parametrize("game", [{"to": 501, "best_of": 3}])
def test_match_screens_are_accessible_on_a_phone(phone, drawn) -> None:
    one = phone()
    one.sit("North–South")
    one.sees("How did the match end?")
    assert page_faults(one.page) == []
    one.touch("2:1")
    assert page_faults(one.page) == []
    one.touch("Save 2:1 for us")
    one.touch("Hand over to confirm")
    assert page_faults(one.page) == []


@pytest.mark.parametrize("game", [{}])
def test_differing_entries_screen_is_accessible_on_a_phone(phone, drawn) -> None:
    play = plays_of(drawn, sitting__table__number=1, sitting__round__number=1)[0]
    one = phone()
    one.sit("North–South")
    assert page_faults(one.page) == []
    enter(play, "NS")
    enter(play, "EW", slip={"passed_out": True})
    one.page.reload()
    one.page.get_by_role("button", name=re.compile("^Board 1")).click()
    one.sees("The two entries differ.")
    assert page_faults(one.page) == []


def test_table_code_page_is_accessible_on_a_phone(chromium: Page, live_server: Any) -> None:
    chromium.set_viewport_size(PHONE)
    chromium.goto(f"{live_server.url}/table/")
    assert page_faults(chromium) == []


# Console, entry and scorer
# ------------------------------------------------------------------


def signed_in(page: Page, base: str, tournament: Tournament) -> None:
    client = Client()
    client.force_login(director_of(tournament))
    cookie: Any = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base}
    page.context.add_cookies([cookie])
    page.set_viewport_size(LAPTOP)


def desks(name: str) -> tuple[Tournament, str]:
    if name == "entry":
        made = make_tournament()
        enter_teams(made, 9)
        return made, "entry/"
    if name == "boards":
        return make_drawn(8, params={"entrants": 8, "rounds": 2}), "scorer/?table=1"
    made = village(**({"to": 501, "best_of": 3} if name == "match" else {"deals": 12}))
    return made, "" if name == "console" else "scorer/"


@pytest.mark.parametrize("name", ["games", "match", "boards", "entry", "console"])
def test_desk_is_accessible_and_fits_phone_and_zoomed_laptop(
    chromium: Page, live_server: Any, name: str
) -> None:
    tournament, path = desks(name)
    signed_in(chromium, live_server.url, tournament)
    chromium.goto(f"{live_server.url}/manage/{tournament.code}/{path}")
    expect(chromium.get_by_role("heading", level=1).first).to_be_visible()
    assert list(accessibility_faults(chromium)) == []
    assert list(overflowing_elements(chromium, back=LAPTOP)) == []


@pytest.mark.parametrize("name", ["games", "match", "boards"])
def test_desk_keys_fit_one_line_in_every_language(
    chromium: Page, live_server: Any, name: str
) -> None:
    tournament, path = desks(name)
    signed_in(chromium, live_server.url, tournament)
    address = f"{live_server.url}/manage/{tournament.code}/{path}"
    found = {}
    for language in LANGUAGES:
        chromium.context.add_cookies(
            [{"name": "django_language", "value": language, "url": live_server.url}]
        )
        chromium.goto(address)
        expect(chromium.locator("#desk-saved")).not_to_be_empty()
        assert chromium.locator("html").get_attribute("lang") == language
        found[language] = chromium.evaluate(KEY_ROWS_SCRIPT)
    assert found == {language: {"rows": 1, "cut": []} for language in LANGUAGES}


KEY_ROWS_SCRIPT = """() => {
  const keys = [...document.querySelectorAll(".work-keys > *")];
  const edge = document.querySelector(".work-keys").getBoundingClientRect();
  const boxes = keys.map((key) => key.getBoundingClientRect());
  const middles = new Set(boxes.map((box) => Math.round((box.top + box.bottom) / 20)));
  const cut = keys.filter((key, at) => boxes[at].right > edge.right || boxes[at].left < edge.left
    || key.scrollWidth > key.clientWidth + 1 || boxes[at].height > 34);
  return { rows: middles.size, cut: cut.map((key) => key.textContent) };
}"""
