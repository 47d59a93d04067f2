"""``manage.py hall``: QR codes, clean pages, the PIN."""

import os
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.flows.bulgarian import LAPTOP, Opens, bg, press, sign_in
from tests.flows.phones import PHONE
from tests.halls import ORGANISER, PASSWORD, WIFI, WIFI_PASSWORD, RunningHall, running_hall
from tests.walk.looking import PageInspector
from tournaments.organiser.qr_codes import qr_svg, wifi_text

pytestmark = [
    pytest.mark.browser,
    pytest.mark.live,
    pytest.mark.skipif(
        bool(os.environ.get("DATABASE_URL")), reason="it brings databases of its own"
    ),
]
WIDTHS = (320, 390, 1280)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with running_hall(tmp_path_factory.mktemp("hall"), LIMITS="on") as running:
        yield running
        assert running.stop() == 0


def type_pin(page: Page, pin: str) -> None:
    page.get_by_label(bg("PIN of the evening"), exact=True).fill(pin)
    with page.expect_navigation():
        press(page, "Open the desk")


# Projected codes
# ----------------------------------------------------------------------------

SQUARES = """page => [...document.querySelectorAll(".hall-code svg")].map((svg) => [
  svg.querySelectorAll("path").length && svg.lastElementChild.getAttribute("d"),
  Math.round(svg.getBoundingClientRect().width), Math.round(svg.getBoundingClientRect().height)])"""


def test_hall_page_shows_codes_for_wifi_and_address(opened: Opens, hall) -> None:
    for size in (LAPTOP, PHONE):
        page = opened(size, f"{hall.address}/hall/")
        told = page.locator(".hall-code b bdi").all_inner_texts()
        assert told[0] == WIFI
        assert told[1].startswith("http://")
        assert told[1].endswith(f":{hall.port}/")
        expect(page.get_by_text(WIFI_PASSWORD)).to_be_visible()
        codes = page.evaluate(SQUARES)
        texts = (wifi_text(WIFI, WIFI_PASSWORD), told[1])
        assert [code for code, _width, _height in codes] == [qr_squares(text) for text in texts]
        # A camera reads a code of 33 squares from six times its width: 25 cm off a phone,
        # two metres off a laptop, more from a projector.
        assert all(width == height >= 240 for _code, width, height in codes), codes
        assert all(width >= 330 for _code, width, _height in codes) or size == PHONE


def qr_squares(text: str) -> str:
    return str(qr_svg(text)).rpartition(' d="')[2].partition('"')[0]


def test_hall_pages_have_no_faults_in_bulgarian(opened: Opens, hall) -> None:
    page = opened(LAPTOP)
    eyes, found = PageInspector(page), {}
    for path in ("/hall/", "/hall/pin/"):
        found[path] = eyes.inspect(hall.address + path, "bg", at=390, theme="light", widths=WIDTHS)
    sign_in(page, hall.address, "/hall/", ORGANISER, PASSWORD)
    for path in ("/hall/", "/hall/pair/", "/manage/"):
        found[f"{path} of the organiser"] = eyes.inspect(
            hall.address + path, "bg", at=1280, theme="dark", widths=WIDTHS
        )
    assert {path: faults for path, faults in found.items() if faults} == {}


# The PIN -----------------------------------------------------------------------------------------


def test_pin_grants_access_until_replaced_and_limits_guessing(opened: Opens, hall) -> None:
    phone = opened(PHONE, f"{hall.address}/hall/")
    phone.get_by_role("link", name=bg("I direct: enter the PIN")).click()
    type_pin(phone, hall.wrong_pin)
    expect(phone.locator("#main")).to_contain_text(bg("This is not the PIN of this evening."))
    phone.goto(f"{hall.address}/manage/")
    assert "/accounts/login/" in phone.url
    phone.goto(f"{hall.address}/hall/pin/")
    type_pin(phone, f"{hall.pin[:3]} {hall.pin[3:]}")
    phone.wait_for_url("**/manage/")
    laptop = opened(LAPTOP)
    sign_in(laptop, hall.address, "/hall/", ORGANISER, PASSWORD)
    press(laptop, "New PIN for directors")
    new = laptop.locator(".hall-pin b").inner_text()
    assert new.replace(" ", "") != hall.pin
    phone.goto(f"{hall.address}/manage/")
    assert "/accounts/login/" in phone.url
    phone.goto(f"{hall.address}/hall/pin/")
    type_pin(phone, new)
    phone.wait_for_url("**/manage/")
    exhaust_pin_attempts(opened(PHONE), hall, new)


def exhaust_pin_attempts(phone: Page, hall: RunningHall, pin: str) -> None:
    said, refused = phone.locator("#main"), bg("Too many wrong PINs came from here. Wait a while.")
    wrong = "000000" if pin != "000 000" else "000001"
    stretch = -1
    while stretch != rate_limit_period():  # a new period resets the count
        stretch, tries = rate_limit_period(), 0
        phone.goto(f"{hall.address}/hall/pin/")
        while refused not in said.inner_text():
            tries += 1
            type_pin(phone, wrong)
        type_pin(phone, pin)
    assert tries <= 11
    assert refused in said.inner_text()
    phone.goto(f"{hall.address}/manage/")
    assert "/accounts/login/" in phone.url


def rate_limit_period() -> int:
    return int(time.time()) // 600
