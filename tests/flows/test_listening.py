"""Phones receive each other's entries by events from a deployed server."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.builders import enter, make_drawn, plays_of
from tests.flows.phones import PHONE, Phone
from tests.processes import environment, web
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn(4, params={"entrants": 4, "rounds": 2}, variant="bulgarian")


@pytest.fixture
def phones(browser: Browser, tournament: Tournament) -> Iterator[list[Any]]:
    token = tournament.tables.get(number=1).token
    with web(environment()) as address:
        opened = []
        for _each in range(2):
            context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)
            phone: Any = Phone(context, f"{address}/table/{token}/")
            phone.asked = []
            phone.page.on("request", lambda request, own=phone: own.asked.append(request.url))
            opened.append(phone)
        yield opened
        for phone in opened:
            phone.close()


@pytest.mark.journey
def test_entry_appears_on_the_other_phone_without_polling(phones: list[Any]) -> None:
    north, east = phones
    north.sit("North–South")
    east.sit("East–West")
    now = time.time()
    east.page.clock.set_fixed_time(now)  # polling is off: updates arrive by the stream only
    north.enter(1)
    north.touch("Save 10–6")
    north.sees("East–West to confirm")
    east.sees("Is this right for board 1?")
    east.page.clock.set_system_time(now)
    east.agree()
    north.sees("Both sides agree")
    told = [url for url in east.asked if "?tag=" in url]
    assert told
    assert len(told) <= 3


@pytest.mark.journey
def test_reconnected_phone_receives_events_again(phones: list[Any], tournament: Tournament) -> None:
    north, _east = phones
    north.sit("North–South")
    north.cut_off()
    north.sees("No connection")
    north.context.set_offline(False)
    north.sees("Online")
    enter(plays_of(tournament, sitting__table__number=1, order=1)[0], "EW")
    north.sees("Is this right for board 1?")
