"""A klaverjas evening in Dutch: keyboard and phones."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.builders import rebuild
from tests.flows.keys import Keyboard, enter_and_publish, found_a_club
from tests.flows.phones import Phone
from tournaments.models import Play, Result, Seat, Table, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = """Jan de Vries
Piet Jansen
Kees Bakker
Anna Visser
Marieke Smit
Willem Meijer
Els de Boer
Henk Mulder"""


@pytest.fixture
def phones(browser: Browser, live_server: Any) -> Iterator[Any]:
    opened: list[Phone] = []

    def new(table: Table, side: str) -> Phone:
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        context.add_cookies([{"name": "django_language", "value": "nl", "url": live_server.url}])
        opened.append(Phone(context, f"{live_server.url}/table/{table.token}/"))
        opened[-1].sit(side)
        return opened[-1]

    yield new
    for each in opened:
        each.close()


def press(phone: Phone, act: str, value: str | None = None) -> None:
    which = f"[data-act='{act}']" + (f"[data-value='{value}']" if value is not None else "")
    phone.page.locator(which).first.click()


def type_digits(phone: Phone, digits: str) -> None:
    for digit in digits:
        press(phone, "digit", digit)


def set_up(page: Page, base: str) -> Tournament:
    keys = found_a_club(page, base, "nl", "Klaverjasclub De Boer")
    keys.press(".btn-create")
    enter_and_publish(keys, PLAYERS)
    return Tournament.objects.get()


def start_round(page: Page, number: int) -> None:
    keys = Keyboard(page)
    keys.to(".btn-primary[data-key='D']")
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Ronde {number} van 3").first).to_be_visible()
    expect(page.get_by_role("button", name="Pauze")).to_be_visible()


def partners(tournament: Tournament, number: int) -> set[frozenset[int]]:
    sides: dict[tuple[int, str], set[int]] = {}
    for seat in Seat.objects.filter(round__tournament=tournament, round__number=number):
        sides.setdefault((seat.sitting_id or 0, seat.side), set()).add(seat.team_id)
    return {frozenset(pair) for pair in sides.values()}


def test_klaverjas_evening_runs_three_games_with_new_partners(live_server, chromium, phones):
    made = set_up(chromium, live_server.url)
    assert (made.variant.preset, made.game.to_json()) == ("klaverjas_rotterdam", {"deals": 16})
    assert (made.unit, made.movement_kind) == ("player", "melee")
    assert made.rounds.count() == 3
    start_round(chromium, 1)
    one, two = made.tables.order_by("number")

    others = [phones(table, "Oost") for table in (one, two)]
    north = phones(one, "Noord")
    press(north, "pad")
    press(north, "contract", "H")
    press(north, "declarer", "N")
    type_digits(north, "162")
    expect(north.page.locator(".chips")).to_contain_text("Roem")
    press(north, "panel", "declaration")
    press(north, "claim", "tierce 20")
    press(north, "capot", "winner")
    expect(north.page.locator("[data-act=pad_write]")).to_contain_text("282–0")
    press(north, "pad_write")
    expect(north.page.locator("body")).to_contain_text("Oost geeft")
    press(north, "step", "send")
    press(north, "pad_send")
    enter(phones(two, "Noord"), "1412", "1304")
    for other in others:
        other.poll_now()
        confirm(other)
    scores = Result.objects.order_by("play__sitting__table__number").values_list(
        "ns_score", "ew_score"
    )
    assert list(scores) == [(282, 0), (1412, 1304)]
    first = Play.objects.filter(sitting__round__number=1)
    assert set(first.values_list("state", flat=True)) == {Play.State.CONFIRMED}

    chromium.goto(f"{live_server.url}/manage/{made.code}/")
    start_round(chromium, 2)
    later = phones(one, "Noord")
    expect(later.page.locator("header")).to_contain_text("Ronde 2 van 3")
    assert not partners(made, 1) & partners(made, 2)
    rebuild(made)
    chromium.goto(f"{live_server.url}/nl/t/{made.code}/standings/")
    rows = chromium.locator("main tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.first).to_contain_text("1412")
    expect(chromium.locator("main")).to_contain_text("16 spellen elk")
    chromium.goto(f"{live_server.url}/manage/{made.code}/print/slips/?round=1")
    expect(chromium.get_by_role("columnheader", name="Roem")).to_have_count(4)


def enter(phone: Phone, ours: str, theirs: str) -> None:
    type_digits(phone, ours)
    press(phone, "active", "EW")
    type_digits(phone, theirs)
    phone.page.get_by_role("button", name=re.compile("Opslaan|bewaren", re.I)).last.click()
    expect(phone.page.locator("body")).to_contain_text("Oost-West")


def confirm(phone: Phone) -> None:
    phone.agree()
    expect(phone.page.locator("body")).to_contain_text("Beide kanten zijn het eens")
