from collections import Counter

import pytest

from tests.tournaments.movements.lines import pairs
from tournaments.movements import Movement, barometer, berger, check_movement, round_robin
from tournaments.movements.checker import opponents

FLAT = [4, 8, 12, 20, 24, 32]


def home_counts(movement: Movement) -> Counter[int | None]:
    return Counter(sitting.ns for sittings in movement.rounds for sitting in sittings)


def test_berger_of_six_is_the_fide_table():
    assert [pairs(sittings) for sittings in berger(6).rounds] == [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]


def test_circle_of_six_keeps_last_entrant_in_place():
    assert [pairs(sittings) for sittings in round_robin(6).rounds[:2]] == [
        "6-1 2-5 3-4",
        "2-6 3-1 4-5",
    ]


@pytest.mark.sample
@pytest.mark.parametrize("entrants", range(3, 41))
def test_round_robin_entrants_meet_exactly_once(entrants):
    for movement in (berger(entrants), round_robin(entrants), barometer(entrants)):
        checked = check_movement(movement)
        assert checked.is_valid
        assert len(opponents(movement)) == entrants * (entrants - 1) // 2
        assert not checked.repeats


@pytest.mark.parametrize("entrants", range(3, 41))
@pytest.mark.parametrize("build", [berger, round_robin])
def test_home_sides_are_shared_evenly(build, entrants):
    homes = home_counts(build(entrants))
    counts = [homes[entrant] for entrant in range(1, entrants + 1)]
    assert max(counts) - min(counts) == (1 if entrants % 2 == 0 else 0)


def test_an_odd_field_rests_each_entrant_once():
    for movement in (berger(7), round_robin(7), barometer(7)):
        assert sorted(out for outs in movement.sit_outs for out in outs) == [1, 2, 3, 4, 5, 6, 7]


def test_a_barometer_plays_one_set_a_round_at_every_table():
    movement = barometer(8, rounds=3)
    assert [{s.board_set for s in sittings} for sittings in movement.rounds] == [{1}, {2}, {3}]
    assert check_movement(movement).most_sharing_tables == 4


@pytest.mark.parametrize("entrants", FLAT)
def test_a_barometer_on_a_prime_ring_is_perfectly_balanced(entrants):
    assert check_movement(barometer(entrants)).balance == 100
    assert check_movement(barometer(entrants - 1)).balance in (100, None)


def test_a_second_lap_swaps_the_sides():
    movement = barometer(4, rounds=6)
    assert check_movement(movement).is_valid
    for first, second in zip(movement.rounds[:3], movement.rounds[3:], strict=True):
        assert [(s.ns, s.ew) for s in first] == [(s.ew, s.ns) for s in second]
