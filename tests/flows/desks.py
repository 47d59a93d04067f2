from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from tournaments.models import Play, Tournament


class Pad:
    def __init__(self, context, address):
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(25_000)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)

    def touch(self, words, *, exact=True):
        self.page.get_by_role("button", name=words, exact=exact).locator("visible=true").click()

    def begin(self, target="151", rules=None):
        if rules:
            self.page.get_by_label("Rules", exact=True).select_option(label=rules)
        self.touch(target)
        self.touch("Begin the match")

    def points(self, contract, seat, digits, contra=None):
        self.page.locator("[data-act=open]").click()
        self.touch(contract)
        self.touch(seat)
        if contra:
            self.touch(contra)
        self.touch("On to the points")
        for digit in digits:
            self.touch(digit)

    def deal(self, contract, seat, digits, contra=None):
        self.points(contract, seat, digits, contra)
        self.page.locator("[data-act=write]").click()

    def score(self):
        return self.page.locator(".pad-score b")

    def rows(self):
        """Points of each deal, without running totals."""
        return self.page.locator(".pad-table td.num > b")

    def sees(self, words):
        expect(self.page.locator("#pad")).to_contain_text(words)

    def row(self, number):
        self.page.locator(f'[data-act=row][data-value="{number - 1}"]').click()


SCREEN = {"width": 1280, "height": 800}


class Scorer:
    def __init__(self, browser: Any, base: str, tournament: Tournament, user: Any) -> None:
        client = Client()
        client.force_login(user)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base}
        self.context = browser.new_context(viewport=SCREEN, locale="en-GB")
        self.context.add_cookies([cookie])
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.home = f"{base}/manage/{tournament.code}/scorer/"
        self.keys = 0

    def open(self, query: str = "") -> "Scorer":
        self.page.goto(self.home + query)
        self.page.locator(".has-script").wait_for()
        return self

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, text: str) -> None:
        self.press(*text)

    def game(self, ns: int, ew: int) -> None:
        self.type(str(ns))
        self.press("Enter")
        self.type(str(ew))
        self.press("Enter")

    def row(self, play: Play) -> Any:
        return self.page.locator(f"#row-{play.pk}")

    def cell(self, play: Play, side: str) -> Any:
        return self.row(play).locator(f"[data-cell={side}]")
