from typing import Any

import pytest
from playwright.sync_api import Page

from tests.flows.keys import PAIRS, enter_and_publish, found_a_club
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.journey
def test_draw_is_published_by_keyboard_alone(live_server: Any, chromium: Page) -> None:
    base = live_server.url
    keys = found_a_club(chromium, base, "bg", "Сердика")
    keys.press(".btn-create")
    enter_and_publish(keys, PAIRS)
    tournament = Tournament.objects.get()
    assert tournament.state == Tournament.State.PLAYING
    assert tournament.teams.count() == 8
