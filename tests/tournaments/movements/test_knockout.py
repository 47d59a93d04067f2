from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from tournaments.movements import CONSOLATION, MovementError, winners_in
from tournaments.movements.consolation import bracket_places, consolation_entrants
from tournaments.movements.double_elimination import DROP_ORDERS, double_elimination
from tournaments.movements.knockout import (
    bracket_size,
    play_bracket,
    seed_order,
    series_winner,
    single_elimination,
)
from tournaments.movements.lives import LivesEntry, LivesRules
from tournaments.movements.pools import pool_stage, seed_pools, snake_pools


class Meeting(NamedTuple):
    round: int
    match: int
    a: int
    b: int
    winner: int


def opening(bracket):
    sides = [
        [str(side.seed or "bye") for side in (match.a, match.b)]
        for match in bracket.matches
        if match.part == "main" and match.round == 1
    ]
    return " ".join("-".join(pair) for pair in sides)


def play_all(bracket, wins):
    """Results of a whole bracket; `wins(a, b)` picks each winner."""
    winners: dict[str, int] = {}
    while (state := play_bracket(bracket, winners)).ready:
        winners |= {name: wins(*state.sides[name]) for name in state.ready}
    return winners


def better(a, b):
    return min(a, b)


def test_seed_order_of_eight_is_standard():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_seven_entrants_give_the_first_seed_a_bye():
    assert opening(single_elimination(7)) == "1-bye 4-5 2-7 3-6"


@pytest.mark.sample
@pytest.mark.parametrize("entrants", range(2, 70))
def test_better_seeds_win_and_all_entrants_are_placed(entrants):
    for bracket in (single_elimination(entrants), double_elimination(max(3, entrants))):
        winners = play_all(bracket, better)
        assert play_bracket(bracket, winners).champion == 1
        order = bracket_places(bracket, winners)
        assert sorted(order) == list(range(1, bracket.entrants + 1))
        assert (order[1], order[2]) == (1, 2)


@pytest.mark.parametrize("entrants", [2, 5, 8, 13, 32])
def test_a_single_elimination_plays_one_match_less_than_entrants(entrants):
    assert len(play_all(single_elimination(entrants), better)) == entrants - 1


@pytest.mark.parametrize("entrants", [3, 5, 8, 13, 16, 23, 64, 100])
def test_double_elimination_losers_lose_exactly_twice(entrants):
    bracket = double_elimination(entrants)
    random = Random(entrants)
    winners = play_all(bracket, lambda a, b: random.choice((a, b)))
    sides = play_bracket(bracket, winners).sides
    losses = dict.fromkeys(range(1, entrants + 1), 0)
    for name, winner in winners.items():
        losses[sum(seed or 0 for seed in sides[name]) - winner] += 1
    assert losses.pop(play_bracket(bracket, winners).champion or 0) <= 1
    assert set(losses.values()) == {2}


@pytest.mark.parametrize("size", DROP_ORDERS)
def test_full_double_elimination_has_2n_minus_2_matches(size):
    assert len(double_elimination(size, reset=False).matches) == 2 * size - 2
    assert len(double_elimination(size).matches) == 2 * size - 1


EARLIEST_REMATCH = {8: "L3", 16: "L4", 32: "L5", 64: "L7"}


@pytest.mark.parametrize("size", EARLIEST_REMATCH)
def test_double_elimination_delays_first_rematch(size):
    """Follow all entrants who can reach each side of each match."""
    bracket = double_elimination(size, reset=False)
    reach: dict[str, list[set[int]]] = {}
    met: dict[frozenset[int], str] = {}
    earliest = None
    for match in bracket.matches:
        sides = [
            {side.seed} if side.seed else set().union(*reach[side.match or ""])
            for side in (match.a, match.b)
        ]
        reach[match.name] = sides
        couples = {frozenset((a, b)) for a in sides[0] for b in sides[1] if a != b}
        if match.part == "losers" and earliest is None and couples & met.keys():
            earliest = match.name.split(".")[0]
        if match.part == "main":
            met |= dict.fromkeys(couples, match.name)
    assert earliest == EARLIEST_REMATCH[size]


def test_final_is_repeated_only_if_unbeaten_side_loses():
    bracket = double_elimination(4)
    quiet = play_all(bracket, better)
    assert "reset" not in quiet
    upset = {**{name: seed for name, seed in quiet.items() if name != "final"}, "final": 2}
    assert play_bracket(bracket, upset).ready == ("reset",)
    assert play_bracket(bracket, {**upset, "reset": 2}).champion == 2


def test_third_place_match_is_built_and_decides_places():
    bracket = single_elimination(4, third_place=True, final_best_of=3)
    winners = play_all(bracket, better)
    assert bracket_places(bracket, winners) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert [(match.name, match.best_of) for match in bracket.matches[-2:]] == [
        ("third", 1),
        ("W2.1", 3),
    ]


def test_sole_semi_final_loser_of_three_is_third():
    bracket = single_elimination(3, third_place=True)
    assert bracket_places(bracket, {}) == {}
    assert bracket_places(bracket, {"W1.2": 2}) == {3: 3}
    assert bracket_places(bracket, {"W1.2": 3, "W2.1": 1}) == {1: 1, 2: 3, 3: 2}


@pytest.mark.parametrize("entrants", range(2, 40))
def test_all_entrants_are_placed_with_third_place_match(entrants):
    bracket = single_elimination(entrants, third_place=True)
    found = bracket_places(bracket, play_all(bracket, better))
    assert sorted(found) == list(range(1, entrants + 1))
    best = sorted(found.values())
    assert best[:4] == list(range(1, 1 + min(entrants, 4)))


def test_losers_of_one_round_share_a_place():
    bracket = single_elimination(8)
    assert bracket_places(bracket, {"W1.1": 1, "W1.2": 4}) == {8: 5, 5: 5}


def test_consolation_contains_first_match_losers():
    bracket = single_elimination(6)
    assert opening(bracket) == "1-bye 4-5 2-bye 3-6"
    assert consolation_entrants(bracket, {"W1.2": 4, "W1.4": 3, "W2.1": 4, "W2.2": 2}) == [1, 5, 6]


def test_consolation_entrant_counts_as_first_match_loser():
    bracket = single_elimination(3)
    meetings = [Meeting(1, 2, 2, 3, 2), Meeting(2, 3, 1, 2, 1)]
    assert winners_in(bracket, [1, 2, 3], meetings) == {"W1.2": 2, "W2.1": 1}
    consolation = Meeting(3, CONSOLATION + 1, 1, 3, 3)
    assert winners_in(bracket, [1, 2, 3], [*meetings, consolation]) == {"W1.2": 2, "W2.1": 2}


def test_winner_outside_its_match_is_rejected():
    with pytest.raises(MovementError, match=r"Number 7 does not play in match W1\.1"):
        play_bracket(single_elimination(4), {"W1.1": 7})


def test_bracket_size_is_next_power_of_two():
    assert [bracket_size(n) for n in (2, 3, 4, 5, 8, 9, 33)] == [2, 4, 4, 8, 8, 16, 64]


def test_lost_life_can_be_bought_back_until_chosen_round():
    rules = LivesRules(lives=1, buy_backs=1, until_round=2)
    beaten = LivesEntry("a", rank=1, lost=1)
    assert beaten.lives_left(rules) == 0
    assert beaten.can_buy_back(rules, 2)
    assert not beaten.can_buy_back(rules, 3)
    assert not LivesEntry("a", rank=1, lost=2, bought=1).can_buy_back(rules, 2)
    assert LivesEntry("a", rank=1, lost=1, bought=1).lives_left(rules) == 1


def test_snake_pools_distribute_seeds_evenly():
    assert snake_pools(10, 3) == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]


def test_pool_stage_plays_pools_in_parallel():
    movement = pool_stage(8, 2)
    assert movement.facts["pools"] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    met = {frozenset(s.entrants) for sittings in movement.rounds for s in sittings}
    assert met == {frozenset(c) for pool in movement.facts["pools"] for c in combinations(pool, 2)}
    assert [len(sittings) for sittings in movement.rounds] == [4, 4, 4]


def test_pool_winners_meet_the_second_of_another_pool():
    main = seed_pools([[11, 12], [21, 22], [31, 32], [41, 42]])
    assert main[:4] == [11, 21, 31, 41]
    by_seed = dict(enumerate(main, 1))
    first_round = [(by_seed[a], by_seed[b]) for a, b in [(1, 8), (4, 5), (2, 7), (3, 6)]]
    assert all(a // 10 != b // 10 for a, b in first_round)
    halves = [{by_seed[seed] // 10 for seed in half} for half in ([1, 8, 4, 5], [2, 7, 3, 6])]
    assert [len(half) for half in halves] == [4, 4]


@pytest.mark.parametrize(
    ("rankings", "places", "seeds"),
    [
        ([[1, 6], [2, 5], [3, 4]], [3, 1, 2, 4, 5, 6], [3, 1, 2]),
        ([[1, 6], [2, 5], [3, 4]], [2, 3, 1, 4, 5, 6], [2, 3, 1]),
        ([[1], [2]], [2, 1], [2, 1]),
        ([[1, 4], [2, 3]], [4, 2, 1, 3], [2, 1]),
    ],
)
def test_pool_winners_are_seeded_by_common_ranking(rankings, places, seeds):
    seeded = seed_pools(rankings, {each: at for at, each in enumerate(places)})
    assert seeded[: len(seeds)] == seeds


def test_series_requires_a_majority_of_wins():
    bracket = double_elimination(4, best_of=5)
    assert {(match.best_of, match.needed) for match in bracket.matches} == {(5, 3)}
    match = bracket.matches[0]
    assert [series_winner(match, wins) for wins in [(2, 2), (3, 1), (2, 3)]] == [None, 0, 1]


@pytest.mark.parametrize("best_of", [0, 2, -1, 9, 3.0, "3", True, None])
def test_invalid_series_length_is_rejected(best_of):
    for build in (single_elimination, double_elimination):
        with pytest.raises(MovementError) as refused:
            build(4, best_of=best_of)
        assert refused.value.code == "series_length"
