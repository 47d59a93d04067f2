"""The director's console by keyboard; changes reach the phones."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.builders import enter, make_drawn, plays_of, slip
from tests.flows.signing_in import sign_in
from tests.tournaments.manage import address
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round
from tournaments.models import DirectorCall, ExtraTime, Message, Play, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def drawn(live_server: Any) -> Tournament:
    return make_drawn(8)


@pytest.fixture
def desk(chromium: Page, live_server: Any, drawn: Tournament) -> Page:
    sign_in(chromium, live_server.url, drawn)
    chromium.set_viewport_size({"width": 1280, "height": 800})
    chromium.goto(f"{live_server.url}{address('tournament', drawn)}")
    return chromium


def at(drawn: Tournament, table: int) -> Play:
    where = {"sitting__round__number": 1, "sitting__table__number": table, "order": 1}
    [play] = plays_of(drawn, **where)
    return play


def toast(page: Page, words: str) -> None:
    expect(page.locator("#toasts")).to_contain_text(words)


@pytest.mark.journey
def test_console_can_be_used_by_keyboard_alone(desk: Page, drawn: Tournament, phone: Any) -> None:
    keys = desk.keyboard
    expect(desk.locator("#console-clock")).to_contain_text("Round 1 of 7")
    keys.press("d")
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()
    north = phone()
    north.sit("North–South")
    play = at(drawn, 2)
    enter(play, "NS")
    enter(play, "EW", slip=slip(60))
    call = call_director(table=drawn.tables.get(number=3))
    desk.reload()
    # The call comes first: N focuses its answer button, Enter presses it.
    keys.press("n")
    expect(desk.get_by_role("button", name="I am coming")).to_be_focused()
    keys.press("Enter")
    expect(desk.locator("#row-3")).to_contain_text("you are on the way")
    expect(desk.get_by_role("button", name="Resolved")).to_be_visible()
    keys.press("n")
    expect(desk.get_by_role("button", name="The correct result is 10–6")).to_be_focused()
    keys.press("Enter")
    toast(desk, "Table 2, board 1: resolved.")
    play.refresh_from_db()
    assert (play.state, play.current.ns_score) == ("confirmed", 10)
    call = DirectorCall.objects.get(pk=call.pk)
    assert call.answered_at is not None
    # Minutes for table 1 only, shown on its phone.
    before = drawn.rounds.get(number=1).ends_at
    keys.press("1")
    expect(desk.get_by_role("heading", name="Table 1")).to_be_visible()
    keys.press("t")
    toast(desk, "Table 1 gets 3 minutes more.")
    assert ExtraTime.objects.get().seconds == 180
    assert drawn.rounds.get(number=1).ends_at == before
    north.poll_now()
    until = (before + timedelta(minutes=3)).isoformat()
    expect(north.page.locator(".entry-round time")).to_have_attribute("data-deadline", until)
    # A message, undone by Z.
    keys.press("m")
    keys.type("Five minutes are left")
    keys.press("Enter")
    toast(desk, "Sent to 4 tables.")
    north.poll_now()
    north.sees("Five minutes are left")
    keys.press("Escape")
    keys.press("z")
    toast(desk, "Taken back.")
    north.poll_now()
    expect(north.page.locator("body")).not_to_contain_text("Five minutes are left")


def test_message_to_tables_is_shown_and_marked_read(
    desk: Page, drawn: Tournament, phone: Any
) -> None:
    start_round(tournament=drawn, number=1)
    north = phone()
    north.sit("North–South")
    desk.reload()
    desk.get_by_label("Message", exact=True).fill("Please wait")
    desk.get_by_role("button", name="Send").click()
    toast(desk, "Sent to 4 tables.")
    north.poll_now()
    north.sees("Please wait")
    north.touch("Read")
    expect(north.page.locator(".message")).to_have_count(0)
    expect(desk.locator("#console-side")).to_contain_text("read at 1 of 4")
    assert Message.objects.get().at_tables.filter(read_at__isnull=False).count() == 1


@pytest.mark.journey
def test_rows_keep_their_order_under_the_pointer(desk: Page, drawn: Tournament) -> None:
    start_round(tournament=drawn, number=1)
    enter(at(drawn, 4), "NS")
    enter(at(drawn, 4), "EW", slip=slip(60))
    desk.reload()
    order = "[...document.querySelectorAll('.desk-row')].map((row) => row.id)"
    before = desk.evaluate(order)
    assert before[0] == "row-4"
    desk.locator("#row-4").hover()
    call_director(table=drawn.tables.get(number=2))
    expect(desk.locator("#row-2")).to_contain_text("calling since")
    assert desk.evaluate(order) == before
    desk.mouse.move(5, 5)
    expect(desk.locator(".desk-needs .desk-row").first).to_have_id("row-2")


def test_open_table_is_a_bottom_sheet_on_a_phone(desk: Page, drawn: Tournament) -> None:
    start_round(tournament=drawn, number=1)
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.reload()
    desk.locator("#open-2").click()
    sheet = desk.locator(".side-table")
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert box is not None
    assert round(box["y"] + box["height"]) == 844
    desk.get_by_role("link", name="Close", exact=True).click()
    expect(sheet).to_have_count(0)


def test_helper_runs_the_clock_until_the_link_is_stopped(
    desk: Page, drawn: Tournament, browser: Any, live_server: Any
) -> None:
    desk.goto(f"{live_server.url}{address('helpers', drawn)}")
    desk.locator("label.segment", has_text="runs the clock").click()
    desk.get_by_label("For whom").fill("Димо Атанасов")
    desk.get_by_role("button", name="Create link").click()
    link = drawn.helper_links.get()
    expect(desk.locator(".helper-card")).to_contain_text(f"/h/{link.code}")
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    helper = context.new_page()
    helper.goto(f"{live_server.url}{reverse('helper', args=[link.code])}")
    expect(helper.get_by_label("Your name")).to_have_value("Димо Атанасов")
    helper.get_by_role("button", name="Begin").click()
    helper.get_by_role("button", name="Start round 1").click()
    expect(helper.get_by_role("button", name="Pause")).to_be_visible()
    desk.get_by_role("button", name=re.compile("^Stop")).click()
    expect(desk.locator("[role=status]", has_text="Stopped: Clock only")).to_be_visible()
    helper.get_by_role("button", name="Pause").click()
    expect(helper.get_by_role("heading", level=1)).to_have_text("This link does not work")
    assert drawn.rounds.get(number=1).paused_seconds is None
    context.close()
