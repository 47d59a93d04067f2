from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.builders import director_of
from tests.flows.phones import PHONE, overflowing_elements
from tests.tournaments.registration.world import ANA, BOYKO, YAVOR, enter, entered, open_tournament
from tournaments.models import EntryPlan, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    return open_tournament(1, needs_approval=True)


@pytest.fixture
def phone(browser: Browser) -> Any:
    contexts = []

    def new() -> Page:
        context = browser.new_context(
            viewport=PHONE, locale="en-GB", java_script_enabled=False, has_touch=True
        )
        contexts.append(context)
        return context.new_page()

    yield new
    for each in contexts:
        each.close()


@pytest.fixture
def desk(chromium: Page, live_server: Any, client: Any, tournament: Tournament) -> Page:
    client.force_login(director_of(tournament))
    cookie = client.cookies["sessionid"].value
    chromium.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    chromium.set_viewport_size({"width": 1280, "height": 800})
    return chromium


def enter_alone(page: Page, address: str, name: str, choice: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_label(choice).check()
    page.get_by_role("button", name="Enter").tap()
    expect(page.get_by_role("heading", name="Keep this page")).to_be_visible()


def faults(page: Page) -> list[str]:
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.reload()
        found += [fault["id"] for fault in Axe().run(page).response["violations"]]
    return found


@pytest.mark.journey
def test_players_find_partners_and_organiser_enters_them(
    phone: Any, desk: Page, live_server: Any, tournament: Tournament
) -> None:
    address = f"{live_server.url}/en/t/{tournament.code}/"
    ana, boyko, waits = phone(), phone(), phone()
    enter_alone(ana, f"{address}enter/", ANA, "I need a partner")
    expect(ana.get_by_role("heading", name="You are looking for a partner")).to_be_visible()
    enter_alone(boyko, f"{address}enter/", BOYKO, f"With {ANA}, who is looking for a partner")
    expect(boyko.get_by_text(f"You have asked {ANA}.")).to_be_visible()

    ana.reload()
    ana.get_by_role("button", name="Play together").tap()
    expect(ana.get_by_role("heading", name="The organiser is reviewing it")).to_be_visible()

    waits.goto(address)
    waits.get_by_role("link", name="To the waiting list").tap()
    waits.get_by_label("Your name").fill(YAVOR)
    waits.get_by_role("button", name="To the waiting list").tap()
    expect(waits.get_by_text("Enter your partner’s name, or state").first).to_be_visible()
    waits.get_by_label("Your partner’s name").fill("Стоян Савов")
    waits.get_by_role("button", name="To the waiting list").tap()
    expect(waits.get_by_text("You are number 1 on the waiting list.")).to_be_visible()

    desk.goto(f"{live_server.url}/manage/{tournament.code}/teams/")
    desk.get_by_role("link", name="Entry by players").click()
    desk.get_by_role("button", name="Enter all of them").click()
    expect(desk.get_by_text("1 sign-up entered.")).to_be_visible()
    assert entered(tournament) == [f"{ANA} – {BOYKO}"]

    boyko.reload()
    boyko.get_by_role("button", name="Withdraw").tap()
    expect(boyko.get_by_role("heading", name="You have withdrawn")).to_be_visible()
    waits.reload()
    expect(waits.get_by_role("heading", name="The organiser is reviewing it")).to_be_visible()
    assert entered(tournament) == []


def test_signup_pages_are_accessible_on_every_screen(
    phone: Any, desk: Page, live_server: Any, tournament: Tournament
) -> None:
    address = f"{live_server.url}/en/t/{tournament.code}/enter/"
    ana, boyko = phone(), phone()
    enter_alone(ana, address, ANA, "I need a partner")
    enter_alone(boyko, address, BOYKO, f"With {ANA}, who is looking for a partner")
    listed = f"{live_server.url}/manage/{tournament.code}/signups/"
    for shown in (address, ana.url, boyko.url, listed):
        desk.goto(shown)
        assert (shown, faults(desk)) == (shown, [])
        assert (shown, list(overflowing_elements(desk))) == (shown, [])


def test_signup_page_refreshes_and_keeps_typed_values(chromium: Page, live_server: Any) -> None:
    tournament = open_tournament(2)
    chromium.goto(f"{live_server.url}/en/t/{tournament.code}/enter/")
    expect(chromium.get_by_role("heading", name="2 places left")).to_be_visible()
    chromium.get_by_label("Your name").fill(ANA)
    chromium.get_by_label("I need a partner").check()
    enter(tournament, BOYKO, YAVOR)
    enter(tournament, "Сам Самов")
    expect(chromium.get_by_role("heading", name="1 place left")).to_be_visible()
    expect(chromium.get_by_label("With Сам Самов, who is looking for a partner")).to_be_visible()
    expect(chromium.get_by_label("I need a partner")).to_be_checked()
    expect(chromium.get_by_label("Your name")).to_have_value(ANA)
    EntryPlan.objects.update(is_open=False)
    Tournament.objects.filter(pk=tournament.pk).update(extras_version=99)
    closed = chromium.get_by_role("heading", name="Entry is closed").first
    expect(closed).to_be_visible()
    expect(chromium.get_by_label("Your name")).to_have_value(ANA)
    expect(chromium.get_by_role("button", name="Enter")).to_have_count(0)
