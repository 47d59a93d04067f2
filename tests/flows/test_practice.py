import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.models import Practice
from games.practice.playing import deal_of
from tests.walk.looking import LANGUAGES, PageInspector

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OPEN = ".practice button[name=move]"
MOVE = 'name="move"'


def sit_down(page, live_server, rules="bulgarian") -> None:
    page.goto(live_server.url + reverse("practice"))
    page.get_by_label("Computer players").select_option("thumb")
    page.get_by_label("Rules of the game").select_option(rules)
    page.get_by_role("button", name="Deal the cards").click()
    expect(page).to_have_url(re.compile(r"/practice/[\w-]{11}/$"))
    page.wait_for_load_state("load")  # an earlier move navigates and loses the focus


def play_moves(page, press, most=60) -> int:
    moves = 0
    while moves < most and not page.locator(".practice-over").count():
        button = page.locator(OPEN).first
        at = page.locator(".practice input[name=at]").input_value()
        press(button)
        expect(page.locator(".practice input[name=at]")).not_to_have_value(at)
        moves += 1
    return moves


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_practice_deal_is_played_by_taps(chromium, live_server, width):
    chromium.set_viewport_size({"width": width, "height": 800})
    sit_down(chromium, live_server)
    play_moves(chromium, lambda button: button.click())
    practice = Practice.objects.get()
    assert deal_of(practice).status in {"complete", "passed_out"}
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width
    chromium.get_by_role("link", name="View the replay").click()
    expect(chromium.get_by_role("heading", level=1)).to_contain_text("Replay")
    chromium.go_back()
    chromium.get_by_role("button", name="Another deal").click()
    expect(chromium.locator(".practice-text")).to_have_text("Your call.")
    assert Practice.objects.count() == 2


@pytest.mark.journey
def test_practice_deal_is_played_by_keyboard(chromium, live_server):
    sit_down(chromium, live_server)

    def press(button) -> None:
        expect(button).to_be_focused()
        chromium.keyboard.press("Enter")

    chromium.locator(OPEN).first.focus()
    play_moves(chromium, press)
    expect(chromium.get_by_role("button", name="Another deal")).to_be_focused()


def test_practice_keeps_keyboard_focus_without_scripts(new_context, live_server):
    page = new_context(java_script_enabled=False).new_page()
    sit_down(page, live_server)
    page.locator(OPEN).first.focus()

    def press(button) -> None:
        expect(button).to_be_focused()
        page.keyboard.press("Enter")

    play_moves(page, press, most=4)
    assert page.url.endswith("?moved=1")


@pytest.mark.parametrize("rules", ["bulgarian", "contree_ffb", "klaverjas_rotterdam", "baloot"])
def test_practice_table_has_no_page_faults_in_every_language(chromium, live_server, rules):
    eyes, faults = PageInspector(chromium), []
    sit_down(chromium, live_server, rules)
    address = chromium.url.replace("/en/", "/{}/")
    widths = (320, 390, 1280)
    for number, language in enumerate(LANGUAGES):
        at = widths[number % 3]
        wrong = eyes.inspect(
            address.format(language), language, at=at, theme="light", widths=widths, for_thumbs=True
        )
        # Inline links can be small; controls of the game cannot.
        faults += [(language, *each) for each in wrong if each[1] != "small" or MOVE in each[2]]
        # Each language checks a later state: more calls, play, end.
        play_moves(chromium, lambda button: button.click(), most=3)
    assert not faults, "\n".join(map(str, faults))
