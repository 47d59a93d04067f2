from collections.abc import Callable
from typing import Final

from django.utils import translation
from playwright.sync_api import Page

LAPTOP: Final = {"width": 1280, "height": 800}
Opens = Callable[..., Page]


def bg(text: str, **values: object) -> str:
    with translation.override("bg"):
        return translation.gettext(text) % values if values else translation.gettext(text)


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=bg(words), exact=True).click()


def sign_in(page: Page, address: str, path: str, name: str, password: str) -> None:
    page.goto(f"{address}/accounts/login/?next={path}")
    page.locator("#id_login").fill(name)
    page.locator("#id_password").fill(password)
    page.locator("#id_password").press("Enter")
    page.wait_for_url(f"**{path}")
