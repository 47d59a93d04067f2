import re

import pytest
from playwright.sync_api import expect

from tests.builders import make_drawn
from tests.flows.phones import first_play
from tournaments.models import DirectorCall, Result
from tournaments.results.services.table_cards import MAX_REFUSALS
from tournaments.rulings.services.closing import close_board

pytestmark = pytest.mark.browser


@pytest.fixture
def drawn(live_server):
    return make_drawn(4, params={"entrants": 4, "rounds": 2})


@pytest.mark.journey
def test_claim_contradicting_the_cards_can_be_corrected(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1)
    one.touch("+ Declaration")
    one.page.get_by_role("button", name=re.compile("^You, East–West")).click()
    one.page.get_by_role("button", name=re.compile("^Four jacks")).click()
    one.sees("Four jacks, you 200")
    one.page.get_by_role("button", name=re.compile("^Save ")).click()
    one.sees("The entry was not accepted.")
    one.sees("This does not match the cards of this board.")
    one.page.reload()
    one.sees("The entry was not accepted.")
    one.touch("Correct the entry")
    one.page.get_by_role("button", name=re.compile("^Remove Four jacks")).click()
    one.touch("Save 10–6")
    one.sees("Received at")
    assert Result.objects.get().slip["announced"] == {"NS": 0, "EW": 0}


@pytest.mark.journey
def test_dispute_shows_both_entries_and_is_settled_by_a_choice(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    east.sit("East–West")
    north.enter(1)
    east.enter(1, points="67")
    north.touch("Save 10–6")
    north.sees("Received at")
    east.touch("Save 7–9")
    east.sees("The two entries differ.")
    north.poll_now()
    north.sees("The two entries differ.")
    assert first_play(drawn).state == "disputed"
    expect(north.page.locator(".differs")).to_have_count(4)
    north.touch("Keep this result: East–West, 9–7")
    north.sees("Both sides agree")
    play = first_play(drawn)
    assert (play.state, play.current.side, play.results.count()) == ("confirmed", "EW", 2)


def test_kept_entry_in_a_dispute_is_confirmed_by_the_other_side(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1)
    one.touch("Save 10–6")
    one.touch("Hand over to confirm")
    one.touch("Not correct")
    one.sees("East–West says: not correct.")
    one.touch("Enter the right result")
    one.touch("Hearts")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("67")
    one.sees("we 7 – you 9")
    one.touch("Save 7–9")
    one.sees("The two entries differ.")
    one.touch("Keep this result: North–South, 10–6")
    one.sees("For East–West")
    one.touch("Correct, I confirm")
    one.sees("Both sides agree")
    assert first_play(drawn).current.side == "NS"


@pytest.mark.journey
def test_conflicting_offline_entry_shows_the_confirmed_result(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    east.sit("East–West")
    north.enter(1)
    north.touch("Save 10–6")
    north.sees("Received at")
    east.cut_off()
    east.enter(1, points="70")
    east.touch("Save 7–9")
    east.sees("Saved on this phone.")
    north.touch("Hand over to confirm")
    north.touch("Correct, I confirm")
    north.sees("Both sides agree")
    east.context.set_offline(False)
    east.sees("Someone else got there first.")
    east.sees("This result is confirmed. Only the director can change it now.")
    east.touch("Understood")
    east.sees("Both sides agree")
    assert Result.objects.count() == 1


def test_offline_entry_for_a_closed_board_cannot_be_corrected(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.cut_off()
    one.enter(1)
    one.touch("Save 10–6")
    one.sees("Saved on this phone.")
    close_board(board=first_play(drawn).board, confirmed=True)
    one.context.set_offline(False)
    one.sees("The entry was not accepted.")
    one.sees("The director has closed this board.")
    expect(one.page.locator("body")).not_to_contain_text("Correct it and send it again.")
    expect(one.page.get_by_role("button", name="Correct the entry")).to_have_count(0)
    one.touch("Discard this entry")
    expect(one.page.get_by_role("link", name="Compare with the other tables")).to_be_visible()
    one.touch("All boards of the round")
    expect(one.page.get_by_role("button", name=re.compile("^Board 1"))).to_contain_text("closed")
    one.touch("Enter board 2")
    one.sees("Hearts")


def test_too_many_rejected_entries_offer_to_call_the_director(phone, drawn):
    play = first_play(drawn)
    for number in range(MAX_REFUSALS):
        play.card_refusals.create(side="NS", code="x", detail="x", asked={}, digest=str(number))
    one = phone()
    one.sit("North–South")
    one.enter(1)
    one.touch("Save 10–6")
    one.sees("Too many entries for this board did not match its cards. Call the director.")
    expect(one.page.locator("body")).not_to_contain_text("Correct it and send it again.")
    one.touch("Call the director")
    one.touch("Something is wrong with the cards of the board")
    one.sees("The director is called,")
    assert DirectorCall.objects.get().board == play.board
