"""Take the three pictures of the README from the demo.

    python -m benchmarks.pictures

Starts the demo on its own port and folder and writes docs/pictures/*.webp: public
standings, a table's phone, the director's console. Results are random, so the winners
differ each time.
"""

from __future__ import annotations

import base64
import tempfile
from typing import TYPE_CHECKING, Final

from benchmarks.weight import ROOT, codes_of, demo, launch_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = ROOT / "docs" / "pictures"
WIDE: Final = (1280, 800)
PHONE: Final = (390, 800)
OPEN_TABLE: Final = 10
QUALITY: Final = 80
NAME, PASSWORD = "director", "demo-belot"
"""The demo's account."""


def open_page(browser: Browser, size: tuple[int, int]) -> Page:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
    )
    return context.new_page()


def save_screenshot(page: Page, name: str) -> None:
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    wish = {"format": "webp", "quality": QUALITY}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", wish)
    target = FOLDER / f"{name}.webp"
    target.write_bytes(base64.b64decode(taken["data"]))
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} kB")


def take_standings(browser: Browser, base: str, code: str) -> None:
    page = open_page(browser, WIDE)
    page.goto(f"{base}/en/t/{code}/")
    save_screenshot(page, "standings")


def take_console(browser: Browser, base: str, code: str) -> str:
    page = open_page(browser, WIDE)
    page.goto(f"{base}/accounts/login/")
    page.fill("[name=login]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/manage/")
    page.goto(f"{base}/manage/{code}/")
    save_screenshot(page, "console")
    page.goto(f"{base}/manage/{code}/?table={OPEN_TABLE}")
    return str(page.locator('a[href*="/table/"]').first.get_attribute("href"))


def take_phone(browser: Browser, address: str) -> None:
    page = open_page(browser, PHONE)
    page.goto(address)
    for words in ("North–South", "Enter board", "Hearts", "South", "9", "8"):
        page.get_by_role("button", name=words).first.click()
    save_screenshot(page, "phone")


def main() -> None:
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        demo(ROOT, folder) as base,
        sync_playwright() as play,
    ):
        browser = launch_browser(play)
        codes = codes_of(base)
        take_standings(browser, base, codes["ended"])
        take_phone(browser, take_console(browser, base, codes["live"]))
        browser.close()


if __name__ == "__main__":
    main()
