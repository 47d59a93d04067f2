from typing import Final

from playwright.sync_api import Page

SEEN: Final = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "nothing";
  const box = at.getBoundingClientRect();
  const inView = box.bottom > 0 && box.top < innerHeight && box.width > 0;
  return inView ? "" : at.outerHTML.slice(0, 200);
}"""


class Keyboard:
    """Keyboard-only user; the focused element must be visible."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, selector: str, most: int = 60) -> None:
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


def found_a_club(page: Page, base: str, language: str, name: str) -> Keyboard:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.context.add_cookies([{"name": "django_language", "value": language, "url": base}])
    page.goto(f"{base}/{language}/")
    keys = Keyboard(page)
    keys.press(".hero a[href*='/manage/new/']")
    keys.type("[name=username]", "organiser")
    keys.type("[name=password1]", "long-enough-1")
    keys.type("[name=password2]", "long-enough-1")
    keys.press("main form button.btn-primary")
    keys.type("[name=name]", name)
    keys.press("main form .btn-primary")
    return keys


def enter_and_publish(keys: Keyboard, entrants: str) -> None:
    keys.type("[name=text]", entrants)
    keys.press("aside form .btn-wide")
    keys.press("button[name=enter][value=draw]")
    keys.press("button.btn-primary[name=choice]")
    keys.press(".btn-primary[formaction$='/publish/']")


PAIRS = """1. Ана Колева – Явор Петров
Мария Димитрова / Елена Костова
Стоян Маринов, Георги Стефанов
Петя Ненова & Румяна Савова
Tea Horvat; Ivan Horvat
Luc Moreau – Anne Petit
Бойко Иванов – Ники Илиев
Даря Минчева – Васил Гочев
"""
