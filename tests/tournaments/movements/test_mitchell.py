import pytest

from tests.tournaments.movements.lines import pairs_and_sets
from tournaments.movements import MovementError, check_movement, mitchell
from tournaments.movements.mitchell import Variant, switch_count

SKIP_OF_FOUR = ["1-5/1 2-6/2 3-7/3 4-8/4", "1-8/2 2-5/3 3-6/4 4-7/1", "1-6/3 2-7/4 3-8/1 4-5/2"]
SHARE_OF_FOUR = [
    "1-5/1 2-6/2 3-7/4 4-8/1",
    "1-8/2 2-5/3 3-6/1 4-7/2",
    "1-7/3 2-8/4 3-5/2 4-6/3",
    "1-6/4 2-7/1 3-8/3 4-5/4",
]
UNSWITCHED = {4: 42.9, 5: 44.4, 6: 45.5, 7: 46.2, 8: 46.7, 9: 47.1, 10: 47.4, 11: 47.6, 13: 48.0}
SWITCHED = {4: 42.9, 5: 65.4, 6: 77.7, 7: 90.5, 8: 90.1, 9: 93.0, 10: 89.3, 11: 88.6, 13: 92.5}


def complete(tables: int, **options):
    return mitchell(tables, "plain" if tables % 2 else "share", **options)


def test_skip_mitchell_of_four_matches_listing():
    assert pairs_and_sets(mitchell(4, "skip")) == SKIP_OF_FOUR


def test_share_mitchell_of_four_matches_listing():
    movement = mitchell(4, "share")
    assert pairs_and_sets(movement) == SHARE_OF_FOUR
    assert movement.facts["bye_stand_after_table"] == 2


def test_even_mitchell_skips_by_default():
    assert mitchell(4) == mitchell(4, "skip")


@pytest.mark.parametrize("tables", range(3, 41))
def test_every_mitchell_size_keeps_the_invariants(tables):
    variants: list[Variant] = ["plain"] if tables % 2 else ["plain", "skip", "share"]
    for variant in variants:
        checked = check_movement(mitchell(tables, variant))
        assert checked.is_valid
        assert not checked.repeats


@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_share_mitchell_shares_only_first_and_last_table(tables):
    checked = check_movement(mitchell(tables, "share"))
    assert [share.tables for share in checked.shares] == [(1, tables)] * tables
    assert set(checked.plays.values()) == {tables}


@pytest.mark.parametrize("tables", UNSWITCHED)
def test_unswitched_mitchell_has_listed_balance(tables):
    assert check_movement(complete(tables)).balance == pytest.approx(UNSWITCHED[tables], abs=0.05)


@pytest.mark.parametrize("tables", SWITCHED)
def test_switched_mitchell_has_listed_balance(tables):
    movement = complete(tables, arrow_switch=True)
    assert movement.winners == 1
    assert check_movement(movement).balance == pytest.approx(SWITCHED[tables], abs=0.05)


def test_mitchell_of_twelve_switches_two_rounds():
    movement = complete(12, arrow_switch=True)
    assert movement.facts["switched_rounds"] == [11, 12]
    assert check_movement(movement).balance == pytest.approx(88.5, abs=0.05)
    assert check_movement(complete(12)).balance == pytest.approx(47.8, abs=0.05)


def test_switching_more_rounds_lowers_balance():
    two, three = (complete(9, arrow_switch=True, switched_rounds=count) for count in (2, 3))
    assert check_movement(two).balance == pytest.approx(69, abs=0.5)
    assert check_movement(three).balance == pytest.approx(41.9, abs=0.05)


def test_an_eighth_of_the_rounds_is_switched():
    assert [switch_count(rounds) for rounds in (3, 11, 12, 18, 19, 20)] == [1, 1, 2, 2, 2, 3]


def test_mitchell_missing_east_west_pair_rests_opponent():
    movement = mitchell(5, missing="ew")
    assert movement.entrants == 9
    assert movement.sit_outs == ((5,), (1,), (2,), (3,), (4,))
    assert check_movement(movement).is_valid


def test_mitchell_missing_north_south_pair_renumbers():
    movement = mitchell(5, missing="ns")
    assert movement.entrants == 9
    assert movement.tables == 4
    assert movement.sit_outs == ((9,), (8,), (7,), (6,), (5,))


def test_even_plain_mitchell_rejects_rounds_beyond_half():
    with pytest.raises(MovementError) as caught:
        mitchell(8, "plain", rounds=5)
    assert caught.value.code == "rounds_out_of_range"
    assert caught.value.params == {"tables": 8, "longest": 4}


def test_odd_mitchell_rejects_a_skip():
    with pytest.raises(MovementError, match="odd number plays a plain Mitchell"):
        mitchell(7, "skip")
