from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.movements.lines import partners
from tournaments.movements import MovementError, check_movement
from tournaments.movements.checker import opponents
from tournaments.movements.individual import FIRST_ROUNDS, rainbow, whist, whist_rounds
from tournaments.movements.melee import History, melee, melee_round
from tournaments.movements.model import Seats

WHIST = {
    4: "4-3 1-2",
    5: "1-4 2-3",
    8: "8-7 4-6 1-5 2-3",
    12: "12-11 6-7 1-10 9-3 2-5 4-8",
    13: "1-10 2-7 3-4 6-8 5-11 12-9",
    16: "16-15 3-14 1-9 8-11 2-7 4-13 5-6 10-12",
}


def seats_of(sittings) -> list[Seats]:
    return [Seats(*sitting.seats) for sitting in sittings]


def opposed(movement) -> Counter[int]:
    return Counter(len(rounds) for rounds in opponents(movement).values())


@pytest.mark.parametrize("tables", [5, 7, 11, 13])
def test_rainbow_players_of_other_directions_meet_once(tables):
    movement = rainbow(tables)
    assert check_movement(movement).is_valid
    assert not check_movement(movement).shares
    everyone = range(1, 4 * tables + 1)
    different = {
        (a, b) for a, b in combinations(everyone, 2) if (a - 1) // tables != (b - 1) // tables
    }
    met = Counter(opponents(movement).keys()) + partners(movement)
    assert set(met) == different
    assert set(met.values()) == {1}


def test_rainbow_of_five_matches_listed_rounds():
    first, second = rainbow(5).rounds[:2]
    assert seats_of(first)[:2] == [(1, 16, 6, 11), (2, 17, 7, 12)]
    assert seats_of(second)[0] == (1, 18, 10, 14)
    assert [sittings[0].board_set for sittings in (first, second)] == [1, 2]


@pytest.mark.parametrize("tables", [4, 6, 8, 9])
def test_a_rainbow_refuses_multiples_of_two_and_three(tables):
    with pytest.raises(MovementError, match="no multiple of 2 or 3"):
        rainbow(tables)


@pytest.mark.parametrize("players", WHIST)
def test_whist_starts_with_listed_base_tables(players):
    first = whist(players).rounds[0]
    couples = " ".join(f"{s.north}-{s.south} {s.west}-{s.east}" for s in seats_of(first))
    assert couples == WHIST[players]


def test_whist_exists_for_4_to_48_players():
    assert set(range(4, 49)) <= set(FIRST_ROUNDS)
    with pytest.raises(MovementError, match="for 4 to"):
        whist(max(FIRST_ROUNDS) + 1)


@pytest.mark.parametrize("players", [n for n in FIRST_ROUNDS if n % 4 < 2])
def test_whist_partners_meet_once_and_opponents_twice(players):
    movement = whist(players)
    assert check_movement(movement).is_valid
    couples = players * (players - 1) // 2
    assert Counter(partners(movement).values()) == {1: couples}
    assert opposed(movement) == {2: couples}


@pytest.mark.parametrize("players", FIRST_ROUNDS)
def test_whist_rests_are_equal_and_partners_unique(players):
    movement = whist(players)
    rests = Counter(player for out in movement.sit_outs for player in out)
    assert check_movement(movement).is_valid
    assert {rests[player] for player in range(1, players + 1)} == {players % 4}
    assert set(partners(movement).values()) == {1}
    assert max(opposed(movement)) <= 2


@pytest.mark.parametrize("players", [n for n in FIRST_ROUNDS if n > 20 and n % 4])
def test_shortened_whist_rests_no_player_twice(players):
    out = [player for outs in whist(players, rounds=8).sit_outs for player in outs]
    assert len(out) == len(set(out)) or 8 * (players % 4) > players


def test_whist_of_five_rests_each_player_in_turn():
    assert whist(5).sit_outs == ((5,), (1,), (2,), (3,), (4,))


@pytest.mark.parametrize("players", [9, 11, 14, 30])
def test_melee_partners_are_unique_and_rests_fair(players):
    movement = melee(players, rounds=6, seed=3)
    rests = Counter(dict.fromkeys(range(1, players + 1), 0))
    rests.update(player for out in movement.sit_outs for player in out)
    assert check_movement(movement).is_valid
    assert set(partners(movement).values()) == {1}
    assert max(rests.values()) - min(rests.values()) <= 1
    assert movement == melee(players, rounds=6, seed=3)


@pytest.mark.parametrize("seed", range(30))
def test_melee_of_eight_has_unique_partners(seed):
    for rounds in (6, 7):
        assert set(partners(melee(8, rounds, seed)).values()) == {1}


@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16, 20])
def test_melee_as_long_as_whist_has_unique_partners(players):
    for seed in range(3):
        assert set(partners(melee(players, whist_rounds(players), seed)).values()) == {1}


def test_long_melee_repeats_few_partners():
    counts = Counter(partners(melee(8, 9, seed=1)).values())
    assert counts == {1: 20, 2: 8}


def test_melee_round_seats_given_players_with_new_partners():
    history = History()
    sittings = melee_round([3, 5, 8, 13], history, Random(1))
    assert sorted(player for s in sittings for player in s.entrants) == [3, 5, 8, 13]
    history.add_round(sittings)
    again = melee_round([3, 5, 8, 13], history, Random(1))
    first, second = ({frozenset(s[::2]) for s in seats_of(each)} for each in (sittings, again))
    assert first.isdisjoint(second)


def test_melee_requires_four_players():
    with pytest.raises(MovementError, match="At least 4 players"):
        melee(3, rounds=1)
