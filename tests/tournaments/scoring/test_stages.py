from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import facts_of, one_board
from tournaments.scoring import (
    Adjustment,
    Entrant,
    Facts,
    Method,
    Options,
    Weight,
    compute_standings,
)
from tournaments.scoring.stages import Carry, carry_over


def test_carry_over_is_half_the_lead_over_the_mean():
    scores = {1: Fraction(56), 2: Fraction(48), 3: Fraction(52)}
    carried = carry_over(scores, 26, 26, as_mean=True)
    assert carried == {1: 2, 2: -2, 3: 0}


def test_carry_over_of_sums_counts_for_every_board_of_the_final():
    scores = {1: Fraction(3, 2), 2: Fraction(1, 2)}
    assert carry_over(scores, 24, 20) == {1: 5, 2: -5}


def test_carry_over_share_shrinks_for_a_long_final():
    scores = {1: Fraction(60), 2: Fraction(40)}
    assert carry_over(scores, 10, 40, as_mean=True) == {1: Fraction(5, 2), 2: Fraction(-5, 2)}
    assert carry_over(scores, 10, 40, share=Fraction(1, 2), as_mean=True)[1] == 5


def test_carry_over_can_be_full_or_none():
    scores = {1: Fraction(3, 2), 2: Fraction(1, 2)}
    assert carry_over(scores, 24, 20, Carry.FULL) == {1: 36, 2: 12}
    assert carry_over(scores, 24, 20, Carry.NONE) == {1: 0, 2: 0}
    assert carry_over({}, 24, 20) == {}


def test_carried_points_count_in_total_from_round_one():
    facts = facts_of(
        Method.MATCHPOINTS, one_board([4, -4]), one_board([0, 0], board=2, round=2),
        entrants=(Entrant(1), Entrant(2, carry=Fraction(60)), Entrant(101), Entrant(102)),
    )  # fmt: skip
    row = compute_standings(facts).row(2)
    assert (row.total, row.score, row.carry, row.rank) == (85, 25, 60, 1)
    assert [r.total for r in row.rounds] == [60, 85]


def test_qualifiers_are_ranked_by_carry_over_before_the_final():
    carried = (Entrant(1, carry=Fraction(-3)), Entrant(2, carry=Fraction(3)), Entrant(3))
    facts = Facts(Method.IMPS, entrants=carried)
    assert [(row.entrant, row.rank) for row in compute_standings(facts).rows] == [
        (2, 1),
        (3, 2),
        (1, 3),
    ]


def test_zero_adjustment_without_play_leaves_entrant_last():
    warning = Adjustment(9, Fraction(0))
    facts = facts_of(
        Method.MATCHPOINTS, one_board([4, 0]), entrants=(Entrant(9),), adjustments=(warning,)
    )
    assert (compute_standings(facts).row(9).place, compute_standings(facts).row(9).boards) == (
        "5",
        0,
    )


def sessions(weight):
    """Pair 1: 100 % on one board of session 1, 0 and 50 % on two of a larger session 2."""
    first = one_board([4, -4])
    second = one_board([0, 2, 4], board=1, round=2)
    third = one_board([2, 2, 2], board=2, round=3)
    later = tuple(replace(r, session=2) for r in (*second, *third))
    return compute_standings(
        facts_of(Method.MATCHPOINTS, first, later, options=Options(weight=weight))
    )


@pytest.mark.parametrize(
    ("weight", "total"),
    [
        (Weight.SESSION, Fraction(100 + 25, 2)),
        (Weight.BOARD, Fraction(100 + 0 + 50, 3)),
        (Weight.TOP, Fraction(100 * (2 + 0 + 2), 2 + 4 + 4)),
    ],
)
def test_session_totals_are_weighted_by_session_board_or_top(weight, total):
    assert sessions(weight).row(1).total == total


def test_same_board_number_in_two_sessions_is_scored_separately():
    standings = sessions(Weight.BOARD)
    found = [s.n for s in standings.boards if s.result.board == 1]
    assert sorted(found) == [2, 2, 3, 3, 3]
