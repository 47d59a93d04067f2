from dataclasses import replace

import pytest

from tournaments.movements import MovementError, check_movement, mitchell
from tournaments.movements.rover import add_rover, rover_sequence

EBU = {
    6: "1 3 5 2 4",
    7: "1 3 5 7 2 4",
    8: "1 6 2 7 3 8 4",
    9: "1 5 9 2 4 7 3 6",
    10: "1 7 2 8 3 9 4 10 5",
    11: "1 3 5 7 9 11 2 4 6 8",
    12: "3 9 4 10 5 11 6 12 7 1 8",
    13: "1 3 5 7 9 11 13 2 4 6 8 10",
    14: "1 9 2 10 3 11 4 12 5 13 6 14 7",
    15: "1 3 5 7 9 12 14 2 4 6 8 10 11 13",
}
MEETS_ONE_PAIR_TWICE = {9, 15, 21, 27, 33, 39}


def complete(tables):
    return mitchell(tables, "plain" if tables % 2 else "share")


@pytest.mark.parametrize("tables", EBU)
def test_the_listed_rovers_keep_the_invariants(tables):
    sequence = [int(table) for table in EBU[tables].split()]
    movement = mitchell(tables, rover=True)
    listed = add_rover(complete(tables).rounds, 2 * tables + 1, sequence)
    checked = check_movement(replace(movement, rounds=tuple(listed)))
    assert checked.is_valid
    assert len(checked.repeats) == (tables in MEETS_ONE_PAIR_TWICE)


@pytest.mark.parametrize("tables", range(4, 41))
def test_a_rover_meets_new_pairs_and_new_sets(tables):
    movement = mitchell(tables, rover=True)
    checked = check_movement(movement)
    assert movement.entrants == 2 * tables + 1
    assert checked.is_valid
    assert len(checked.repeats) == (tables in MEETS_ONE_PAIR_TWICE)


def test_rover_of_seven_tables_displaces_listed_pairs():
    assert rover_sequence(7) == [1, 3, 5, 7, 2, 4]
    assert mitchell(7, rover=True).sit_outs == ((15,), (1,), (3,), (5,), (7,), (2,), (4,))


def test_a_rover_refuses_a_skip():
    with pytest.raises(MovementError, match="needs the share-and-relay Mitchell"):
        mitchell(8, "skip", rover=True)
