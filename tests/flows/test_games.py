import re

import pytest
from playwright.sync_api import expect

from tests.builders import make_drawn, plays_of
from tests.flows.phones import Phone, page_faults
from tournaments.models import Play, Result

pytestmark = pytest.mark.browser


@pytest.fixture
def game():
    return {"deals": 12}


@pytest.fixture
def drawn(live_server, game):
    params = {"entrants": 4}
    more = {"scoring": "wins_then_points"} if "best_of" in game else {}
    return make_drawn(4, kind="round_robin", params=params, cards="open", game=game, **more)


def enter_game(phone: Phone, we: str, you: str) -> None:
    type_figure(phone, we)
    phone.page.get_by_role("button", name="You").click()
    type_figure(phone, you)


def type_figure(phone: Phone, digits: str) -> None:
    keypad = phone.page.get_by_role("group", name="Keypad")
    for digit in digits:
        keypad.get_by_role("button", name=digit, exact=True).click()


@pytest.mark.journey
def test_game_is_entered_on_one_phone_and_confirmed_on_another(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    north.sees("Round 1 of 3")
    enter_game(north, "102", "60")
    north.sees("12 deals.")
    north.touch("Save 102–60")
    north.sees("East–West to confirm")
    east.sit("East–West")
    east.poll_now()
    east.sees("Is this right for the game?")
    east.agree()
    east.sees("Both sides agree")
    play = plays_of(drawn, sitting__table__number=1, sitting__round__number=1)[0]
    assert play.state == Play.State.CONFIRMED
    assert (play.current.ns_score, play.current.ew_score) == (102, 60)


def test_offline_game_is_corrected_and_sent_after_reconnecting(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.cut_off()
    enter_game(north, "102", "60")
    north.touch("Save 102–60")
    north.sees("Saved on this phone.")
    north.touch("Correct the result")
    north.page.get_by_role("button", name="You").click()
    north.touch("Clear")
    north.type_points("70")
    north.touch("Save 102–70")
    north.context.set_offline(False)
    north.poll_now()
    north.sees("East–West to confirm")
    assert [r.ew_score for r in Result.objects.all()] == [70]


def test_suspicious_points_show_a_warning_and_can_be_saved(phone, drawn):
    north = phone()
    north.sit("North–South")
    enter_game(north, "1500", "900")
    north.sees("12 deals hardly bring 2400 points in all.")
    north.touch("Clear")
    type_figure(north, "1")
    north.page.get_by_role("button", name="We North").click()
    north.touch("Clear")
    type_figure(north, "102")
    north.sees("12 deals bring at least 192 points in all; these are 103.")
    north.touch("Save 102–1")
    north.sees("East–West to confirm")
    assert Result.objects.get().outcome["score"] == {"NS": 102, "EW": 1}


@pytest.mark.parametrize("game", [{"to": 1001}])
def test_open_game_takes_nine_touches_and_unwon_race_is_rejected(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.sees("How did the game end?")
    north.page.reload()
    north.sees("How did the game end?")
    north.count_touches()
    type_figure(north, "1046")
    north.page.get_by_role("button", name="You").click()
    type_figure(north, "728")
    north.touch("Save 1046–728")
    north.sees("East–West to confirm")
    assert north.touches() == 9
    north.touch("Correct the result")
    north.page.get_by_role("button", name="We North").click()
    north.touch("Delete a digit")
    north.sees("Nobody has 1001 points yet.")
    expect(north.page.get_by_role("button", name="Save")).to_have_count(0)


def test_page_opens_at_the_game_with_the_round_one_step_back(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.sees("How did the game end?")
    for height in (740, 844):
        north.page.set_viewport_size({"width": 390, "height": height})
        north.page.reload()
        north.sees("How did the game end?")
        key = north.page.get_by_role("group", name="Keypad").bounding_box()
        foot = north.page.get_by_role("button", name="Keep the score deal by deal").bounding_box()
        assert key["y"] + key["height"] <= foot["y"]
    north.touch("Back to the round")
    north.page.get_by_role("button", name="This phone is with North–South").click()
    north.sit("East–West")
    north.sees("How did the game end?")
    north.page.go_back()
    north.sees("Round 1")
    expect(north.page.get_by_role("button", name="Enter the game")).to_be_visible()


@pytest.mark.parametrize("game", [{"to": 1001, "best_of": 3}])
def test_best_of_three_is_entered_in_two_touches(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    east.sit("East–West")
    expect(north.page.locator("[data-act=series]")).to_have_count(4)
    heights = north.page.eval_on_selector_all(
        "[data-act=series]", "all => all.map(e => e.offsetHeight)"
    )
    assert heights == [84] * 4
    north.count_touches()
    north.touch("2:1")
    north.touch("Save 2:1 for us")
    north.sees("East–West to confirm")
    assert north.touches() == 2
    result = Result.objects.get()
    assert result.slip == {"won": {"NS": 2, "EW": 1}}
    assert result.outcome["games"] == {"NS": 2, "EW": 1}
    east.poll_now()
    east.sees("Games won: 1–2")
    east.agree()
    east.sees("Both sides agree")


@pytest.mark.parametrize("game", [{"to": 1001, "best_of": 3}])
def test_inconsistent_game_points_show_warning_and_can_be_saved(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.touch("2:0")
    for cell, figure in (("Game 1, We", "1046"), ("Game 1, You", "728"), ("Game 2, We", "864")):
        north.page.get_by_role("button", name=cell).click()
        type_figure(north, figure)
    north.sees("The points of game 2 are known for one side only.")
    north.page.get_by_role("button", name="Game 2, You").click()
    type_figure(north, "1012")
    north.sees("The points give 1:1, but 2:0 was chosen.")
    assert page_faults(north.page) == []
    north.touch("Change")
    assert page_faults(north.page) == []
    north.touch("Save 2:0 for us")
    north.sees("Games won: 2–0 (1046–728, 864–1012)")
    north.sees("East–West to confirm")
    result = Result.objects.get()
    assert result.slip["games"] == [{"NS": 1046, "EW": 728}, {"NS": 864, "EW": 1012}]
    assert result.outcome["score"] == {"NS": 1910, "EW": 1740}


@pytest.mark.parametrize("game", [{"to": 151, "best_of": 3}])
def test_offline_match_is_corrected_and_sent_after_reconnecting(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.cut_off()
    north.touch("1:2")
    north.touch("Save 2:1 for you")
    north.sees("Saved on this phone.")
    north.touch("Correct the result")
    north.touch("0:2")
    north.touch("Save 2:0 for you")
    north.context.set_offline(False)
    north.poll_now()
    north.sees("East–West to confirm")
    assert [r.outcome["games"] for r in Result.objects.all()] == [{"NS": 0, "EW": 2}]


def write_deal(phone: Phone, contract: str, who: str, points: str) -> None:
    phone.touch(contract)
    phone.page.get_by_role("button", name=re.compile(f"^{who}")).click()
    type_figure(phone, points)
    phone.page.get_by_role("button", name=re.compile("^Save: the score becomes")).click()


@pytest.mark.parametrize("game", [{"deals": 3}])
@pytest.mark.journey
def test_offline_scorepad_game_is_sent_once_after_reconnecting(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    north.cut_off()
    north.touch("Keep the score deal by deal")
    north.sees("Deal 1 of 3")
    north.page.get_by_role("button", name="West", exact=True).click()
    north.sees("West deals now, South next")
    assert page_faults(north.page) == []
    write_deal(north, "Hearts", "North", "98")
    north.sees("Deal 2 of 3")
    north.sees("South deals now, East next")
    north.touch("Everybody passed")
    north.touch("Save: everyone passed")
    north.sees("East deals now, North next")
    write_deal(north, "Spades", "East", "81")
    north.sees("8 hang")
    figures = north.page.locator(".pad-deal-row").last.locator("b")
    expect(figures).to_have_text(["8", "hang"])
    north.page.reload()
    north.sees("Deal 3 of 3")
    assert page_faults(north.page) == []
    north.touch("Diamonds")
    north.page.get_by_role("button", name=re.compile("^South")).click()
    type_figure(north, "100")
    north.sees("and 8 that hung for us")
    assert page_faults(north.page) == []
    north.touch("Save: the score becomes 36–12")
    north.sees("The game is over")
    north.page.get_by_text("Earlier deals: 1").click()
    north.page.get_by_role("button", name=re.compile("^Deal 1: 10–6")).click()
    north.touch("Clear")
    type_figure(north, "88")
    north.touch("Save: the score becomes 35–13")
    north.touch("Send the game 35–13")
    north.sees("Saved on this phone.")
    assert not Result.objects.exists()
    north.context.set_offline(False)
    north.poll_now()
    north.sees("East–West to confirm")
    east.sit("East–West")
    east.poll_now()
    east.agree()
    east.sees("Both sides agree")
    assert [each.outcome["score"] for each in Result.objects.all()] == [{"NS": 35, "EW": 13}]


@pytest.mark.parametrize("game", [{"to": 51}])
def test_race_ends_at_its_target_and_deleted_deal_is_restored(phone, drawn):
    north = phone()
    north.sit("North–South")
    north.touch("Keep the score deal by deal")
    write_deal(north, "All trumps", "South", "230")
    north.sees("Deal 2, up to 51")
    north.touch("End the game here")
    north.sees("Nobody has 51 points yet.")
    north.touch("Back")
    write_deal(north, "All trumps", "North", "230")
    write_deal(north, "Hearts", "North", "98")
    north.sees("The game is over")
    north.page.get_by_role("button", name=re.compile("^Deal 3:")).click()
    north.touch("Delete the deal")
    north.sees("Deal 3 is deleted.")
    north.touch("Undo")
    north.sees("The game is over")
    north.touch("Send the game 56–12")
    north.sees("East–West to confirm")
    assert Result.objects.get().outcome["score"] == {"NS": 56, "EW": 12}


@pytest.mark.parametrize("game", [{"deals": 12}])
@pytest.mark.journey
def test_two_windows_of_one_phone_share_one_scorepad(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Keep the score deal by deal")
    write_deal(one, "Hearts", "North", "98")
    other = Phone(one.context, one.page.url)
    other.sees("Deal 2 of 12")
    write_deal(other, "Spades", "South", "90")
    one.sees("Deal 3 of 12")
    write_deal(one, "Clubs", "West", "62")
    for window in (one, other):
        window.sees("Deal 4 of 12")
        expect(window.page.locator(".pad-deals .pad-deal-row")).to_have_count(3)
        expect(window.page.locator(".pad-sums b").first).to_have_text("25")
    assert other.errors == []


@pytest.mark.parametrize("game", [{"deals": 12}])
def test_deal_numbers_are_stable_while_another_window_deletes(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Keep the score deal by deal")
    for points in ("98", "108", "118"):
        write_deal(one, "Hearts", "North", points)
    other = Phone(one.context, one.page.url)
    correct(one, 3, "88")
    correct(other, 1)
    other.touch("Delete the deal")
    other.sees("Deal 1 is deleted.")
    one.page.get_by_role("button", name=re.compile("^Save: the score becomes 20–12")).click()
    for window in (one, other):
        window.sees("Deal 3 of 12")
        expect(window.page.locator(".pad-deal-row")).to_contain_text(["115", "97"])
    correct(one, 2, "78")
    correct(other, 2)
    other.touch("Delete the deal")
    one.sees("This deal has been deleted in the meantime.")
    other.touch("Undo")
    one.sees("Save: the score becomes 11–21")
    correct(other, 2)
    other.touch("Delete the deal")
    one.touch("Continue the game, 11–5")
    expect(one.page.locator(".pad-deal-row")).to_have_count(1)
    assert other.errors == []


def correct(phone: Phone, number: int, points: str = "") -> None:
    phone.page.get_by_role("button", name=re.compile(f"^Deal {number}:")).click()
    if points:
        phone.touch("Clear")
        type_figure(phone, points)


@pytest.mark.parametrize("game", [{"deals": 12}])
def test_offline_scorepad_survives_reloads_for_a_whole_game(phone, drawn):
    north = phone()
    address = north.page.url
    north.sit("North–South")
    north.cut_off()
    north.touch("Keep the score deal by deal")
    for number in range(1, 13):
        north.sees(f"Deal {number} of 12")
        write_deal(north, "Hearts", "North", "98")
        if number % 4 == 0:
            north.page.close()
            north.page = north.context.new_page()
            north.page.goto(address)
    north.touch("Send the game 120–72")
    north.sees("To send: 1")
    north.page.reload()
    north.sees("To send: 1")
    assert not Result.objects.exists()
    north.context.set_offline(False)
    north.sees("Online")
    expect(north.page.locator("body")).not_to_contain_text("To send")
    assert [each.outcome["score"] for each in Result.objects.all()] == [{"NS": 120, "EW": 72}]
