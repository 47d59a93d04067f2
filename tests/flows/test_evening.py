import uuid
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.builders import names_of, plays_of, rebuild, slip
from tests.flows.phones import PHONE, Phone
from tournaments.models import Play, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def sides(browser, live_server):
    opened = []

    def open_at(table):
        for _side in "NS", "EW":
            context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)
            opened.append(Phone(context, f"{live_server.url}/table/{table.token}/"))
        return opened[-2:]

    yield open_at
    for each in opened:
        each.close()


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_load_state()


def set_up(page: Any, base: str) -> Tournament:
    page.goto(f"{base}/accounts/signup/")
    page.get_by_label("User name").fill("organiser")
    page.get_by_label("Password", exact=True).fill("long-enough-1")
    page.get_by_label("Repeat the password").fill("long-enough-1")
    press(page, "Sign up")
    page.get_by_label("Name of the club").fill("Serdika")
    press(page, "Create the club")
    page.get_by_label("Name", exact=True).fill("Short evening")
    press(page, "Create")
    pairs = "\n".join(" – ".join(names_of(number)) for number in range(1, 9))
    page.get_by_label("One pair a row").fill(pairs)
    press(page, "Preview")
    press(page, "Enter 8 pairs")
    tournament = Tournament.objects.get()
    page.goto(f"{base}/manage/{tournament.code}/draw/?minutes=20&boards=1")
    page.locator("button[name=choice][value^=barometer]").click()
    press(page, "Publish the draw")
    return tournament


def sit_down(phones: list[Phone], number: int) -> None:
    for phone, side in zip(phones, ("North–South", "East–West"), strict=True):
        phone.poll_now()
        if number > 1:
            phone.sees("where to next")
            phone.touch(f"On to round {number}")
        phone.sit(side)


def play_by_touch(phones: list[Phone], play: Play, points: str) -> None:
    north, east = phones
    board = play.board.number
    north.poll_now()
    north.enter(board, points=points)
    north.page.get_by_role("button", name="Save").click()
    north.sees("East–West to confirm")
    east.poll_now()
    east.agree()
    east.sees("Both sides agree")
    north.poll_now()
    for phone in phones:
        phone.touch("All boards of the round")


def play_elsewhere(page: Any, base: str, play: Play, points: int) -> None:
    address = f"{base}/api/v1/tables/{play.sitting.table.token}/results/"
    for side in "NS", "EW":
        entry = {"play": play.pk, "side": side, "slip": slip(points)}
        answer = page.request.post(address, data={**entry, "client_key": str(uuid.uuid4())})
        assert answer.ok, answer.text()


def play_round(page: Any, base: str, phones: list[Phone], tournament: Tournament, n: int) -> None:
    press(page, f"Start round {n}")
    for play in plays_of(tournament, sitting__round__number=n):
        number = play.sitting.table.number
        if number == 1:
            sit_down(phones, n)
            play_by_touch(phones, play, "98")
        else:
            play_elsewhere(page, base, play, 60 + 10 * number)


@pytest.mark.journey
def test_evening_runs_from_sign_up_to_final_standings(live_server, chromium, browser, sides):
    page, base = chromium, live_server.url
    tournament = set_up(page, base)
    phones = sides(tournament.tables.get(number=1))
    console = f"{base}/manage/{tournament.code}/"
    public = browser.new_page()
    for number in 1, 2:
        page.goto(console)
        play_round(page, base, phones, tournament, number)
        rebuild(tournament)
        public.goto(f"{base}/t/{tournament.code}/")
        expect(public.get_by_role("heading", name=f"After round {number}")).to_be_visible()
    assert {play.state for play in plays_of(tournament)} == {"confirmed"}
    page.goto(console)
    page.get_by_role("link", name="Finish the tournament").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Finish the tournament", exact=True).click()
    rebuild(tournament)
    public.reload()
    public.get_by_role("link", name="Standings", exact=True).first.click()
    expect(public.get_by_role("heading", name="Final standings")).to_be_visible()
    assert tournament.standing_rows.count() == 8
    public.close()
