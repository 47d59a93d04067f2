"""Two directors correct the same board; the second sees both versions."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.builders import director_of, fill_rounds, make_drawn, make_user, plays_of
from tests.tournaments.manage import address
from tournaments.models import Membership, Play, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return tournament


@pytest.fixture
def play(tournament) -> Play:
    return plays_of(tournament)[0]


@pytest.fixture
def directors(browser: Any, live_server: Any, tournament: Tournament) -> Any:
    other = make_user("ana")
    Membership.objects.create(club=tournament.club, user=other, role=Membership.Role.DIRECTOR)
    opened = []
    for user in (other, director_of(tournament)):
        client = Client()
        client.force_login(user)
        cookie = client.cookies["sessionid"].value
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        opened.append(context)
    yield [context.new_page() for context in opened]
    for context in opened:
        context.close()


def write(page: Page, points: str, reason: str) -> None:
    page.locator("#id_points").fill(points)
    page.locator("#id_reason").fill(reason)


def store(page: Page) -> None:
    page.get_by_role("button", name="Store this result").click()


@pytest.mark.journey
def test_later_director_sees_both_corrections_before_overwriting(
    directors, live_server, tournament, play
) -> None:
    ana, bo = directors
    for page in directors:
        page.goto(f"{live_server.url}{address('play', tournament, play.pk)}")
    write(ana, "77", "Read from the slip")
    write(bo, "88", "They told me")
    store(ana)
    ana.wait_for_url("**/?round=1**")
    store(bo)
    notice = bo.get_by_role("alert")
    expect(notice).to_contain_text("ana (director) changed this at")
    points = notice.get_by_role("row").filter(has_text="Card points")
    expect(points).to_contain_text("77–85")
    expect(points).to_contain_text("88–74")
    expect(bo.locator("#id_points")).to_have_value("88")
    wide = bo.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    assert not wide
    store(bo)
    bo.wait_for_url("**/?round=1**")
    assert list(play.results.order_by("version").values_list("reason", flat=True)) == [
        "test", "Read from the slip", "They told me",
    ]  # fmt: skip
