"""Shared browser fixtures; each file defines `drawn`."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.flows.bulgarian import Opens
from tests.flows.phones import PHONE, Phone


@pytest.fixture
def phone(browser, live_server, drawn):
    opened = []

    def new(**more):
        context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, **more)
        token = drawn.tables.get(number=1).token
        opened.append(Phone(context, f"{live_server.url}/table/{token}/"))
        return opened[-1]

    yield new
    for each in opened:
        each.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opens]:
    """Opens Bulgarian browser windows; script errors fail the test."""
    contexts, errors = [], []

    def new(size: dict[str, int], address: str = "") -> Page:
        contexts.append(browser.new_context(viewport=size, locale="bg-BG"))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        if address:
            page.goto(address)
        return page

    yield new
    for context in contexts:
        context.close()
    assert errors == []
