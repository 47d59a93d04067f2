"""Check-in by keyboard: two keys and an arrow for each of sixteen pairs."""

from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from tests.builders import director_of, enter_teams, make_tournament
from tournaments.cash.selectors.accounts import accounts_of, ledger_of, till_of
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.steps import run_action
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import set_all_present
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAIRS = 16
TYPE = """key => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, code: "", bubbles: true, cancelable: true }))"""


@pytest.fixture
def tournament() -> Tournament:
    made = make_tournament()
    enter_teams(made, PAIRS)
    set_fees(tournament=made, kinds=[FeeKindRequest(600, code="member")])
    set_all_present(tournament=made, is_present=False)
    return made


@pytest.fixture
def desk(chromium: Page, live_server: Any, client: Any, tournament: Tournament) -> Page:
    client.force_login(director_of(tournament))
    cookie = client.cookies["sessionid"].value
    chromium.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    chromium.set_viewport_size({"width": 1280, "height": 800})
    chromium.goto(f"{live_server.url}/manage/{tournament.code}/entry/")
    expect(chromium.locator(".is-cursor")).to_have_count(1)
    return chromium


@pytest.mark.journey
def test_sixteen_pairs_check_in_and_pay_with_three_keys_each(desk, tournament) -> None:
    keys = 0
    for order in range(PAIRS):
        # Bulgarian keyboard layout for every other pair.
        if order % 2:
            desk.evaluate(TYPE, "т")
            desk.evaluate(TYPE, "п")
        else:
            desk.keyboard.press("t")
            desk.keyboard.press("k")
        desk.keyboard.press("ArrowDown")
        keys += 3
    assert keys == 3 * PAIRS
    expect(desk.locator(".desk-sum")).to_have_text("€192", timeout=90_000)  # sequential key presses
    expect(desk.locator(".desk-filter-here b")).to_have_text(str(PAIRS))
    till = till_of(tournament)
    assert (till.cash, till.card, till.lines) == (9600, 9600, PAIRS)
    assert all(each.due == 0 and each.team.here_since for each in accounts_of(tournament))


@pytest.mark.journey
def test_last_step_is_undone_and_keys_work_by_position(desk, tournament) -> None:
    first = desk.locator("[data-row]").first
    desk.keyboard.press("t")
    desk.keyboard.press("p")
    expect(desk.locator(".desk-sum")).to_have_text("€12")
    desk.keyboard.press("Control+z")
    expect(desk.locator(".desk-sum")).to_have_text("€0")
    expect(first.get_by_role("button", name="Paid")).to_be_focused()
    desk.keyboard.press("z")
    expect(first).to_contain_text("come late")
    desk.keyboard.press("/")
    desk.keyboard.type("16")
    expect(desk.locator("[data-row]")).to_have_count(1)
    desk.keyboard.press("Enter")
    desk.keyboard.press("o")
    expect(desk.locator("[data-row]")).to_contain_text("do not play")
    desk.keyboard.press("+")
    expect(desk.get_by_label("Player 1")).to_be_focused()
    assert [each.line.kind for each in ledger_of(tournament)] == ["paid", "cancelled"]


@pytest.mark.journey
def test_payment_by_another_cashier_is_shown_and_not_repeated(
    desk, tournament, live_server
) -> None:
    other = desk.context.new_page()
    other.goto(desk.url)
    expect(other.locator(".is-cursor")).to_have_count(1)
    other.keyboard.press("t")
    other.keyboard.press("p")
    expect(other.locator(".desk-sum")).to_have_text("€12")
    desk.keyboard.press("p")
    expect(desk.locator(".toast")).to_contain_text("paid already")
    expect(desk.locator(".desk-sum")).to_have_text("€12")
    assert till_of(tournament).lines == 1


def test_desk_steps_are_shown_at_once_and_rows_are_independent(desk, tournament) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.route("**/entry/do/", hold)
    rows = desk.locator("[data-row]")
    for _row in range(3):
        desk.keyboard.press("t")
        desk.keyboard.press("p")
        desk.keyboard.press("ArrowDown")
    for order in range(3):
        expect(rows.nth(order)).to_contain_text("here")
        expect(rows.nth(order)).to_contain_text("in cash")
    expect(desk.locator(".desk-sum")).to_have_text("€0")
    desk.evaluate("() => true")  # a round trip makes started requests visible
    assert [parse_qs(each.request.post_data)["do"][0][:5] for each in held] == ["here:"] * 3

    # Responses in reverse order: rows are independent.
    desk.route("**/entry/do/", lambda route: route.continue_())
    for route in reversed(held):
        route.continue_()
    expect(desk.locator(".desk-sum")).to_have_text("€36")
    expect(desk.locator(".desk-filter-here b")).to_have_text("3")
    assert {each.team.entry_order for each in accounts_of(tournament) if each.paid} == {1, 2, 3}

    desk.keyboard.press("Control+z")
    expect(desk.locator(".desk-sum")).to_have_text("€24")
    assert {each.team.entry_order for each in accounts_of(tournament) if each.paid} == {1, 2}


def test_late_pair_is_seated_from_its_row_after_the_draw(desk, tournament) -> None:
    for order in range(1, PAIRS):
        run_action(team=tournament.teams.get(entry_order=order), do="here")
    late = tournament.teams.get(entry_order=PAIRS)
    draw_tournament(
        tournament=tournament, kind="howell", params={"tables": PAIRS // 2, "missing": True}
    )
    publish_draw(tournament=tournament)
    desk.reload()
    desk.keyboard.press("/")
    desk.keyboard.type(late.name)
    expect(desk.locator("[data-row]")).to_have_count(1)
    row = desk.locator(f"#row-{late.pk}")
    row.get_by_role("link", name="Seat them").focus()
    desk.keyboard.press("z")
    expect(desk.get_by_label("Who has come?")).to_have_value(str(late.pk))
    with desk.expect_navigation():
        desk.get_by_role("button", name="Let them play").click()
    late.refresh_from_db()
    assert late.number == PAIRS


def test_ledger_fits_a_phone(desk, tournament, live_server) -> None:
    for account in accounts_of(tournament)[:2]:
        run_action(team=account.team, do="pay")
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.goto(f"{live_server.url}/manage/{tournament.code}/entry/ledger/")
    box = desk.locator(".table-box")
    assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
    expect(box.get_by_role("button", name="Cancel it")).to_have_count(2)
    for button in box.get_by_role("button").all():
        place = button.bounding_box()
        assert place is not None
        assert place["x"] + place["width"] <= 390
