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


def test_entry_without_lead_confirms_one_with_lead(play):
    enter(play, slip=slip(98, lead="W"))
    enter(play, side="EW", slip=slip(98))
    play.refresh_from_db()
    assert (play.state, play.current.slip["lead"]) == ("confirmed", "W")


def test_different_leads_make_a_dispute(play):
    enter(play, slip=slip(98, lead="W"))
    enter(play, side="EW", slip=slip(98, lead="E"))
    play.refresh_from_db()
    assert play.state == "disputed"


@pytest.mark.parametrize("lead", ["Q", "", "NS", 3, None, ["N"], {"N": 1}])
def test_invalid_lead_is_rejected(play, lead):
    assert refused(enter, play, slip=slip(98, lead=lead)).field == "lead"


def test_first_entry_waits_for_the_other_side(play):
    result = enter(play, slip=slip(98))
    play.refresh_from_db()
    assert (play.state, play.current) == ("entered", result)
    assert (result.version, result.side, result.ns_score, result.ew_score) == (1, "NS", 10, 6)
    assert result.net == 4
    assert actions()[-1] == "result_entered"


def test_stored_slip_contains_all_defaults(play):
    result = enter(play, slip=slip(98))
    assert result.slip == {
        "contract": "H",
        "declarer": "S",
        "contra": 0,
        "points": {"NS": 98, "EW": 64},
        "announced": {"NS": 0, "EW": 0},
    }


def test_entry_raises_facts_version_once(play):
    before = play.sitting.round.tournament.facts_version
    enter(play)
    assert Tournament.objects.get().facts_version == before + 1


def test_repeated_client_key_stores_one_result(play):
    key = uuid.uuid4()
    first = enter(play, client_key=key)
    again = enter(play, client_key=key)
    assert again == first
    assert Result.objects.count() == 1
    assert actions().count("result_entered") == 1


def test_repeated_key_of_a_confirming_entry_is_idempotent(play):
    enter(play, "NS")
    key = uuid.uuid4()
    enter(play, "EW", client_key=key)
    enter(play, "EW", client_key=key)
    play.refresh_from_db()
    assert play.state == "confirmed"
    assert (Result.objects.count(), Confirmation.objects.count()) == (1, 1)


@pytest.mark.sql
def test_client_key_of_another_board_is_rejected(play):
    key = uuid.uuid4()
    enter(play, client_key=key)
    other = plays_of(play.sitting.round.tournament, sitting=play.sitting).pop()
    assert refused(enter, other, client_key=key).code == "key_reused"
    assert Result.objects.count() == 1


def test_database_constraint_rejects_a_duplicate_client_key(play, monkeypatch):
    """Two concurrent requests with one key: the second fails on the unique key."""
    key = uuid.uuid4()
    enter(play, client_key=key)
    monkeypatch.setattr(History, "entry_by_key", lambda history, key: None)
    error = refused(enter, play, slip=slip(83), client_key=key)
    assert isinstance(error, ConflictError)
    assert Result.objects.count() == 1


def test_correcting_own_entry_adds_a_version_and_stays_entered(play):
    enter(play, slip=slip(98))
    second = enter(play, slip=slip(83))
    play.refresh_from_db()
    assert (play.state, play.current, second.version) == ("entered", second, 2)
    assert list(play.results.values_list("ns_score", flat=True)) == [10, 8]


def test_equal_entry_of_the_other_side_confirms(play):
    first = enter(play, "NS", slip=slip(98))
    enter(play, "EW", slip=slip(98, contra=0, announced={"NS": 0, "EW": 0}))
    play.refresh_from_db()
    assert (play.state, play.current) == ("confirmed", first)
    assert Result.objects.count() == 1


def test_different_entry_of_the_other_side_makes_a_dispute(play):
    enter(play, "NS", slip=slip(98))
    second = enter(play, "EW", slip=slip(83))
    play.refresh_from_db()
    assert (play.state, play.current) == ("disputed", second)
    assert actions()[-1] == "result_disputed"


def test_dispute_ends_when_one_side_adopts_the_other_entry(play):
    enter(play, "NS", slip=slip(98))
    second = enter(play, "EW", slip=slip(83))
    enter(play, "NS", slip=slip(83))
    play.refresh_from_db()
    assert (play.state, play.current) == ("confirmed", second)


def test_entry_over_a_confirmed_result_raises_conflict(play):
    enter(play, "NS")
    confirm(play)
    error = refused(enter, play, slip=slip(83))
    assert (error.code, type(error)) == ("confirmed_already", ConflictError)
    assert Result.objects.count() == 1


def test_entry_for_a_board_of_another_table_is_rejected(play):
    other = Table.objects.exclude(pk=play.sitting.table_id).get()
    error = refused(enter_result, table=other, play_id=play.pk, slip=slip(), side="NS")
    assert error.code == "not_your_board"
    assert not Result.objects.exists()


def test_entry_in_a_round_that_has_not_begun_is_rejected(play):
    later = plays_of(play.sitting.round.tournament, sitting__round__number=2)[0]
    assert refused(enter, later).code == "round_not_begun"


def test_entry_is_open_in_started_round_and_unfinished_one(play):
    tournament = play.sitting.round.tournament
    start_round(tournament=tournament, number=2)
    later = plays_of(tournament, sitting__round__number=2)[0]
    assert enter(later).version == 1
    assert enter(play).version == 1


@pytest.mark.parametrize("side", ["", "N", "WE", "ns"])
def test_invalid_side_is_rejected(play, side):
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
def test_impossible_slip_is_rejected_and_not_stored(play, given, code, field):
    error = refused(enter, play, slip=given)
    assert error.code == code
    if given != {}:
        assert error.field == field
    assert str(error)
    assert not Result.objects.exists()
    play.refresh_from_db()
    assert play.state == "empty"


def test_not_played_board_has_no_net(play):
    result = enter(play, slip={"not_played": True})
    assert (result.kind, result.net) == ("not_played", None)


def test_passed_out_board_has_a_net_of_zero(play):
    result = enter(play, slip={"passed_out": True})
    assert (result.kind, result.net, result.contract) == ("passed_out", 0, "")
