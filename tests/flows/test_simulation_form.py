import pytest
from playwright.sync_api import expect

from games.models import Simulation

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.journey
def test_card_is_added_to_the_last_focused_hand(live_server, chromium):
    chromium.goto(f"{live_server.url}/simulations/")
    south, north = chromium.locator("[name=hand_S]"), chromium.locator("[name=hand_N]")
    expect(south).to_be_hidden()
    chromium.get_by_text("These hands").click()
    south.fill("♥J 9")
    chromium.locator("[data-pick-card=HA]").click()
    expect(south).to_have_value("♥J ♥9 ♥A")
    north.focus()
    chromium.locator("[data-pick-card=ST]").click()
    chromium.locator("[data-pick-card=HA]").click()
    expect(north).to_have_value("♠10 ♥A")
    expect(south).to_have_value("♥J ♥9")
    chromium.locator("[data-pick-card=HA]").click()
    expect(north).to_have_value("♠10")
    expect(chromium.locator("[name=declarer]").first).to_be_hidden()
    chromium.get_by_text("This contract").click()
    chromium.get_by_text("East", exact=True).last.click()
    chromium.get_by_role("button", name="Start", exact=True).click()
    expect(chromium.get_by_role("heading", level=1)).to_have_text("Hearts, East")
    question = Simulation.objects.get().question
    assert question["deals"] == {"known": {"N": "ST", "S": "H9 HJ"}}


def test_simulation_form_asks_for_a_bid_only_in_numeric_auctions(live_server, chromium):
    chromium.goto(f"{live_server.url}/simulations/")
    chromium.get_by_text("This contract").click()
    bid = chromium.get_by_label("Number bid")
    expect(bid).to_be_hidden()
    chromium.get_by_label("Rules").select_option("contree_ffb")
    bid.fill("125")
    chromium.get_by_role("button", name="Start", exact=True).click()
    fault = "125 cannot be bid by these rules. Numbers: 80 to 160, in tens."
    expect(chromium.locator(".field", has=bid)).to_contain_text(fault)
    bid.fill("120")
    chromium.get_by_role("button", name="Start", exact=True).click()
    expect(chromium.get_by_role("heading", level=1)).to_have_text("120 in hearts, South")


def test_deal_search_asks_for_a_bid_only_in_numeric_auctions(live_server, chromium):
    chromium.goto(f"{live_server.url}/deals/")
    bid = chromium.get_by_label("Number bid")
    expect(bid).to_be_hidden()
    chromium.get_by_label("Rules").select_option("contree_cannes")
    expect(bid).to_be_visible()
