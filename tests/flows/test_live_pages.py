import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.builders import enter, fill_rounds, make_drawn, plays_of, rebuild
from tests.flows.phones import wait_until, wait_until_handled
from tests.processes import environment, web
from tournaments.console.services.clock import pause_round, start_round
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.django_db(transaction=True)]
SOON_MS = 60_000
IDLE_MS = 2_000
"""Longer than the idle time before a page refreshes."""


def after_round(number: int, teams: int = 8) -> Tournament:
    tournament = make_drawn(teams)
    fill_rounds(tournament, number)
    return rebuild(tournament)


@pytest.mark.journey
def test_standings_seats_and_clock_update_automatically(chromium: Page) -> None:
    tournament = after_round(1)
    with web(environment()) as address:
        chromium.goto(f"{address}/t/{tournament.code}/")
        expect(chromium.get_by_role("heading", name="After round 1")).to_be_visible()
        chromium.evaluate("window.marked = true")

        current = start_round(tournament=tournament, number=2)
        clock = chromium.locator("time.clock[data-deadline]")
        expect(clock).to_have_text(re.compile(r"^1[12]:\d\d$"), timeout=SOON_MS)
        enter(plays_of(tournament, sitting__round__number=2, order=1)[0])
        rebuild(tournament)
        expect(chromium.get_by_text("1 / 4")).to_be_visible(timeout=SOON_MS)
        expect(chromium.get_by_role("heading", name="After round 1")).to_be_visible()

        pause_round(current=current)
        expect(chromium.get_by_text("clock stopped")).to_be_visible(timeout=SOON_MS)
        fill_rounds(tournament, 2)
        rebuild(tournament)
        expect(chromium.get_by_role("heading", name="After round 2")).to_be_visible(timeout=SOON_MS)
        assert chromium.evaluate("window.marked") is True


def test_finished_tournament_page_links_to_the_story(chromium: Page) -> None:
    tournament = after_round(7)
    with web(environment()) as address:
        chromium.goto(f"{address}/t/{tournament.code}/")
        expect(chromium.get_by_role("heading", name="After round 7")).to_be_visible()
        chromium.evaluate("window.marked = true")
        rebuild(finish_tournament(tournament=tournament))
        told = chromium.get_by_role("link", name="See who won, and how")
        expect(told).to_be_visible(timeout=SOON_MS)
        expect(chromium.get_by_role("heading", name="Final standings")).to_be_visible()
        assert chromium.evaluate("window.marked") is True

        told.click()
        expect(chromium.locator(".story-band")).to_be_visible()
        reopen_tournament(tournament=tournament)
        expect(chromium.get_by_role("heading", name="After round 7")).to_be_visible(timeout=SOON_MS)
        expect(chromium.locator(".story-band")).to_have_count(0)


def test_page_does_not_update_while_pressed(chromium: Page) -> None:
    tournament = after_round(1)
    fill_rounds(tournament, 2)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    chromium.clock.install()
    chromium.route("**/*fragment=*", hold)
    with web(environment()) as address:
        chromium.goto(f"{address}/t/{tournament.code}/")
        rebuild(tournament)
        wait_until(chromium, lambda: held)
        chromium.mouse.move(300, 400)
        chromium.mouse.down()
        chromium.route("**/*fragment=*", lambda route: route.continue_())
        with chromium.expect_response("**/*fragment=*") as fragment:
            held[0].continue_()
        assert "After round 2" in fragment.value.text()
        wait_until_handled(fragment.value)
        chromium.clock.run_for(IDLE_MS)
        expect(chromium.get_by_role("heading", name="After round 1")).to_be_visible()
        chromium.mouse.up()
        expect(chromium.get_by_role("heading", name="After round 2")).to_be_visible(timeout=SOON_MS)


def test_polling_replaces_a_blocked_event_stream(chromium: Page) -> None:
    tournament = after_round(1)
    chromium.route("**/events/", lambda route: route.abort())
    with web(environment()) as address:
        chromium.goto(f"{address}/t/{tournament.code}/")
        fill_rounds(tournament, 2)
        rebuild(tournament)
        expect(chromium.get_by_role("heading", name="After round 2")).to_be_visible(timeout=60_000)


@pytest.mark.journey
def test_followed_pair_is_marked_pinned_and_remembered(chromium: Page) -> None:
    tournament = after_round(2, teams=16)
    with web(environment()) as address:
        chromium.set_viewport_size({"width": 360, "height": 740})
        page = f"{address}/t/{tournament.code}/"
        chromium.goto(page)
        last = chromium.locator("tr[data-row]").last
        number = str(last.get_attribute("data-team"))
        total = last.locator("td").last.inner_text()
        chromium.get_by_label("Find a pair").fill(number)
        chromium.get_by_role("button", name="Follow").click()
        expect(last).to_have_class(re.compile("is-own"))
        chromium.evaluate("scrollTo(0, 0)")
        expect(chromium.locator("#follow-pin")).to_be_visible()
        expect(chromium.locator("#follow-pin")).to_contain_text(total)

        fill_rounds(tournament, 3)
        rebuild(tournament)
        heading = chromium.get_by_role("heading", name="After round 3")
        expect(heading).to_be_visible(timeout=SOON_MS)
        row = chromium.locator(f'tr[data-row][data-team="{number}"]')
        expect(row).to_have_class(re.compile("is-own"))
        chromium.goto(f"{page}round/1/")
        expect(chromium.locator("tr.is-own")).to_have_count(1)


@pytest.mark.journey
def test_projector_turns_its_pages(chromium: Page) -> None:
    tournament = after_round(1)
    with web(environment()) as address:
        chromium.set_viewport_size({"width": 1920, "height": 1080})
        chromium.goto(f"{address}/t/{tournament.code}/projector/")
        footer = chromium.locator(".screen-foot")
        expect(footer).to_contain_text("Standings after round 1")
        expect(footer).to_contain_text(re.compile(r"Next: seats for round 2 in \d+ s"))
        chromium.keyboard.press("ArrowRight")
        expect(chromium.get_by_role("heading", name="Seats for round 2")).to_be_visible()
        expect(chromium.locator("[data-slide]:visible")).to_have_count(1)


PAGES = ["", "round/1/", "boards/", "board/1/", "board/9/", "team/1/", "rules/", "fairness/"]


@pytest.mark.parametrize("width", [320, 360, 768, 1440])
def test_no_page_scrolls_sideways(chromium: Page, width: int) -> None:
    tournament = after_round(2)
    with web(environment()) as address:
        chromium.set_viewport_size({"width": width, "height": 740})
        wide: list[Any] = []
        for path in [
            "/",
            "/en/tournaments/",
            *(f"/en/t/{tournament.code}/{page}" for page in PAGES),
        ]:
            chromium.goto(address + path)
            found = chromium.evaluate("document.documentElement.scrollWidth")
            if found > width:
                wide.append((path, found))
        assert wide == []
