import uuid

import pytest

from tests.builders import enter, make_drawn, plays_of, slip
from tests.tournaments.results.helpers import actions, confirm, refused
from tournaments.console.services.clock import start_round
from tournaments.errors import ConflictError
from tournaments.models import Confirmation, Result, Table, Tournament
from tournaments.results.services.results import enter_result
from tournaments.state.result_history import History

pytestmark = pytest.mark.django_db


@pytest.fixture
def play():
    return plays_of(make_drawn(4), sitting__round__number=1)[0]


def test_who_led_contradicts_nothing_unless_both_sides_say_it_differently(play):
    enter(play, slip=slip(98, lead="W"))
    enter(play, side="EW", slip=slip(98))
    play.refresh_from_db()
    assert (play.state, play.current.slip["lead"]) == ("confirmed", "W")


def test_two_sides_that_saw_different_leads_are_in_dispute(play):
    enter(play, slip=slip(98, lead="W"))
    enter(play, side="EW", slip=slip(98, lead="E"))
    play.refresh_from_db()
    assert play.state == "disputed"


@pytest.mark.parametrize("lead", ["Q", "", "NS", 3, None, ["N"], {"N": 1}])
def test_a_seat_that_is_not_at_the_table_cannot_have_led(play, lead):
    assert refused(enter, play, slip=slip(98, lead=lead)).field == "lead"


def test_an_entry_waits_for_the_other_side(play):
    result = enter(play, slip=slip(98))
    play.refresh_from_db()
    assert (play.state, play.current) == ("entered", result)
    assert (result.version, result.side, result.ns_score, result.ew_score) == (1, "NS", 10, 6)
    assert result.net == 4
    assert actions()[-1] == "result_entered"


def test_what_was_left_out_is_stored_written_out(play):
    result = enter(play, slip=slip(98))
    assert result.slip == {
        "contract": "H",
        "declarer": "S",
        "contra": 0,
        "points": {"NS": 98, "EW": 64},
        "announced": {"NS": 0, "EW": 0},
    }


def test_an_entry_raises_the_version_of_the_facts_once(play):
    before = play.sitting.round.tournament.facts_version
    enter(play)
    assert Tournament.objects.get().facts_version == before + 1


def test_the_same_key_twice_stores_one_result(play):
    key = uuid.uuid4()
    first = enter(play, client_key=key)
    again = enter(play, client_key=key)
    assert again == first
    assert Result.objects.count() == 1
    assert actions().count("result_entered") == 1


def test_the_key_of_an_entry_that_confirmed_is_known_too(play):
    enter(play, "NS")
    key = uuid.uuid4()
    enter(play, "EW", client_key=key)
    enter(play, "EW", client_key=key)
    play.refresh_from_db()
    assert play.state == "confirmed"
    assert (Result.objects.count(), Confirmation.objects.count()) == (1, 1)


@pytest.mark.sql
def test_a_key_of_another_board_is_a_conflict(play):
    key = uuid.uuid4()
    enter(play, client_key=key)
    other = plays_of(play.sitting.round.tournament, sitting=play.sitting).pop()
    assert refused(enter, other, client_key=key).code == "key_reused"
    assert Result.objects.count() == 1


def test_the_unique_key_is_the_last_guard(play, monkeypatch):
    """Two concurrent requests with one key: the second fails on the unique key."""
    key = uuid.uuid4()
    enter(play, client_key=key)
    monkeypatch.setattr(History, "entry_by_key", lambda history, key: None)
    error = refused(enter, play, slip=slip(83), client_key=key)
    assert isinstance(error, ConflictError)
    assert Result.objects.count() == 1


def test_correcting_the_own_entry_adds_a_version_and_still_waits(play):
    enter(play, slip=slip(98))
    second = enter(play, slip=slip(83))
    play.refresh_from_db()
    assert (play.state, play.current, second.version) == ("entered", second, 2)
    assert list(play.results.values_list("ns_score", flat=True)) == [10, 8]


def test_an_equal_entry_of_the_other_side_confirms(play):
    first = enter(play, "NS", slip=slip(98))
    enter(play, "EW", slip=slip(98, contra=0, announced={"NS": 0, "EW": 0}))
    play.refresh_from_db()
    assert (play.state, play.current) == ("confirmed", first)
    assert Result.objects.count() == 1


def test_a_different_entry_of_the_other_side_is_a_dispute(play):
    enter(play, "NS", slip=slip(98))
    second = enter(play, "EW", slip=slip(83))
    play.refresh_from_db()
    assert (play.state, play.current) == ("disputed", second)
    assert actions()[-1] == "result_disputed"


def test_a_dispute_ends_when_one_side_enters_what_the_other_said(play):
    enter(play, "NS", slip=slip(98))
    second = enter(play, "EW", slip=slip(83))
    enter(play, "NS", slip=slip(83))
    play.refresh_from_db()
    assert (play.state, play.current) == ("confirmed", second)


def test_a_confirmed_result_is_not_entered_over(play):
    enter(play, "NS")
    confirm(play)
    error = refused(enter, play, slip=slip(83))
    assert (error.code, type(error)) == ("confirmed_already", ConflictError)
    assert Result.objects.count() == 1


def test_a_board_of_another_table_is_refused(play):
    other = Table.objects.exclude(pk=play.sitting.table_id).get()
    error = refused(enter_result, table=other, play_id=play.pk, slip=slip(), side="NS")
    assert error.code == "not_your_board"
    assert not Result.objects.exists()


def test_a_round_that_has_not_begun_is_refused(play):
    later = plays_of(play.sitting.round.tournament, sitting__round__number=2)[0]
    assert refused(enter, later).code == "round_not_begun"


def test_a_round_the_director_began_is_open_although_the_one_before_is_not_done(play):
    tournament = play.sitting.round.tournament
    start_round(tournament=tournament, number=2)
    later = plays_of(tournament, sitting__round__number=2)[0]
    assert enter(later).version == 1
    assert enter(play).version == 1


@pytest.mark.parametrize("side", ["", "N", "WE", "ns"])
def test_a_side_that_is_none_is_refused(play, side):
    assert refused(enter, play, side).field == "side"


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        (None, "bad_slip", ""),
        ([], "bad_slip", ""),
        ({}, "missing_key", "variant"),
        (slip(98, "X"), "unknown_contract", "contract"),
        (slip(98, declarer="Q"), "unknown_seat", "declarer"),
        (slip(98, contra=3), "contra_out_of_range", "contra"),
        ({**slip(98), "points": {"NS": 98, "EW": 65}}, "points_sum", "points"),
        ({**slip(98), "points": {"NS": 10**5000, "EW": 10**5000}}, "too_many", "points"),
        (slip(98, contra=10**30), "too_many", "contra"),
        (slip(175), "negative_points", "points"),
        (slip(162), "capot_needed", "capot"),
        (slip(98, announced={"NS": 5, "EW": 0}), "not_in_tens", "announced"),
        (slip(98, announced={"NS": 10**9, "EW": 0}), "too_many", "announced"),
        (slip(60, "NT", announced={"NS": 20, "EW": 0}), "nothing_in_no_trumps", "announced"),
        (slip(98, extra=1), "unknown_key", "extra"),
        (slip(98, claims="tierce"), "bad_claim", "claims"),
        (slip(98, claims=[{"side": "NS"}]), "bad_claim", "claims"),
    ],
)
def test_an_impossible_slip_is_refused_and_nothing_is_stored(play, given, code, field):
    error = refused(enter, play, slip=given)
    assert error.code == code
    if given != {}:
        assert error.field == field
    assert str(error)
    assert not Result.objects.exists()
    play.refresh_from_db()
    assert play.state == "empty"


def test_a_board_that_was_not_played_counts_for_nobody(play):
    result = enter(play, slip={"not_played": True})
    assert (result.kind, result.net) == ("not_played", None)


def test_a_passed_out_board_is_nil_all(play):
    result = enter(play, slip={"passed_out": True})
    assert (result.kind, result.net, result.contract) == ("passed_out", 0, "")
