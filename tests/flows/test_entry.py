import re

import pytest
from playwright.sync_api import expect

from tests.builders import enter, make_drawn, plays_of
from tests.flows.phones import first_play, page_faults
from tournaments.models import Confirmation, DirectorCall, Play, Result

pytestmark = pytest.mark.browser


@pytest.fixture
def variant():
    return "bulgarian"


@pytest.fixture
def drawn(live_server, variant):
    return make_drawn(4, params={"entrants": 4, "rounds": 2}, variant=variant)


@pytest.mark.journey
def test_board_is_entered_on_one_phone_and_confirmed_on_another(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    north.enter(1)
    north.sees("Made:")
    north.sees("we 10 – you 6")
    north.touch("Save 10–6")
    north.sees("East–West to confirm")
    east.sit("East–West")
    east.poll_now()
    east.sees("Is this right for board 1?")
    east.agree()
    east.sees("Both sides agree")
    north.poll_now()
    north.sees("Both sides agree")
    play = first_play(drawn)
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 10, 6)
    assert Confirmation.objects.get().side == "EW"


def test_common_board_takes_six_touches_and_confirmation_one(phone, drawn):
    one, other = phone(), phone()
    one.sit("North–South")
    other.sit("East–West")
    one.count_touches()
    other.count_touches()
    one.enter(1)
    one.touch("Save 10–6")
    one.sees("Received at")
    other.poll_now()
    other.agree()
    other.sees("Both sides agree")
    assert (one.touches(), other.touches()) == (6, 1)


def test_opening_lead_takes_one_touch_and_is_shown_to_opponents(phone, drawn):
    one, other = phone(), phone()
    one.sit("North–South")
    other.sit("East–West")
    one.count_touches()
    one.enter(1)
    one.touch("West")
    one.touch("East")
    one.touch("East")
    one.touch("East")
    one.touch("Save 10–6")
    one.sees("Received at")
    assert one.touches() == 10
    assert first_play(drawn).current.slip["lead"] == "E"
    other.poll_now()
    other.sees("LedEast")
    other.agree()
    other.sees("Both sides agree")
    one.close()
    other.close()


@pytest.mark.journey
def test_passed_out_board_is_entered_and_confirmed_on_one_phone(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    one.touch("Everybody passed")
    one.sees("Did everybody pass on board 1?")
    assert not Result.objects.exists()
    one.touch("Save 0–0")
    one.sees("Received at")
    one.touch("Hand over to confirm")
    one.sees("For East–West")
    one.touch("Correct, I confirm")
    one.sees("Both sides agree")
    play = first_play(drawn)
    assert (play.state, play.current.kind) == ("confirmed", "passed_out")


def test_impossible_points_are_explained_and_cannot_be_saved(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1, points="175")
    one.sees("175 is too many. In hearts the tricks are worth 162 in all.")
    expect(one.page.get_by_role("button", name="Save")).to_be_disabled()
    expect(one.page.locator(".side-box.is-wrong output")).to_have_text("175")
    one.touch("Delete a digit")
    one.sees("Failed:")
    expect(one.page.get_by_role("button", name="Save 0–16")).to_be_enabled()
    assert not Result.objects.exists()


def test_zero_points_require_an_explanation(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1, points="162")
    one.sees("East–West without points. Did the other side take every trick?")
    one.touch("No, a trick without points")
    one.sees("we 16 – you 0")
    one.touch("Clear")
    one.touch("+ Capot")
    one.page.get_by_role("button", name=re.compile("^We")).click()
    one.sees("we 25 – you 0")
    assert not Result.objects.exists()


@pytest.mark.parametrize("variant", ["french"])
def test_suit_game_without_contra_offers_only_suits(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    expect(one.page.locator("[data-act=contract]")).to_have_count(4)
    one.touch("Hearts")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.sees("Points from tricks, with the last 10")
    one.type_points("98")
    one.sees("we 98 – you 64")
    one.touch("Save 98–64")
    one.sees("Received at")
    assert Result.objects.get().ns_score == 98


@pytest.mark.parametrize("variant", ["bela"])
def test_passing_out_is_not_offered_where_a_bid_is_required(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    one.sees("What did you play?")
    expect(one.page.get_by_role("button", name="Everybody passed")).to_have_count(0)


@pytest.mark.parametrize("variant", [{"preset": "belote", "contra_levels": 3}])
def test_no_trumps_score_is_doubled_and_contra_has_three_levels(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    one.page.locator("[data-value=NT]").click()
    one.touch("Sur-contra")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("90")
    one.sees("we 208 – you 0")
    expect(one.page.get_by_role("button", name="+ Declaration")).to_have_count(0)


@pytest.mark.parametrize("variant", ["baloot", "bazar_blot", "coinche_ffb"])
def test_contracts_beyond_suits_fill_one_row_below(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    expect(one.page.locator("[data-act=contract][data-value=NT]")).to_be_visible()
    keys = one.page.locator("[data-act=contract]")
    boxes = {key.get_attribute("data-value"): key.bounding_box() for key in keys.all()}
    left = min(box["x"] for box in boxes.values())
    right = max(box["x"] + box["width"] for box in boxes.values())
    beyond = [boxes[code] for code in ("NT", "AT") if code in boxes]
    assert len({box["y"] for box in beyond}) == 1
    assert beyond[0]["y"] > max(boxes[suit]["y"] for suit in "CDHS")
    assert abs(beyond[0]["x"] - left) < 1
    assert abs(beyond[-1]["x"] + beyond[-1]["width"] - right) < 1


@pytest.mark.journey
def test_next_seats_are_shown_to_both_pairs_after_the_last_board(phone, drawn):
    one = phone()
    one.sit("North–South")
    for number in (1, 2):
        words = f"Enter board {number}" if number == 1 else f"On to board {number}"
        one.touch(words)
        one.passed_out()
        one.sees("Received at")
        one.touch("Hand over to confirm")
        one.touch("Correct, I confirm")
        one.sees("Both sides agree")
    one.touch("All boards of the round")
    one.sees("Round 1 is done at this table.")
    one.sees(", where to next")
    one.sees("East–West, against ")
    expect(one.page.locator(".onward-table")).to_have_text("Table 1")
    one.sees("Boards 1, 2 are not needed in round 2")
    one.sees("At table 1 boards 3, 4 wait for you.")
    assert page_faults(one.page) == []
    one.sees("Round 2 has not begun yet. It appears here automatically.")
    for play in plays_of(drawn, sitting__round__number=1, state=Play.State.EMPTY):
        enter(play, slip={"passed_out": True})
    one.poll_now()
    one.touch("On to round 2")
    one.sees("Is everyone in the right seat?")


@pytest.mark.journey
def test_table_calls_the_director(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Call the director")
    one.touch("A wrong card was played")
    one.sees("The director is called")
    assert DirectorCall.objects.get().message == "A wrong card was played"


@pytest.mark.journey
def test_board_can_be_entered_by_keyboard_alone(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    for words in ("Hearts", re.compile("^South")):
        one.page.get_by_role("button", name=words).focus()
        one.page.keyboard.press("Enter")
    one.page.keyboard.type("989")
    one.page.keyboard.press("Backspace")
    one.sees("we 10 – you 6")
    one.page.get_by_role("button", name="Save 10–6").focus()
    one.page.keyboard.press("Enter")
    one.sees("Received at")


@pytest.mark.journey
def test_slip_is_entered_without_scripts(phone, drawn):
    one = phone(java_script_enabled=False)
    one.page.get_by_label("Contract").select_option("H")
    one.page.get_by_label("Named by").select_option("S")
    one.page.get_by_label("Points of North–South").fill("98")
    one.touch("Save")
    one.sees("Received. The other side has to confirm it.")
    assert Result.objects.get().ns_score == 10


@pytest.mark.journey
def test_entry_screens_are_accessible_and_do_not_scroll_sideways(phone, drawn):
    one = phone()
    page = one.page
    assert page_faults(page) == []
    one.sit("North–South")
    assert page_faults(page) == []
    one.touch("Enter board 1")
    assert page_faults(page) == []
    one.touch("All trumps")
    assert page_faults(page) == []
    one.touch("Recontra")
    assert page_faults(page) == []
    page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("999")
    assert page_faults(page) == []
    one.touch("Clear")
    one.touch("+ Declaration")
    assert page_faults(page) == []
    one.touch("Back")
    one.type_points("150")
    assert page_faults(page) == []
    page.get_by_role("button", name=re.compile("^Save ")).click()
    one.sees("Received at")
    assert page_faults(page) == []
    one.touch("Hand over to confirm")
    assert page_faults(page) == []
    one.touch("Not correct")
    one.sees("not correct")
    assert page_faults(page) == []
    one.touch("Call the director")
    assert page_faults(page) == []


def test_keypad_keys_are_large_enough_for_a_thumb(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1, points="9")
    sizes = one.page.eval_on_selector_all(
        ".key", "keys => keys.map(key => [key.offsetWidth, key.offsetHeight])"
    )
    assert len(sizes) == 12
    assert min(width for width, _height in sizes) >= 64
    assert min(height for _width, height in sizes) >= 56
    small = one.page.eval_on_selector_all(
        "button, a", "all => all.filter(e => e.offsetHeight && e.offsetHeight < 44).length"
    )
    assert small == 0
    size = one.page.evaluate("getComputedStyle(document.body).fontSize")
    assert size == "17px"


def test_language_change_at_the_table_keeps_typed_values(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    one.touch("Hearts")
    one.touch("Български")
    one.sees("Маса 1")
    one.sees("Кой обяви")
    one.touch("English")
    one.sees("Who named hearts?")


def test_vertical_scrollbar_adds_no_horizontal_one(
    browser_type, browser_type_launch_args, live_server, drawn
):
    plain = {**browser_type_launch_args, "ignore_default_args": ["--hide-scrollbars"]}
    browser = browser_type.launch(**plain)
    page = browser.new_page(viewport={"width": 1280, "height": 320})
    page.goto(f"{live_server.url}/table/{drawn.tables.get(number=1).token}/")
    root = "document.documentElement"
    expect(page.get_by_role("button").first).to_be_visible()
    assert page.evaluate(f"{root}.scrollHeight > {root}.clientHeight")
    assert page.evaluate(f"innerWidth - {root}.clientWidth") > 0
    assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") == 0
    browser.close()
