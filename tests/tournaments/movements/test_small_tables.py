from collections import Counter

import pytest

from tests.tournaments.movements.lines import movement_from_json
from tournaments.movements import MovementError, check_movement
from tournaments.movements.checker import opponents
from tournaments.movements.listing import movement_json
from tournaments.movements.small_tables import three_handed, two_handed


def test_two_handed_movement_pairs_all_players():
    movement = two_handed(5)
    assert (movement.kind, movement.unit, movement.tables) == ("two_handed", "player", 2)
    assert len(opponents(movement)) == 10
    assert check_movement(movement).is_valid


@pytest.mark.parametrize("tables", [3, 5, 7, 9, 13])
def test_odd_three_handed_tables_repeat_no_opponents(tables):
    movement = three_handed(3 * tables, rounds=tables)
    assert check_movement(movement).is_valid
    assert Counter(map(len, opponents(movement).values())) == {1: 3 * tables * tables}


def test_nine_players_meet_everyone_in_four_rounds():
    movement = three_handed(9, rounds=4)
    assert len(opponents(movement)) == 36
    assert {len(rounds) for rounds in opponents(movement).values()} == {1}


@pytest.mark.parametrize("players", [4, 7, 8, 12, 16, 20])
def test_other_three_handed_sizes_rest_fairly_and_rarely_repeat(players):
    movement = three_handed(players, rounds=4, seed=2)
    rests = Counter(dict.fromkeys(range(1, players + 1), 0))
    rests.update(player for out in movement.sit_outs for player in out)
    assert check_movement(movement).is_valid
    assert max(rests.values()) - min(rests.values()) <= 1
    if players >= 12:
        assert not check_movement(movement).repeats
    assert movement == three_handed(players, rounds=4, seed=2)


@pytest.mark.parametrize(("players", "rounds"), [(60, 15), (120, 20), (400, 9)])
def test_large_three_handed_fields_repeat_no_opponents(players, rounds):
    movement = three_handed(players, rounds)
    assert check_movement(movement).is_valid
    assert {len(met) for met in opponents(movement).values()} == {1}


def test_first_seat_rotates_at_table_of_three():
    movement = three_handed(3, rounds=3)
    assert [sittings[0].seats for sittings in movement.rounds] == [(2, 3, 1), (3, 1, 2), (1, 2, 3)]


def test_table_of_three_round_trips_through_json():
    movement = three_handed(9, rounds=3)
    listing = movement_json(movement)
    assert listing["rounds"][0][0]["seats"] == {"1": 4, "2": 7, "3": 1}
    assert movement_from_json(listing).rounds == movement.rounds


def test_three_handed_requires_three_players():
    with pytest.raises(MovementError, match="At least 3 players"):
        three_handed(2, rounds=1)
