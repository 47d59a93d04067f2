"""From sign-up to a published draw by keys alone: Tab, arrows, Enter and what is typed."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.flows.test_empty_club import PAIRS
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEEN: Final = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "nothing";
  const box = at.getBoundingClientRect();
  const inView = box.bottom > 0 && box.top < innerHeight && box.width > 0;
  return inView ? "" : at.outerHTML.slice(0, 200);
}"""


class Keys:
    """Presses keys only; whatever holds the focus must be in view."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, selector: str, most: int = 60) -> None:
        """Tab until the wanted control holds the focus."""
        matches = f"() => document.activeElement.matches({selector!r})"
        for _ in range(most):
            if self.page.evaluate(matches):
                return
            self.page.keyboard.press("Tab")
            out_of_view = self.page.evaluate(SEEN)
            assert out_of_view in ("", "nothing"), out_of_view
        raise AssertionError(f"{selector} is not reached by {most} tabs on {self.page.url}")

    def press(self, selector: str) -> None:
        self.to(selector)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        self.page.wait_for_load_state()

    def type(self, selector: str, text: str) -> None:
        self.to(selector)
        self.page.keyboard.insert_text(text)


def test_a_draw_is_published_without_a_mouse(live_server: Any, chromium: Page) -> None:
    base = live_server.url
    chromium.set_viewport_size({"width": 1280, "height": 800})
    chromium.context.add_cookies([{"name": "django_language", "value": "bg", "url": base}])
    chromium.goto(f"{base}/bg/")
    keys = Keys(chromium)
    keys.press(".hero a[href*='/manage/new/']")
    keys.type("[name=username]", "organiser")
    keys.type("[name=password1]", "long-enough-1")
    keys.type("[name=password2]", "long-enough-1")
    keys.press("main form button.btn-primary")
    keys.type("[name=name]", "Сердика")
    keys.press("main form .btn-primary")
    keys.press(".btn-create")
    keys.type("[name=text]", PAIRS)
    keys.press("aside form .btn-wide")
    keys.press("button[name=enter][value=draw]")
    keys.press("button.btn-primary[name=choice]")
    keys.press(".btn-primary[formaction$='/publish/']")
    expect(chromium).to_have_url(re.compile("/manage/"))
    tournament = Tournament.objects.get()
    assert tournament.state == Tournament.State.PLAYING
    assert tournament.teams.count() == 8
