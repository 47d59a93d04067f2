"""Board preparation by four helpers: a phone per seat, checked by touch and keyboard."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from games.wording.texts import card_name
from tests.builders import director_of, make_drawn
from tournaments.board_prep.selectors import card_pad, packet_at
from tournaments.board_prep.services import create_dealing_links
from tournaments.models import HandCheck, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn(publish=False)


@pytest.fixture
def phone(browser, live_server, tournament):
    made = create_dealing_links(tournament=tournament, actor=director_of(tournament))
    link = next(each for each in made if each.place == "N")
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(live_server.url + reverse("helper", args=[link.code]))
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("I do not play in this tournament.").check()
    page.get_by_role("button", name="Begin").click()
    yield page
    context.close()
    assert errors == []


def cards_at(tournament: Tournament, place: str) -> tuple[str, ...]:
    packet = packet_at(tournament.boards.get(number=1), place)
    assert packet is not None
    return packet.cards


def check_page(page: Page) -> None:
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    sizes = page.locator(".dealing-card").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert [size for size in sizes if min(size) < 44] == []


@pytest.mark.journey
def test_packet_is_shown_and_hand_checked_on_a_phone(phone, tournament):
    expect(phone.get_by_text("Your seat: North")).to_be_visible()
    shoot(phone, "boards")
    phone.get_by_role("link", name="1", exact=True).click()
    phone.get_by_role("button", name="Show the cards").tap()
    expect(phone.get_by_text("First packet: 5 cards")).to_be_visible()
    shoot(phone, "packet")
    check_page(phone)
    phone.get_by_role("button", name="Show board 2").tap()
    expect(phone.get_by_role("heading", name="Board 2")).to_be_visible()
    phone.get_by_role("link", name="All boards").tap()
    phone.get_by_role("link", name="board 1, West").tap()
    own = cards_at(tournament, "W")
    wrong = next(card for _suit, row in card_pad(tournament) for card in row if card not in own)
    for card in (wrong, *own[1:]):
        phone.locator(f".dealing-card:has([value={card}])").tap()
    expect(phone.locator(".dealing-count")).to_have_text("8 of 8")
    check_page(phone)
    phone.get_by_role("button", name="Check").tap()
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text(f"{card_name(wrong).capitalize()} does not belong here.")
    expect(alert).to_contain_text("1 card is missing.")
    shoot(phone, "wrong")
    phone.locator(f".dealing-card:has([value={wrong}])").tap()
    phone.locator(f".dealing-card:has([value={own[0]}])").tap()
    phone.get_by_role("button", name="Check").tap()
    expect(phone.get_by_text("Board 1, West. Right: all 8 cards.")).to_be_visible()
    shoot(phone, "right")
    assert list(HandCheck.objects.values_list("place", "is_right", "who")) == [
        ("W", False, "Ana"), ("W", True, "Ana")
    ]  # fmt: skip


def test_cards_tapped_before_the_script_loads_are_counted(phone, tournament, live_server):
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/js/dealing/main.js", hold)
    page = reverse("manage_dealing_check", args=[tournament.code, 1, "N"])
    phone.goto(live_server.url + page, wait_until="commit")
    first, second = cards_at(tournament, "N")[:2]
    phone.locator(f".dealing-card:has([value={first}])").tap()
    held.pop().continue_()
    expect(phone.locator(".dealing-count")).to_have_text("1 of 8")
    phone.locator(f".dealing-card:has([value={second}])").tap()
    expect(phone.locator(".dealing-count")).to_have_text("2 of 8")


def test_hand_is_checked_by_keyboard_on_a_small_screen(phone, tournament, live_server):
    phone.set_viewport_size(SMALL)
    page = reverse("manage_dealing_check", args=[tournament.code, 1, "N"])
    phone.goto(live_server.url + page)
    check_page(phone)
    own = cards_at(tournament, "N")
    phone.locator("[name=card]").first.focus()
    for card in [card for _suit, row in card_pad(tournament) for card in row]:
        if card in own:
            phone.keyboard.press("Space")
        phone.keyboard.press("Tab")
    expect(phone.locator(".dealing-count")).to_have_text("8 of 8")
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("Board 1, North. Right: all 8 cards.")).to_be_visible()


def shoot(page: Page, name: str) -> None:
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/dealing-{name}.png")
