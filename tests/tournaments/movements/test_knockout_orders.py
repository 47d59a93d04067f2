"""Order of a knock-out after each round, computed by hand."""

from dataclasses import dataclass

import pytest

from tournaments.movements import knockout_orders


@dataclass(frozen=True)
class Drawn:
    round: int
    match: int
    a: int
    b: int
    winner: int | None


def order(kind, params, drawn, rounds, *, teams=(), bought=None, left=None):
    """Last order; ``drawn`` is ``round/match: one-other`` with a ! after the winner."""
    matches = []
    for word in drawn.split():
        where, drawn_side = word.split(":")
        number, match = map(int, where.split("/"))
        a, b = (int(side.strip("!")) for side in drawn_side.split("-"))
        winner = next((int(side.strip("!")) for side in drawn_side.split("-") if "!" in side), None)
        matches.append(Drawn(number, match, a, b, winner))
    return knockout_orders(
        kind,
        params,
        teams=teams,
        matches=matches,
        rounds=rounds,
        bought=bought or {},
        left=left or {},
    )[rounds]


FOUR = "1/1:1!-4 1/2:2!-3"
FIVE = "1/2:4!-5 2/5:1!-4 2/6:2!-3"
SIX = "1/2:4-5! 1/4:3!-6 2/5:1-5! 2/6:2!-3"


@pytest.mark.parametrize(
    ("entrants", "more", "drawn", "rounds", "right"),
    [
        (2, {}, "1/1:1-2!", 1, [[2], [1]]),
        # All in play share the first place, except for certain places.
        (4, {}, FOUR, 1, [[1, 2], [3, 4]]),
        (4, {}, FOUR + " 2/3:1-2!", 2, [[2], [1], [3, 4]]),
        (4, {"third_place": True}, FOUR, 1, [[1, 2], [3, 4]]),
        (4, {"third_place": True}, FOUR + " 2/3:4!-3 2/4:1-2!", 2, [[2], [1], [4], [3]]),
        # The match for the third place before the final.
        (4, {"third_place": True}, FOUR + " 2/3:4!-3 2/4:1-2", 2, [[1, 2], [4], [3]]),
        (4, {"third_place": True}, FOUR + " 2/3:4-3 2/4:1-2!", 2, [[2], [1], [3, 4]]),
        # Byes are no wins: the two losers of the semi-finals share their place.
        (5, {}, "1/2:4!-5", 1, [[1, 2, 3, 4], [5]]),
        (5, {}, FIVE, 2, [[1, 2], [3, 4], [5]]),
        (5, {}, FIVE + " 3/7:1-2!", 3, [[2], [1], [3, 4], [5]]),
        (6, {}, SIX + " 3/7:5!-2", 3, [[5], [2], [1, 3], [4, 6]]),
        (3, {"third_place": True}, "1/2:2!-3", 1, [[1, 2], [3]]),
        (3, {"third_place": True}, "1/2:2!-3 2/4:1-2!", 2, [[2], [1], [3]]),
        # A consolation match changes no place.
        (4, {"consolation": True}, FOUR + " 2/1001:3-4! 2/3:1!-2", 2, [[1], [2], [3, 4]]),
        # A best of three: after two rounds one semi-final is over; sides in play are first.
        (4, {"best_of": 3}, "1/1:1!-4 1/2:2!-3 2/1:1!-4 2/2:2-3!", 2, [[1], [2, 3], [4]]),
        (4, {"best_of": 3}, "1/1:1!-4 1/2:2!-3 2/1:4-1! 2/2:2-3! 3/2:2-3!", 3, [[1, 3], [2, 4]]),
        # An undecided tied match leaves both in.
        (4, {}, "1/1:1-4 1/2:2!-3", 1, [[2], [1, 4], [3]]),
    ],
)
def test_single_elimination_ranks_entrants_by_exit(entrants, more, drawn, rounds, right):
    params = {"entrants": entrants, **more}
    assert order("single_elimination", params, drawn, rounds) == right


# Matches of four: 1, 2 opening; 3 losers' round 1; 4 the winners' final; 5 losers' final; 6, 7.
DOUBLE = "1/1:1!-4 1/2:2!-3 2/4:1!-2 2/3:4-3!"


@pytest.mark.parametrize(
    ("more", "drawn", "rounds", "right"),
    [
        ({}, "1/1:1!-4 1/2:2!-3", 1, [[1, 2], [3, 4]]),
        ({}, DOUBLE, 2, [[1], [2, 3], [4]]),
        ({}, DOUBLE + " 3/5:3-2!", 3, [[1, 2], [3], [4]]),
        ({}, DOUBLE + " 3/5:3-2! 4/6:1!-2", 4, [[1], [2], [3], [4]]),
        # The unbeaten side loses the final: it is repeated, and both are still in.
        ({}, DOUBLE + " 3/5:3-2! 4/6:1-2!", 4, [[1, 2], [3], [4]]),
        ({}, DOUBLE + " 3/5:3-2! 4/6:1-2! 5/7:1-2!", 5, [[2], [1], [3], [4]]),
        ({}, DOUBLE + " 3/5:3-2! 4/6:1-2! 5/7:1!-2", 5, [[1], [2], [3], [4]]),
        ({"reset": False}, DOUBLE + " 3/5:3-2! 4/6:1-2!", 4, [[2], [1], [3], [4]]),
        # A loser who comes through all of the losers' side.
        ({}, "1/1:1-4! 1/2:2!-3 2/4:4!-2 2/3:1!-3 3/5:1!-2 4/6:4-1! 5/7:4-1!", 5,
         [[1], [4], [2], [3]]),
        # Walk-overs are decided without a game.
        ({}, "1/1:1!-4 1/2:2!-3 2/4:1-2! 2/3:4!-3 3/5:4!-1", 3, [[2, 4], [1], [3]]),
    ],
)  # fmt: skip
def test_double_elimination_ranks_entrants_by_exit(more, drawn, rounds, right):
    params = {"entrants": 4, **more}
    assert order("double_elimination", params, drawn, rounds) == right


ONE_LIFE = {"lives": 1, "buy_backs": 0}
TWO_LIVES = {"lives": 2, "buy_backs": 0}
BUY = {"lives": 1, "buy_backs": 1, "until_round": 2}


@pytest.mark.parametrize(
    ("params", "drawn", "rounds", "more", "right"),
    [
        (ONE_LIFE, "1/1:1!-4 1/2:2!-3", 1, {}, [[1, 2, 5], [3, 4]]),
        (ONE_LIFE, "1/1:1!-4 1/2:2!-3 2/1:1!-5", 2, {}, [[1, 2], [5], [3, 4]]),
        (ONE_LIFE, "1/1:1!-4 1/2:2!-3 2/1:1!-5 3/1:1-2!", 3, {}, [[2], [1], [5], [3, 4]]),
        # The round of the last life counts, however many matches were won.
        (TWO_LIVES, "1/1:1!-4 1/2:2!-3", 1, {}, [[1, 2, 5], [3, 4]]),
        (TWO_LIVES, "1/1:1!-4 1/2:2!-3 2/1:5!-4 2/2:1!-3", 2, {}, [[1, 2, 5], [3, 4]]),
        (TWO_LIVES, "1/1:1!-4 1/2:2!-3 2/1:5!-4 2/2:1-3!", 2, {}, [[2, 5], [1, 3], [4]]),
        (TWO_LIVES, "1/1:1!-4 1/2:2!-3 2/1:5-4! 2/2:2!-3 3/1:4-1! 3/2:5!-2", 3, {},
         [[1], [2, 5], [4], [3]]),
        # A side that buys a life back is in again, and goes out when that is lost.
        (BUY, "1/1:1!-4 1/2:2!-3", 1, {"bought": {1: [4]}}, [[1, 2, 4, 5], [3]]),
        (BUY, "1/1:1!-4 1/2:2!-3 2/1:1!-4 2/2:2!-5", 2, {"bought": {1: [4]}},
         [[1, 2], [4, 5], [3]]),
        # A leaver goes out in the round that it does not play.
        (ONE_LIFE, "1/1:1!-4 1/2:2!-3 2/1:1!-5", 2, {"left": {2: 2}}, [[1], [2, 5], [3, 4]]),
        (ONE_LIFE, "1/1:1!-4 1/2:2!-3", 1, {"left": {2: 2}}, [[1, 2, 5], [3, 4]]),
        (TWO_LIVES, "1/1:1!-4 1/2:2!-3", 1, {"left": {5: 1}}, [[1, 2], [3, 4], [5]]),
        # An undecided tie costs no life.
        (ONE_LIFE, "1/1:1-4 1/2:2!-3", 1, {}, [[1, 2, 4, 5], [3]]),
    ],
)  # fmt: skip
def test_lives_format_ranks_entrants_by_exit(params, drawn, rounds, more, right):
    assert order("lives", params, drawn, rounds, teams=range(1, 6), **more) == right


def test_correction_keeps_winner_already_drawn_on():
    # The corrected result is for 4, but 1 was drawn into the final.
    drawn = "1/1:1-4! 1/2:2!-3 2/3:1-2!"
    assert order("single_elimination", {"entrants": 4}, drawn, 2) == [[2], [1], [3, 4]]
    assert order("single_elimination", {"entrants": 4}, drawn, 1) == [[1, 2], [3, 4]]


@pytest.mark.parametrize("final", ["4/6:1!-2", "4/6:1-2"])
def test_correction_of_first_final_keeps_repeated_final(final):
    drawn = DOUBLE + f" 3/5:3-2! {final}"
    for again, right in (("1-2!", [[2], [1]]), ("1!-2", [[1], [2]]), ("1-2", [[1, 2]])):
        matches = f"{drawn} 5/7:{again}"
        assert order("double_elimination", {"entrants": 4}, matches, 5) == [*right, [3], [4]]


def test_other_formats_have_no_knockout_order():
    empty = {"teams": [1, 2], "matches": [], "rounds": 3, "bought": {}, "left": {}}
    assert knockout_orders("swiss", {"entrants": 2}, **empty) == {}
    assert knockout_orders("", {}, **empty) == {}
