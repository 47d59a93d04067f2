from itertools import combinations, product

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.movements.lines import pairs_and_sets
from tournaments.movements import (
    MovementError,
    build_movement,
    check_movement,
    endless_howell,
    howell,
)
from tournaments.movements.balance import competition
from tournaments.movements.checker import opponents
from tournaments.movements.howell import cyclic_rounds, design_lengths, parse_round, planned_rounds
from tournaments.movements.model import assemble_movement
from tournaments.movements.seat_words import search_word
from tournaments.movements.starters import howell_of_starter

FOUR_TABLES = (
    "8-7/7 4-3/6 1-6/5 2-5/3 | 8-1/1 5-4/7 2-7/6 3-6/4 | 8-2/2 6-5/1 3-1/7 4-7/5"
    " | 8-3/3 7-6/2 4-2/1 5-1/6 | 8-4/4 1-7/3 5-3/2 6-2/7 | 8-5/5 2-1/4 6-4/3 7-3/1"
    " | 8-6/6 3-2/5 7-5/4 1-4/2"
)
THREE_TABLES = (
    "6-4/4 5-2/3 1-3/2 | 6-2/2 3-5/5 4-1/3 | 6-3/3 5-1/4 4-2/5 | 6-1/5 5-4/2 3-2/4"
    " | 6-5/1 4-3/1 2-1/1"
)
FIRST_ROUNDS = {
    5: "10-9/9 1-6/4 2-8/7 3-4/5 5-7/2",
    6: "12-11/11 1-7/4 5-2/9 3-10/1 4-6/5 9-8/3",
    7: "14-13/13 6-1/10 12-2/1 5-3/6 11-7/4 4-10/2 9-8/3",
    8: "16-15/15 1-11/14 8-2/9 3-10/7 4-7/6 5-6/1 13-9/3 14-12/5",
}
ODD_BOUNDS = {3: 60, 5: 83.33, 7: 91.30, 9: 94.74, 11: 96.49}
MUST_SHARE = {
    2: {2, 3}, 3: {5}, 4: {4, 5, 6}, 5: {8}, 6: {6, 7}, 8: {8, 9}, 10: {10, 11}, 12: {12, 13},
}  # fmt: skip


def test_howell_of_four_matches_worked_listing():
    assert " | ".join(pairs_and_sets(howell(4))) == FOUR_TABLES


def test_howell_of_three_shares_in_one_round_only():
    assert " | ".join(pairs_and_sets(howell(3))) == THREE_TABLES
    (share,) = check_movement(howell(3)).shares
    assert (share.round, share.tables) == (5, (1, 2, 3))


def test_howell_of_two_shares_in_every_round():
    assert [share.tables for share in check_movement(howell(2)).shares] == [(1, 2)] * 3


@pytest.mark.parametrize("tables", FIRST_ROUNDS)
def test_howell_starts_with_listed_first_round(tables):
    assert pairs_and_sets(howell(tables))[0] == FIRST_ROUNDS[tables]


@pytest.mark.sample
@pytest.mark.parametrize("tables", [*range(2, 24), 25, 32, 40, 42])
def test_howell_pairs_meet_once_and_play_each_set_once(tables):
    movement = howell(tables)
    checked = check_movement(movement)
    assert checked.is_valid
    assert set(opponents(movement)) == set(combinations(range(1, 2 * tables + 1), 2))
    assert not checked.repeats
    assert checked.plays == dict.fromkeys(range(1, 2 * tables), tables)
    assert tables <= 3 or not checked.shares


@pytest.mark.parametrize("tables", [4, 6, 8, 10, 12, 16, 18, 22, 24, 30, 32, 34, 36, 40])
def test_howell_of_listed_sizes_is_perfectly_balanced(tables):
    movement = howell(tables)
    assert check_movement(movement).balance == 100
    assert set(competition(movement).values()) == {tables - 1}


@pytest.mark.parametrize("tables", ODD_BOUNDS)
def test_odd_howell_reaches_listed_balance_bound(tables):
    assert check_movement(howell(tables)).balance == pytest.approx(ODD_BOUNDS[tables], abs=0.005)


@pytest.mark.sample
@pytest.mark.parametrize("tables", range(7, 41, 2))
def test_every_odd_howell_is_near_its_balance_bound(tables):
    """No cyclic design of this size is nearer than 2 for each two moving pairs."""
    couples, even = tables * (2 * tables - 1), (tables - 1) ** 2
    bound = 100 * couples * even / (couples * even + 4 * (2 * tables - 1) * (tables - 1))
    assert bound - 0.6 < (check_movement(howell(tables)).balance or 0) < bound + 0.001


@pytest.mark.sample
@pytest.mark.parametrize("tables", [14, 20, 26, 28, 38])
def test_even_howell_without_perfect_word_is_nearly_balanced(tables):
    assert (check_movement(howell(tables)).balance or 0) > 98.6


@pytest.mark.parametrize("tables", range(2, 21))
def test_every_stored_howell_keeps_the_invariants(tables):
    sharing = set()
    for rounds in design_lengths(tables):
        movement = assemble_movement("howell", planned_rounds(tables, rounds), entrants=2 * tables)
        checked = check_movement(movement)
        assert checked.is_valid
        assert not checked.repeats
        assert len(movement.rounds) == movement.board_sets == rounds
        assert set(checked.plays.values()) == {tables}
        if checked.shares:
            sharing.add(rounds)
    assert sharing == MUST_SHARE.get(tables, sharing if tables > 12 else set())


def test_reduced_howell_has_stationary_pairs():
    movement = howell(5, 7)
    assert movement.facts == {"design_rounds": 7, "stationary": [8, 9, 10]}
    assert check_movement(movement).balance == pytest.approx(84.1, abs=0.05)


def test_listed_reduced_howell_is_balanced_by_turning():
    listed = "8-7/7 3-4/1 6-2/5 9-5/6 10-1/3"
    rounds = cyclic_rounds(listed, 7)
    values = []
    for turned in product((False, True), repeat=5):
        turning = [
            [s.switch_sides() if turn else s for s, turn in zip(sittings, turned, strict=True)]
            for sittings in rounds
        ]
        checked = check_movement(assemble_movement("howell", turning, entrants=10))
        assert checked.is_valid
        assert not checked.shares
        values.append(checked.balance or 0)
    assert max(values) == pytest.approx(84.1, abs=0.05)


def test_howell_shorter_than_any_design_stops_early():
    movement = howell(6, 4)
    assert len(movement.rounds) == 4
    assert movement.facts["design_rounds"] == 6
    assert check_movement(movement).is_valid


def test_odd_howell_field_omits_stationary_pair():
    movement = howell(4, missing=True)
    assert movement.entrants == 7
    assert movement.sit_outs == ((7,), (1,), (2,), (3,), (4,), (5,), (6,))
    assert check_movement(movement).is_valid


@pytest.mark.parametrize("tables", [4, *range(6, 21)])
def test_an_endless_howell_is_one_ring(tables):
    movement = endless_howell(tables)
    checked = check_movement(movement)
    assert checked.is_valid
    assert not checked.repeats
    assert not checked.shares
    first, second = movement.rounds[:2]
    moved = {sitting.table: sitting.ns for sitting in first[1:-1]}
    assert all(second[table].ns == ns for table, ns in moved.items())


def test_endless_howell_of_four_is_balanced():
    movement = endless_howell(4)
    assert pairs_and_sets(movement)[0] == "8-1/1 7-2/3 6-3/5 5-4/2"
    assert check_movement(movement).balance == 100


def test_five_tables_have_no_endless_howell():
    with pytest.raises(MovementError) as caught:
        endless_howell(5)
    assert caught.value.code == "no_endless_howell"


def test_a_strong_starter_has_all_differences_and_all_sums_once():
    couples = [sitting.entrants for sitting in parse_round(howell_of_starter(43))[1:]]
    assert sorted(min((x - y) % 43, (y - x) % 43) for x, y in couples) == list(range(1, 22))
    assert len({(x + y) % 43 for x, y in couples} - {0}) == 21


def test_unstored_howell_sizes_are_built_deterministically():
    first = howell_of_starter(83)
    howell_of_starter.cache_clear()
    assert howell_of_starter(83) == first
    assert build_movement("howell", {"tables": 42}) == howell(42)


def seat_unevenness(word):
    """Squared deviations of the competition of pairs, over half of the shifts."""
    ring = len(word)
    return sum(
        (1 + sum(word[place] * word[place - shift] for place in range(ring))) ** 2
        for shift in range(1, ring // 2 + 1)
    )


@pytest.mark.parametrize("ring", [15, 31, 35, 63])
def test_search_word_finds_perfect_words(ring):
    word = search_word(ring)
    assert (abs(sum(word)), seat_unevenness(word)) == (1, 0)
    assert search_word(ring) == word


@pytest.mark.parametrize("ring", [13, 17, 29, 49])
def test_search_word_reaches_bound_of_other_rings(ring):
    word = search_word(ring)
    assert (abs(sum(word)), seat_unevenness(word)) == (1, 4 * (ring // 2))


def test_find_howells_prints_file_lines(capsys):
    call_command("find_howells", "8", "7", "--steps", "500")
    found = capsys.readouterr()
    for line, tables, best in zip(found.out.splitlines(), (8, 7), (100, 91.3), strict=True):
        head, first = line.split(": ")
        ring = 2 * tables - 1
        assert head == f"{tables} {ring}"
        checked = check_movement(
            assemble_movement("howell", cyclic_rounds(first, ring), entrants=ring + 1)
        )
        assert checked.is_valid
        assert not checked.shares
        assert checked.balance == pytest.approx(best, abs=0.05)
    assert found.err.splitlines()[0] == "8 tables: 100.00, so far 100.00"


@pytest.mark.parametrize("given", [("3",), ("5",), ("8", "--steps", "0")])
def test_find_howells_rejects_sizes_without_starter(given):
    with pytest.raises(CommandError, match="4 tables or more"):
        call_command("find_howells", *given)


def test_more_rounds_than_opponents_are_refused():
    with pytest.raises(MovementError, match="1 to 7 rounds"):
        howell(4, 8)
