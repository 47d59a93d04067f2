from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import team_match
from tournaments.scoring import (
    VP_SCALES,
    Average,
    Award,
    BoardResult,
    Bye,
    Facts,
    FactsError,
    Method,
    Options,
    ResultKind,
    Tariff,
    compute_standings,
)
from tournaments.scoring.teams import patton_points

SWINGS = ((10, -6), (4, 4), (-16, 10), (0, 3))


def totals(method, results, **more):
    standings = compute_standings(Facts(method, results, **more))
    return {row.entrant: row.total for row in standings.rows}


def test_swing_points_are_the_difference_between_both_rooms():
    # Swings 16, 0, −26 and −3 for the home team.
    assert totals(Method.SWING_POINTS, team_match(1, 2, SWINGS)) == {1: -13, 2: 13}


def test_team_swings_are_converted_to_imps_per_board():
    assert totals(Method.IMPS, team_match(1, 2, SWINGS)) == {1: 5 + 0 - 8 - 1, 2: 4}


def test_board_a_match_pays_two_for_a_board_won():
    assert totals(Method.BOARD_A_MATCH, team_match(1, 2, SWINGS)) == {1: 3, 2: 5}


def test_patton_total_adds_equal_points_from_the_aggregate():
    # 4 boards: 8 points board by board and 8 from −13 net: 4 · (1 − 13/80) = 3.35, so 3 of 8.
    assert totals(Method.PATTON, team_match(1, 2, SWINGS)) == {1: 3 + 3, 2: 5 + 5}


@pytest.mark.parametrize(
    ("difference", "points"),
    [(0, 4), (80, 8), (500, 8), (-80, 0), (-500, 0), (10, 5), (9, 4), (-10, 4), (-11, 3), (20, 5)],
)
def test_patton_points_of_four_boards_follow_the_difference(difference, points):
    assert patton_points(Fraction(difference), 4) == points


def test_patton_points_round_exactly_with_an_irrational_root():
    # 3 + 3D/(40·√3): the half is passed between D = 11 (3.476…) and D = 12 (3.519…).
    assert [patton_points(Fraction(d), 3) for d in (11, 12, -11, -12)] == [3, 4, 3, 2]
    assert patton_points(Fraction(23, 2), 3) == 3


def test_victory_points_depend_on_margin_and_match_length():
    scale = VP_SCALES["wbf-imps-15"]
    assert totals(Method.IMPS, team_match(1, 2, SWINGS), match=scale) == {
        1: Fraction("7.71"), 2: Fraction("12.29")
    }  # fmt: skip
    longer = Options(boards_per_match=8)
    assert totals(Method.IMPS, team_match(1, 2, SWINGS), match=scale, options=longer) == {
        1: Fraction("8.33"), 2: Fraction("11.67")
    }  # fmt: skip


def test_swing_points_use_their_own_vp_scale():
    found = totals(Method.SWING_POINTS, team_match(1, 2, SWINGS), match=VP_SCALES["wbf-points-60"])
    assert found[1] + found[2] == 20
    assert found[1] < 10


def test_clip_option_limits_swing_points():
    wild = ((104, -104),)
    assert totals(Method.SWING_POINTS, team_match(1, 2, wild)) == {1: 208, 2: -208}
    clipped = Options(clip=52)
    assert totals(Method.SWING_POINTS, team_match(1, 2, wild), options=clipped) == {1: 104, 2: -104}


def test_team_board_counts_once_both_tables_played_it():
    half = team_match(1, 2, SWINGS)[:3]
    assert totals(Method.IMPS, half) == {1: 5, 2: -5}


def test_tariff_ranks_teams_by_matches_won():
    tariff = Tariff(Fraction(2), Fraction(1), Fraction(0))
    results = (*team_match(1, 2, SWINGS), *team_match(3, 4, ((4, 4),), table=3))
    assert totals(Method.IMPS, results, match=tariff) == {1: 0, 2: 2, 3: 1, 4: 1}


def test_average_award_in_one_room_replaces_the_swing():
    results = list(team_match(1, 2, ((10, 6),)))
    results[1] = replace(
        results[1],
        net=None,
        kind=ResultKind.ADJUSTED,
        awards=(Award(Average.MINUS), Award(Average.PLUS)),
    )
    assert totals(Method.IMPS, tuple(results)) == {1: 2, 2: -2}
    bridge = Options(average_imps=Fraction(3))
    assert totals(Method.IMPS, tuple(results), options=bridge) == {1: 3, 2: -3}
    assert totals(Method.BOARD_A_MATCH, tuple(results)) == {1: Fraction(6, 5), 2: Fraction(4, 5)}


def test_split_score_gives_each_team_vp_for_its_own_margin():
    results = list(team_match(1, 2, ((10, 6), (0, 0), (0, 0), (0, 0))))
    results[1] = replace(
        results[1],
        net=None,
        kind=ResultKind.ADJUSTED,
        awards=(Award(Average.PLUS), Award(Average.PLUS)),
    )
    scale = VP_SCALES["wbf-imps-15"]
    assert totals(Method.IMPS, tuple(results), match=scale) == {
        1: Fraction("11.20"), 2: Fraction("11.20")
    }  # fmt: skip


def test_assigned_scores_are_compared_with_the_other_room():
    results = list(team_match(1, 2, ((10, 6),)))
    half = Fraction(1, 2)
    weighted = Award(nets=((-6, half), (10, half)))
    results[1] = replace(
        results[1], net=None, kind=ResultKind.ADJUSTED, awards=(weighted, weighted)
    )
    # The open room's 10 against −6 or 10: a swing of 16 (5 IMPs) or none.
    assert totals(Method.SWING_POINTS, tuple(results)) == {1: 8, 2: -8}
    assert totals(Method.IMPS, tuple(results)) == {1: Fraction(5, 2), 2: Fraction(-5, 2)}


def test_bye_in_a_team_match_gives_12_vp():
    facts = Facts(
        Method.IMPS,
        team_match(1, 2, SWINGS),
        byes=(Bye(3, 1),),
        match=VP_SCALES["wbf-imps-15"],
    )
    assert compute_standings(facts).row(3).total == 12
    assert compute_standings(replace(facts, byes=(Bye(3, 1), Bye(3, 1)))).row(3).total == 12


def test_team_sitting_ns_at_both_tables_raises_facts_error():
    wrong = (BoardResult(1, 1, 1, 1, 2, 4), BoardResult(1, 1, 2, 1, 2, 4))
    with pytest.raises(FactsError, match="table 1, board 1: a team sits NS at one table"):
        totals(Method.IMPS, wrong)
