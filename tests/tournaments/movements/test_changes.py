import pytest

from tournaments.movements import MovementError, check_movement, howell
from tournaments.movements.changes import add_late_entrant


@pytest.mark.parametrize("from_round", [1, 3])
def test_late_pair_fills_empty_place_in_howell(from_round):
    movement = add_late_entrant("howell", {"tables": 4, "missing": True}, from_round)
    assert movement.entrants == 8
    assert movement.rounds[from_round - 1 :] == howell(4).rounds[from_round - 1 :]
    assert [len(sittings) for sittings in movement.rounds[: from_round - 1]] == [3] * (
        from_round - 1
    )
    assert movement.sit_outs[0] == (() if from_round == 1 else (7, 8))
    assert check_movement(movement).is_valid


def test_late_pair_fills_half_table_of_mitchell():
    movement = add_late_entrant("mitchell", {"tables": 5, "missing": "ew"}, from_round=2)
    assert movement.sit_outs == ((5, 10), (), (), (), ())
    assert check_movement(movement).is_valid


@pytest.mark.parametrize("kind", ["barometer", "berger", "round_robin"])
def test_late_pair_ends_rests_in_odd_field(kind):
    movement = add_late_entrant(kind, {"entrants": 7}, from_round=4)
    assert [len(out) for out in movement.sit_outs] == [2, 2, 2, 0, 0, 0, 0]
    assert check_movement(movement).is_valid
    assert not check_movement(movement).repeats


def test_late_pair_in_full_movement_is_rejected():
    with pytest.raises(MovementError, match="no empty place"):
        add_late_entrant("howell", {"tables": 4})
