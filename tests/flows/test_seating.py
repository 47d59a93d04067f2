"""Manual seating in a browser: exchange seats, repair a table, undo."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import director_of, fill_rounds, make_drawn
from tournaments.models import Change, Sitting, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return tournament


@pytest.fixture
def signed_in(chromium: Page, live_server: Any, client: Any, tournament: Tournament) -> Page:
    client.force_login(director_of(tournament))
    cookie = client.cookies["sessionid"].value
    chromium.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    chromium.set_viewport_size({"width": 390, "height": 844})
    return chromium


def address(live_server: Any, tournament: Tournament, rest: str) -> str:
    return f"{live_server.url}/manage/{tournament.code}/{rest}"


@pytest.mark.journey
def test_two_seats_are_exchanged_by_pressing(signed_in, live_server, tournament) -> None:
    signed_in.goto(address(live_server, tournament, "seats/4/"))
    first, second = signed_in.locator("#id_t1_NS"), signed_in.locator("#id_t2_NS")
    names = first.input_value(), second.input_value()
    buttons = signed_in.locator("[data-swap]:visible")
    buttons.nth(0).click()
    expect(buttons.nth(0)).to_have_attribute("aria-pressed", "true")
    buttons.nth(2).focus()
    signed_in.keyboard.press("Enter")
    expect(second).to_have_value(names[0])
    expect(first).to_have_value(names[1])
    expect(signed_in.locator("#what-if")).to_contain_text("meet again")
    signed_in.get_by_role("button", name="Save this seating").click()
    expect(signed_in.get_by_text("Undo this")).to_be_visible()
    assert Change.objects.get().action == "round_reseated"


def test_seat_is_exchanged_by_dragging(signed_in, live_server, tournament) -> None:
    signed_in.set_viewport_size({"width": 1280, "height": 900})
    signed_in.goto(address(live_server, tournament, "seats/4/"))
    first, second = signed_in.locator("#id_t1_NS"), signed_in.locator("#id_t1_EW")
    names = first.input_value(), second.input_value()
    buttons = signed_in.locator("[data-swap]:visible")
    buttons.nth(0).drag_to(second)
    expect(second).to_have_value(names[0])
    expect(first).to_have_value(names[1])
    expect(signed_in.locator("#what-if")).to_contain_text("What changes")


@pytest.mark.journey
def test_wrong_seating_is_repaired_by_three_presses_and_undone(
    signed_in, live_server, tournament
) -> None:
    sitting = Sitting.objects.filter(round__tournament=tournament, round__number=1)[0]
    before = dict(sitting.seats.values_list("side", "team__number"))
    signed_in.goto(address(live_server, tournament, f"?round=1&table={sitting.table.number}"))
    signed_in.get_by_role("link", name="Repair the table").click()
    signed_in.get_by_role("link", name="They sat the other way round").click()
    signed_in.get_by_role("button", name="Exchange the sides").click()
    expect(signed_in.get_by_text("Done.")).to_be_visible()
    after = dict(sitting.seats.values_list("side", "team__number"))
    assert after == {"NS": before["EW"], "EW": before["NS"]}
    signed_in.get_by_role("link", name="Undo this").click()
    signed_in.get_by_role("link", name="Undo Sides").click()
    signed_in.get_by_role("button", name="Undo it").click()
    expect(signed_in.get_by_text("Undone. Everything is as it was before.")).to_be_visible()
    assert dict(sitting.seats.values_list("side", "team__number")) == before
