import re

import pytest
from playwright.sync_api import Page, expect

from tests.builders import director_of, make_drawn
from tests.processes import environment, kill, until, web, worker
from tests.tournaments.manage import client_of
from tournaments.models import Rehearsal, Tournament
from tournaments.rehearsal.services import start_rehearsal, steer_rehearsal

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


def row() -> Rehearsal:
    return Rehearsal.objects.get()


@pytest.mark.slow
def test_rehearsal_continues_after_a_killed_worker():
    original = make_drawn(4, boards_per_round=1, publish=False)
    start_rehearsal(tournament=original, actor=director_of(original))
    variables = environment()
    with worker(variables) as first:
        until(lambda: row().waits_for == "call", 90)
        kill(first)
    with worker(variables):
        steer_rehearsal(rehearsal=row(), is_hurried=True)
        until(lambda: row().waits_for == "late", 120)
        steer_rehearsal(rehearsal=row(), is_hurried=True)
        until(lambda: row().waits_for == "dispute", 120)
        # The rehearsal advances automatically; it can be accelerated after each round.
        until(lambda: hurry() is not None, 120)
    copy = Tournament.objects.get(rehearses=original)
    assert copy.state == Tournament.State.FINISHED
    original.refresh_from_db()
    assert original.state == Tournament.State.DRAWN


def hurry() -> object:
    found = row()
    if found.ended_at is None and not found.is_hurried:
        steer_rehearsal(rehearsal=found, is_hurried=True)
    return found.ended_at


@pytest.mark.browser
def test_organiser_watches_rehearsal_and_answers_calls(chromium: Page) -> None:
    original = make_drawn(4, boards_per_round=1, publish=False)
    with web(environment()) as address, worker(environment()):
        cookie = client_of(original).cookies["sessionid"].value
        chromium.context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
        chromium.goto(f"{address}/manage/{original.code}/draw/")
        chromium.get_by_role("link", name="Rehearse the evening").click()
        chromium.get_by_role("button", name="Rehearse the evening").click()
        expect(chromium.locator(".copy-bar")).to_contain_text("This is a copy.")
        expect(chromium.locator(".rehearsal-line > li")).to_have_count(8)
        waits = chromium.locator(".notice-warn")
        expect(waits).to_contain_text("table 1 is calling the director", timeout=90_000)
        screen = chromium.frame_locator(".rehearsal-projector iframe")
        expect(screen.locator("h1")).to_have_text(original.name)
        chromium.locator("#steer-next").click()
        expect(waits).to_contain_text("somebody comes late", timeout=120_000)
        chromium.locator("#steer-next").click()
        expect(waits).to_contain_text("a result is disputed", timeout=120_000)
        chromium.get_by_role("button", name="Delete the copy").click()
        expect(chromium).to_have_url(re.compile(f"/manage/{original.code}/draw/"))
    assert not Tournament.objects.filter(rehearses=original).exists()
