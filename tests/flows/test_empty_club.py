"""Clicks and fields from the home page to a published draw."""

import re

import pytest
from playwright.sync_api import expect

from tests.flows.keys import PAIRS
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = "\n".join(re.split(r"(?:\d\. )| [–/&] |[,;] |\n", PAIRS)).strip()
FIRST_PROPOSED_KINDS = {
    "bg": "howell",
    "en": "howell",
    "fr": "danish",
    "hr": "single_elimination",
    "nl": "melee",
}


class CountingUser:
    def __init__(self, page):
        self.page = page
        self.clicks = self.typed = self.pasted = 0

    def click(self, selector):
        with self.page.expect_navigation():
            self.page.locator(selector).click()
        self.clicks += 1

    def type(self, selector, text):
        self.page.locator(selector).fill(text)
        self.typed += 1

    def paste(self, selector, text):
        self.page.locator(selector).fill(text)
        self.pasted += 1


@pytest.mark.parametrize(
    "language", [pytest.param("bg", marks=pytest.mark.journey), "en", "fr", "hr", "nl"]
)
def test_new_organiser_reaches_a_published_draw(live_server, chromium, language):
    base = live_server.url
    cookie = {"name": "django_language", "value": language, "url": base}
    chromium.context.add_cookies([cookie])
    hand = CountingUser(chromium)
    chromium.goto(f"{base}/{language}/")
    hand.click(".hero a[href*='/manage/new/']")
    hand.type("[name=username]", "organiser")
    hand.type("[name=password1]", "long-enough-1")
    hand.type("[name=password2]", "long-enough-1")
    hand.click("main form button")
    hand.type("[name=name]", "Сердика")
    hand.click("main form .btn-primary")
    hand.click(".btn-create")
    alone = FIRST_PROPOSED_KINDS[language] == "melee"
    hand.paste("[name=text]", PLAYERS if alone else PAIRS)
    hand.click("aside form .btn-wide")
    hand.click("button[name=enter][value=draw]")
    hand.click("button.btn-primary[name=choice]")
    hand.click(".btn-primary[formaction$='/publish/']")

    tournament = Tournament.objects.get()
    assert tournament.state == Tournament.State.PLAYING
    assert tournament.teams.count() == (16 if alone else 8)
    assert tournament.movement_kind == FIRST_PROPOSED_KINDS[language]
    assert (hand.clicks, hand.typed, hand.pasted) == (8, 4, 1)


def test_changed_tournament_type_updates_the_plan_at_once(live_server, chromium):
    page = chromium
    page.goto(f"{live_server.url}/accounts/signup/?next=/manage/new/?kind=cup")
    for name, text in (("username", "ana"), ("password1", "long-enough-1")):
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=password2]").fill("long-enough-1")
    page.locator("main form button").click()
    page.locator("[name=name]").fill("Serdika")
    page.locator("main form .btn-primary").click()
    page.locator("#kind-cup:checked").wait_for(state="attached")

    place = page.locator("[name=place]")
    place.fill("Hall 2")
    page.get_by_text("Everybody plays the same cards.").click()
    page.locator("#row-boards").wait_for()
    expect(page.locator("#row-rounds")).to_have_count(0)
    expect(place).to_have_value("Hall 2")
    expect(page.locator("[name=name]")).to_have_value(re.compile("^Duplicate, "))

    page.locator("#row-boards summary").click()
    page.locator("[name=packs]").fill("24")
    page.locator("[name=packs]").press("Tab")
    page.get_by_text("3 a round, one copy of each, 24 packs").wait_for()
    page.locator("#row-time summary").click()
    expect(page.locator("details.fold[open]")).to_have_count(1)
    page.locator("[name=name]").press("Enter")
    page.locator("[name=text]").fill(PAIRS)
    page.locator("aside form .btn-wide").click()
    page.locator("button[name=enter][value='1']").click()
    page.locator(".pagehead-side .btn-primary").click()

    expect(page.locator("[name=packs]").first).to_have_value("24")
    page.get_by_text("21, one copy each, 3 spare").first.wait_for()
    page.get_by_role("button", name="less: How many packs do you have?").click()
    page.get_by_text("21, one copy each, 2 spare").first.wait_for()
    page.locator("[name=packs]").first.fill("")
    page.get_by_role("button", name="more: How many packs do you have?").click()
    expect(page.locator("[name=packs]").first).to_have_value("21")
    page.locator("select[name=dealing]").select_option("once")
    page.get_by_text("all boards before the evening").first.wait_for()
