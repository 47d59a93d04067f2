from collections import Counter

import pytest

from tests.tournaments.movements.lines import movement_from_json
from tournaments.movements import MovementError, check_movement
from tournaments.movements.checker import opponents
from tournaments.movements.listing import movement_json
from tournaments.movements.small_tables import three_handed, two_handed


def test_two_play_all_against_all():
    movement = two_handed(5)
    assert (movement.kind, movement.unit, movement.tables) == ("two_handed", "player", 2)
    assert len(opponents(movement)) == 10
    assert check_movement(movement).is_valid


@pytest.mark.parametrize("tables", [3, 5, 7, 9, 13])
def test_an_odd_number_of_tables_of_three_repeats_nothing(tables):
    movement = three_handed(3 * tables, rounds=tables)
    assert check_movement(movement).is_valid
    assert Counter(map(len, opponents(movement).values())) == {1: 3 * tables * tables}


def test_nine_players_meet_everyone_in_four_rounds():
    movement = three_handed(9, rounds=4)
    assert len(opponents(movement)) == 36
    assert {len(rounds) for rounds in opponents(movement).values()} == {1}


@pytest.mark.parametrize("players", [4, 7, 8, 12, 16, 20])
def test_other_numbers_rest_fairly_and_repeat_little(players):
    movement = three_handed(players, rounds=4, seed=2)
    rests = Counter(dict.fromkeys(range(1, players + 1), 0))
    rests.update(player for out in movement.sit_outs for player in out)
    assert check_movement(movement).is_valid
    assert max(rests.values()) - min(rests.values()) <= 1
    if players >= 12:
        assert not check_movement(movement).repeats
    assert movement == three_handed(players, rounds=4, seed=2)


@pytest.mark.parametrize(("players", "rounds"), [(60, 15), (120, 20), (400, 9)])
def test_large_fields_of_three_meet_nobody_again(players, rounds):
    movement = three_handed(players, rounds)
    assert check_movement(movement).is_valid
    assert {len(met) for met in opponents(movement).values()} == {1}


def test_the_first_seat_goes_round():
    movement = three_handed(3, rounds=3)
    assert [sittings[0].seats for sittings in movement.rounds] == [(2, 3, 1), (3, 1, 2), (1, 2, 3)]


def test_a_table_of_three_can_be_listed_and_read_back():
    movement = three_handed(9, rounds=3)
    listing = movement_json(movement)
    assert listing["rounds"][0][0]["seats"] == {"1": 4, "2": 7, "3": 1}
    assert movement_from_json(listing).rounds == movement.rounds


def test_two_players_are_too_few_for_three():
    with pytest.raises(MovementError, match="At least 3 players"):
        three_handed(2, rounds=1)
