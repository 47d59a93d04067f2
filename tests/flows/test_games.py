"""Open play at a table's phone, in a real browser: games, matches, no network."""

import pytest

from tests.builders import make_drawn, plays_of
from tests.flows.phones import Phone
from tournaments.models import Play, Result

pytestmark = pytest.mark.browser


@pytest.fixture
def game():
    return {"deals": 12}


@pytest.fixture
def drawn(live_server, game):
    params = {"entrants": 4}
    return make_drawn(4, kind="round_robin", params=params, cards="open", game=game)


def enter_game(phone: Phone, we: str, you: str) -> None:
    phone.touch("Enter the game")
    type_figure(phone, we)
    phone.page.get_by_role("button", name="You").click()
    type_figure(phone, you)


def type_figure(phone: Phone, digits: str) -> None:
    keypad = phone.page.get_by_role("group", name="Keypad")
    for digit in digits:
        keypad.get_by_role("button", name=digit, exact=True).click()


def test_a_game_is_entered_on_one_phone_and_confirmed_on_another(phone, drawn):
    north, east = phone(), phone()
    north.sit("North–South")
    north.sees("Round 1 of 3")
    enter_game(north, "102", "60")
    north.sees("12 deals.")
    north.touch("Save 102–60")
    north.sees("East–West to confirm")
    east.sit("East–West")
    east.look_again()
    east.touch("Confirm the game")
    east.sees("Is this right for the game?")
    east.touch("Correct, I confirm")
    east.sees("Both sides agree")
    play = plays_of(drawn, sitting__table__number=1, sitting__round__number=1)[0]
    assert play.state == Play.State.CONFIRMED
    assert (play.current.ns_score, play.current.ew_score) == (102, 60)


def test_a_game_is_corrected_and_sent_when_the_line_is_back(phone, drawn):
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
    north.look_again()
    north.sees("East–West to confirm")
    assert [r.ew_score for r in Result.objects.all()] == [70]


@pytest.mark.parametrize("game", [{"to": 151, "best_of": 3}])
def test_a_match_asks_for_the_games_won(phone, drawn):
    north = phone()
    north.sit("North–South")
    enter_game(north, "310", "220")
    north.sees("Best of 3 games up to 151 points each.")
    north.touch("Save 310–220")
    north.sees("The entry was not accepted.")
    north.sees("Nobody has won 2 games yet.")
    north.touch("Correct the entry")
    ours = north.page.get_by_role("group", name="Games won, North–South")
    ours.get_by_role("button", name="2").click()
    north.touch("Save 310–220")
    north.sees("Games won: 2–0")
    north.sees("East–West to confirm")
    assert Result.objects.get().outcome["games"] == {"NS": 2, "EW": 0}
