from dataclasses import replace

import pytest

from tournaments.movements import MovementError
from tournaments.movements.open_deal import VILLAGE, OpenFormat, draw_open
from tournaments.movements.pair_costs import Entry

STANDINGS = [
    Entry(id=team, score=score, rank=place)
    for place, (team, score) in enumerate([("a", 2100), ("b", 2000), ("c", 1900), ("d", 900)], 1)
]
AFTER_ONE = [
    replace(STANDINGS[0], met={"b": 1}),
    replace(STANDINGS[1], met={"a": 1}),
    *STANDINGS[2:],
]


def test_the_village_classic_is_four_games_of_twelve_deals():
    assert (VILLAGE.games, VILLAGE.deals, VILLAGE.target, VILLAGE.rule) == (4, 12, None, "rank")


def test_the_first_game_is_by_lot():
    draws = {tuple(draw_open(STANDINGS, VILLAGE, 1, seed=seed).pairs) for seed in range(9)}
    ids = {
        frozenset(map(frozenset, draw_open(STANDINGS, VILLAGE, 1, seed=s).ids)) for s in range(9)
    }
    assert len(draws) == 1
    assert len(ids) == 3


def test_later_games_are_by_rank_against_someone_new():
    assert draw_open(STANDINGS, VILLAGE, 2).ids == [("a", "b"), ("c", "d")]
    assert draw_open(AFTER_ONE, VILLAGE, 2).ids == [("a", "c"), ("b", "d")]


def test_an_evening_may_let_opponents_meet_again():
    assert draw_open(AFTER_ONE, replace(VILLAGE, again=True), 2).ids == [("a", "b"), ("c", "d")]


def test_by_wins_equals_meet():
    evening = OpenFormat(games=5, target=151, rule="wins")
    wins = [replace(entry, score=won) for entry, won in zip(STANDINGS, [1, 0, 1, 0], strict=True)]
    assert draw_open(wins, evening, 2).ids == [("a", "c"), ("b", "d")]


def test_everyone_plays_everyone_by_the_table():
    evening = OpenFormat(games=3, target=501, rule="everyone")
    games = [draw_open(STANDINGS, evening, number).ids for number in (1, 2, 3)]
    assert games == [[("a", "d"), ("b", "c")], [("d", "c"), ("a", "b")], [("b", "d"), ("c", "a")]]
    assert draw_open(STANDINGS[:3], evening, 1).bye_id == "a"


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"games": 0, "deals": 12}, "no_rounds"),
        ({"games": 4}, "deals_or_target"),
        ({"games": 4, "deals": 12, "target": 151}, "deals_or_target"),
        ({"games": 4, "target": 0}, "game_length"),
        ({"games": 4, "target": 151, "best_of": 2}, "best_of_even"),
    ],
)
def test_an_evening_that_cannot_be_is_refused(values, code):
    with pytest.raises(MovementError) as caught:
        OpenFormat(**values)
    assert caught.value.code == code


def test_there_is_no_game_after_the_last():
    with pytest.raises(MovementError, match="has 4 games"):
        draw_open(STANDINGS, VILLAGE, 5)
