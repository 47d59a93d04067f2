"""Clockwise play: first bidder at a table, turn in a replay."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.belot import from_text
from games.models import Record
from games.replay.examples import EXAMPLE
from tests.builders import make_drawn
from tests.flows.phones import first_play
from tests.games.belot.rotation import in_mirror

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLOCKWISE = {"preset": "bulgarian", "direction": "clockwise"}


@pytest.fixture
def drawn(live_server):
    return make_drawn(4, params={"entrants": 4, "rounds": 2}, variant=CLOCKWISE)


def test_phone_names_left_neighbour_of_dealer_as_first_speaker(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.touch("Enter board 1")
    north.sees("North deals, East speaks first.")
    north.touch("Hearts")
    north.page.get_by_role("button", name="South").click()
    north.type_points("98")
    north.touch("Save 10–6")
    north.sees("East–West to confirm")
    assert first_play(drawn).current.slip["declarer"] == "S"


def test_replay_proceeds_clockwise(chromium, live_server):
    record = Record.objects.create(record=in_mirror(from_text(EXAMPLE)), source="import")
    chromium.goto(live_server.url + reverse("replay", args=[record.share]))
    text = expect(chromium.locator("[data-text]"))
    text.to_have_text("North dealt. East calls first.")
    chromium.keyboard.press("ArrowRight")
    text.to_have_text("East passes.")
    chromium.keyboard.press("Shift+ArrowRight")
    chromium.keyboard.press("Shift+ArrowRight")
    text.to_have_text("North: king of hearts. South takes the trick, 21 points.")
