from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given

from tests.randomness import examples
from tests.tournaments.scoring.builders import SEVEN_NETS, facts_of, ns_scores, one_board
from tests.tournaments.scoring.strategies import pair_events
from tournaments.scoring import Method, Options, compute_standings, round_half_away
from tournaments.scoring.matchpoints import Matchpoints, neuberg


def percents(nets, field, small_groups=True):
    board = Matchpoints(nets, field, small_groups)
    return [board.score_played(net).ns * 100 / board.top for net in nets]


def test_matchpoints_are_two_per_beaten_and_one_per_equal():
    standings = compute_standings(facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS)))
    assert ns_scores(standings) == [11, 6, 6, 2, 0, 6, 11]
    assert [round_half_away(s.ns_percent) for s in standings.boards] == [
        Decimal(text) for text in ("91.67", "50", "50", "16.67", "0", "50", "91.67")
    ]


def test_east_west_score_is_the_rest_of_the_top():
    standings = compute_standings(facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS)))
    assert [s.ew for s in standings.boards] == [1, 6, 6, 10, 12, 6, 1]
    assert {s.top for s in standings.boards} == {12}


@pytest.mark.parametrize(
    ("raw", "factored"), [(18, Fraction(199, 10)), (16, Fraction(177, 10)), (0, Fraction(1, 10))]
)
def test_neuberg_factors_ten_scores_to_eleven(raw, factored):
    assert neuberg(Fraction(raw), 10, 11) == factored


@pytest.mark.parametrize(("raw", "factored"), [(4, 9), (2, 5), (0, 1)])
def test_neuberg_factors_three_scores_to_six(raw, factored):
    assert neuberg(Fraction(raw), 3, 6) == factored
    assert Fraction(factored, 10) == Fraction({9: 90, 5: 50, 1: 10}[factored], 100)


@pytest.mark.parametrize(("n", "field"), [(3, 6), (10, 11), (4, 9)])
def test_neuberg_percentages_shrink_towards_fifty(n, field):
    for raw in range(2 * n - 1):
        percent = Fraction(100 * raw, 2 * (n - 1))
        shrunk = 50 + (percent - 50) * Fraction(n - 1, n) * Fraction(field, field - 1)
        assert neuberg(Fraction(raw), n, field) * 100 / (2 * (field - 1)) == shrunk


def test_results_of_small_groups_have_fixed_percentages():
    assert percents([4], 6) == [60]
    assert percents([4, -4], 6) == [65, 55]
    assert percents([4, 4], 6) == [60, 60]
    assert percents([4, 0, -4], 6) == [70, 60, 50]


def test_three_results_are_not_small_in_a_field_of_three():
    assert percents([4, 0, -4], 3) == [100, 50, 0]


def test_neuberg_applies_when_small_groups_are_off():
    assert percents([4, 0, -4], 6, small_groups=False) == [90, 50, 10]
    facts = facts_of(
        Method.MATCHPOINTS,
        one_board([4, 0, -4, 0, 0, 0], board=1),
        one_board([4, 0, -4], board=2),
        options=Options(small_groups=False),
    )
    assert ns_scores(compute_standings(facts), board=2) == [9, 5, 1]


def test_single_result_of_a_board_is_fifty_percent():
    assert percents([16], 1) == [50]


def test_board_passed_out_at_all_tables_is_fifty_percent():
    assert percents([0, 0, 0, 0], 4) == [50, 50, 50, 50]


def test_assigned_net_is_compared_without_affecting_others():
    board = Matchpoints([10, 6, -2], 4)
    assert board.score_assigned(6) == (3, 3)
    assert board.score_played(10) == Matchpoints([10, 6, -2], 4).score_played(10)


@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(pair_events(methods=[Method.MATCHPOINTS, Method.ASCHERMAN]))
def test_percentages_of_both_sides_sum_to_100_on_unsplit_boards(facts):
    results = tuple(replace(result, group=0) for result in facts.results)
    scores = compute_standings(replace(facts, results=results)).boards
    assert {s.ns_percent + s.ew_percent for s in scores if not s.result.awards} <= {100}
