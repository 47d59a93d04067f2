"""What the tests with a browser share; `drawn` is each file's own tournament."""

import pytest

from tests.flows.phones import PHONE, Phone


@pytest.fixture
def phone(browser, live_server, drawn):
    """Makes phones; each has its own memory."""
    opened = []

    def new(**more):
        context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, **more)
        token = drawn.tables.get(number=1).token
        opened.append(Phone(context, f"{live_server.url}/table/{token}/"))
        return opened[-1]

    yield new
    for each in opened:
        each.close()
