import pytest

from tests.tournaments.movements.lines import pairs_and_sets
from tournaments.movements import MovementError, barometer, check, howell, mitchell
from tournaments.movements.changes import exchanged, joined, withdrawn
from tournaments.movements.individual import whist


def test_after_a_withdrawal_the_opponents_rest_one_by_one():
    movement = withdrawn(howell(4), entrant=5, from_round=3)
    assert pairs_and_sets(movement)[:2] == pairs_and_sets(howell(4))[:2]
    assert pairs_and_sets(movement)[2] == "8-2/2 3-1/7 4-7/5"
    assert movement.sit_outs == ((), (), (5, 6), (1, 5), (3, 5), (5, 8), (5, 7))
    assert (movement.tables, movement.board_sets) == (4, 7)
    assert check(movement).valid


def test_a_table_of_single_players_stands_still():
    movement = withdrawn(whist(8), entrant=3, from_round=7)
    assert len(movement.rounds[6]) == 1
    assert len(movement.sit_outs[6]) == 4


@pytest.mark.parametrize("movement", [howell(5), mitchell(7), barometer(9), whist(8)])
def test_two_exchanged_from_the_start_break_nothing(movement):
    assert check(exchanged(movement, 1, 6)).valid


def test_exchanged_later_they_may_meet_boards_again_and_the_checker_says_so():
    checked = check(exchanged(howell(4), 1, 2, from_round=4))
    assert {fault.rule for fault in checked.faults} == {"I2"}


@pytest.mark.parametrize("from_round", [1, 3])
def test_a_late_pair_takes_the_empty_place(from_round):
    movement = joined("howell", {"tables": 4, "missing": True}, from_round)
    assert movement.entrants == 8
    assert movement.rounds[from_round - 1 :] == howell(4).rounds[from_round - 1 :]
    assert [len(sittings) for sittings in movement.rounds[: from_round - 1]] == [3] * (
        from_round - 1
    )
    assert movement.sit_outs[0] == (() if from_round == 1 else (7, 8))
    assert check(movement).valid


def test_a_late_pair_in_a_half_table_of_a_mitchell():
    movement = joined("mitchell", {"tables": 5, "missing": "ew"}, from_round=2)
    assert movement.sit_outs == ((5, 10), (), (), (), ())
    assert check(movement).valid


@pytest.mark.parametrize("kind", ["barometer", "berger", "round_robin"])
def test_a_late_pair_ends_the_resting_in_an_odd_field(kind):
    movement = joined(kind, {"entrants": 7}, from_round=4)
    assert [len(out) for out in movement.sit_outs] == [2, 2, 2, 0, 0, 0, 0]
    assert check(movement).valid
    assert not check(movement).repeats


def test_a_full_movement_has_no_place():
    with pytest.raises(MovementError, match="no empty place"):
        joined("howell", {"tables": 4})
