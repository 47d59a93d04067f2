"""An update during a press does not cancel the tap."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.builders import enter, make_drawn, plays_of
from tests.flows.phones import wait_until_handled
from tests.flows.signing_in import sign_in
from tournaments.console.services.clock import start_round
from tournaments.models import Confirmation

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPE_SCRIPT = """(field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
"""As if just typed: nothing is typed while the mouse is down."""


@pytest.fixture
def drawn(live_server: Any) -> Any:
    return make_drawn(4, params={"entrants": 4, "rounds": 2})


def middle_of(page: Page, name: str | re.Pattern[str]) -> tuple[float, float]:
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_on(page: Page, name: str) -> None:
    page.mouse.move(*middle_of(page, name))
    page.mouse.down()


@contextmanager
def thumb_on(page: Page, name: re.Pattern[str]) -> Iterator[None]:
    x, y = middle_of(page, name)
    browser = page.context.new_cdp_session(page)
    point = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    browser.send("Input.dispatchTouchEvent", point)
    yield
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.journey
def test_seat_can_be_chosen_while_the_round_starts(phone, drawn) -> None:
    north = phone()
    north.sees("has not started")
    with thumb_on(north.page, re.compile("^North–South")):
        start_round(tournament=drawn, number=1)
        with north.page.expect_response(lambda answer: "/state/" in answer.url) as state:
            north.poll_now()
        wait_until_handled(state.value)
        north.sees("has not started")
    expect(north.page.get_by_role("button", name="Enter board 1")).to_be_visible()


DOUBLE_TAP_SCRIPT = """button => {
  const { left, top, width, height } = button.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const more = { clientX, clientY, pointerType: "touch", bubbles: true, cancelable: true };
  return [1, 2].map(() => {
    const under = document.elementFromPoint(clientX, clientY).closest("[data-act]");
    under.dispatchEvent(new PointerEvent("click", more));
    return under.dataset.act;
  });
}"""


def test_accidental_second_tap_is_ignored_with_a_message(phone, drawn) -> None:
    start_round(tournament=drawn, number=1)
    north = phone()
    north.sit("North–South")
    north.enter(1)
    north.touch("Save 10–6")
    north.sees("Received at")
    over = north.page.get_by_role("button", name="Hand over to confirm")
    assert over.evaluate(DOUBLE_TAP_SCRIPT) == ["hand_over", "agree"]
    expect(north.page.locator(".toast")).to_have_text(
        "The second tap was not counted. Touch again if you meant it."
    )
    expect(north.page.locator(".toast")).to_be_visible()
    north.sees("Is this right for board 1?")
    play = plays_of(drawn, sitting__table__number=1, sitting__round__number=1)[0]
    assert (play.state, Confirmation.objects.count()) == ("entered", 0)
    said = north.page.locator(".toast").bounding_box()
    assert said
    assert said["y"] + said["height"] < middle_of(north.page, "Correct, I confirm")[1] - 30
    north.touch("Correct, I confirm")
    north.sees("Both sides agree")
    assert Confirmation.objects.get().side == "EW"


def test_keyboard_focus_is_kept_when_a_notice_disappears(phone, drawn) -> None:
    north = phone()
    north.sees("has not started")
    north.page.get_by_role("button", name=re.compile("^North–South")).focus()
    start_round(tournament=drawn, number=1)
    north.poll_now()
    expect(north.page.locator("body")).not_to_contain_text("has not started")
    north.page.keyboard.press("Enter")
    expect(north.page.get_by_role("button", name="Enter board 1")).to_be_visible()


def test_round_can_be_started_while_a_result_arrives(chromium, live_server, drawn) -> None:
    sign_in(chromium, live_server.url, drawn)
    chromium.goto(f"{live_server.url}/manage/{drawn.code}/")
    press_on(chromium, "Start round 1")
    with chromium.expect_response(lambda answer: "/live/" in answer.url and answer.ok) as live:
        enter(plays_of(drawn)[0])
    wait_until_handled(live.value)
    chromium.mouse.up()
    expect(chromium.get_by_role("button", name="Pause")).to_be_visible()


def test_simulation_can_be_stopped_while_figures_arrive(chromium, live_server) -> None:
    chromium.goto(f"{live_server.url}/simulations/")
    chromium.get_by_role("button", name="Start", exact=True).click()
    press_on(chromium, "Stop")
    for _figures in range(2):
        with chromium.expect_response(lambda answer: "/en/simulations/" in answer.url) as figures:
            pass
        wait_until_handled(figures.value)
    chromium.mouse.up()
    expect(chromium.get_by_role("heading", name="Stopped")).to_be_visible()


def test_copied_link_has_the_latest_typed_value(chromium, live_server) -> None:
    chromium.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chromium.goto(live_server.url + reverse("calculator"))
    chromium.locator('[name="p_NS"]').press_sequentially("97")
    expect(chromium.locator(".calc-score b").first).to_have_text("10")
    chromium.get_by_role("link", name="Copy link").hover()
    chromium.mouse.down()
    with chromium.expect_response(lambda answer: "p_NS=98" in answer.url) as score:
        chromium.locator('[name="p_NS"]').evaluate(TYPE_SCRIPT, "98")
    wait_until_handled(score.value)
    link = chromium.get_by_role("link", name="Copy link")
    assert "p_NS=97" in link.get_attribute("href")
    chromium.mouse.up()
    expect(chromium.locator(".toast")).to_contain_text("The link is copied.")
    expect(link).to_have_attribute("href", re.compile("p_NS=98"))
    assert "p_NS=98" in chromium.evaluate("navigator.clipboard.readText()")


def test_list_choice_updates_the_score_at_once(chromium, live_server) -> None:
    chromium.goto(live_server.url + reverse("calculator"))
    chromium.locator('[name="p_NS"]').press_sequentially("98")
    expect(chromium.locator(".calc-score b").first).to_have_text("10")
    chromium.locator("#add-NS").hover()
    chromium.mouse.down()  # an opening list can capture the end of the press
    chromium.locator("#add-NS").select_option("tierce")
    expect(chromium.locator(".calc-score b").first).to_have_text("12", timeout=5_000)
    chromium.mouse.up()
