import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jobs.models import Job
from jobs.tasks import run
from tests.builders import fill_rounds, plays_of, rebuild
from tests.flows.keys import enter_and_publish, found_a_club
from tests.flows.phones import Phone
from tests.solver import quick_solver
from tournaments.models import Play, Tournament

__all__ = ["quick_solver"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quick_solver"),
]

PAIRS = """Paul Martin – Anne Martin
Luc Bernard – Zoé Petit
Jean Durand – Marie Moreau
Hugo Simon – Inès Laurent"""


def set_up(page: Page, base: str) -> Tournament:
    keys = found_a_club(page, base, "fr", "Club de Cannes")
    page.locator("[name=kind][value=duplicate]").check(force=True)
    expect(page.locator("#row-boards")).to_have_count(1)
    page.locator("#row-rules summary").click()
    page.locator("[name=variant][value=contree_cannes]").check(force=True)
    expect(page.locator("[name=award]")).to_have_count(3)
    expect(page.locator("#words-rules")).to_contain_text("points faits et annoncés")
    page.locator(".btn-create").click()
    page.wait_for_load_state()
    enter_and_publish(keys, PAIRS)
    keys.to(".btn-primary[data-key='D']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    return Tournament.objects.get()


def press(phone: Phone, act: str, value: str | None = None) -> None:
    which = f"[data-act='{act}']" + (f"[data-value='{value}']" if value is not None else "")
    phone.page.locator(which).first.click()


def enter_bid(phone: Phone, play: Play) -> None:
    press(phone, "open_board", str(play.pk))
    press(phone, "bid", "120")
    press(phone, "contract", "H")
    press(phone, "contra", "2")
    press(phone, "declarer", "S")
    for digit in "125":
        press(phone, "digit", digit)
    expect(phone.page.locator("[data-act=save]")).to_contain_text("520–0")
    press(phone, "save")


def test_contree_bid_is_entered_on_phone_and_shown_on_the_board(
    live_server: Any, chromium: Page, browser: Any
) -> None:
    base = live_server.url
    made = set_up(chromium, base)
    assert made.variant.preset == "contree_cannes"
    fill_rounds(made, 1)
    play = plays_of(made, sitting__table__number=1, sitting__round__number=2)[0]
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.add_cookies([{"name": "django_language", "value": "fr", "url": base}])
    north = Phone(context, f"{base}/table/{made.tables.get(number=1).token}/")
    north.sit("Nord")
    enter_bid(north, play)
    expect(north.page.locator("body")).to_contain_text("Est–Ouest doit confirmer")
    expect(north.page.locator("body")).to_contain_text("120 Cœur, Sud, surcontre")
    north.close()
    play.refresh_from_db()
    assert play.current is not None
    assert (play.current.slip["bid"], play.current.ns_score) == (120, 520)

    rebuild(made)
    while waiting := list(Job.objects.filter(kind="analysis", state="queued")):
        for job in waiting:
            run(job.pk)
    over = plays_of(made, sitting__round__number=1)[0].board.number
    chromium.goto(f"{base}/fr/t/{made.code}/board/{over}/")
    page = chromium.locator("main")
    expect(page.get_by_role("link", name="Par couleur")).to_have_count(0)
    best = re.search(r"Par\s:\s(\d+)[^·]*·\s(\d+)–(\d+)", page.inner_text())
    assert best is not None
    bid, winner, loser = map(int, best.groups())
    assert bid in range(80, 270, 10)
    assert max(winner, loser) >= bid + 80
