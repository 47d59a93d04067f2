"""A phone at a table: its browser window, and what a hand does on it."""

import re

from playwright.sync_api import expect

from tests.builders import plays_of


class Phone:
    """One phone with the link of table 1."""

    def __init__(self, context, address):
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(25_000)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)

    def touch(self, words, *, exact=True):
        self.page.get_by_role("button", name=words, exact=exact).click()

    def sit(self, side):
        self.page.get_by_role("button", name=re.compile(f"^{side}")).click()

    def type_points(self, digits):
        for digit in digits:
            self.touch(digit)

    def enter(self, board, contract="Hearts", who="South", points="98"):
        self.touch(f"Enter board {board}")
        self.touch(contract)
        self.page.get_by_role("button", name=re.compile(f"^{who}")).click()
        self.touch("On to the points")
        self.type_points(points)

    def sees(self, words):
        expect(self.page.locator("body")).to_contain_text(words)

    def look_again(self):
        """What the page does by itself every few seconds."""
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def cut_off(self):
        self.page.evaluate(
            """async () => {
              const wait = () => new Promise((done) => setTimeout(done, 50));
              while (!navigator.serviceWorker.controller) await wait();
              while (!(await caches.match(location.pathname))) await wait();
            }"""
        )
        self.context.set_offline(True)

    def close(self):
        assert self.errors == []
        self.context.close()


def first_play(tournament):
    """The first board of table 1."""
    return plays_of(tournament, sitting__table__number=1, sitting__round__number=1)[0]
