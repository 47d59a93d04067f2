from fractions import Fraction
from itertools import pairwise
from math import ceil

import pytest

from tournaments.scoring import VP_SCALES, VpScale, round_half_away
from tournaments.scoring.scales import Tariff, vp_table

MARGINS = (1, 2, 3, 5, 8, 10, 15, 20, 25, 30, 40, 50)
TABLE = {
    4: ("30.00", "10.61 11.20 11.76 12.80 14.18 15.00 16.73 18.09 19.16 20 20 20"),
    6: ("36.74", "10.50 10.99 11.46 12.33 13.53 14.25 15.83 17.12 18.19 19.06 20 20"),
    8: ("42.43", "10.44 10.86 11.27 12.05 13.12 13.78 15.23 16.46 17.50 18.37 19.74 20"),
    12: ("51.96", "10.36 10.71 11.05 11.70 12.61 13.18 14.46 15.58 16.55 17.40 18.78 19.83"),
    16: ("60.00", "10.31 10.61 10.91 11.48 12.29 12.80 13.97 15.00 15.92 16.73 18.09 19.16"),
    20: ("67.08", "10.28 10.55 10.82 11.34 12.07 12.53 13.61 14.58 15.45 16.23 17.56 18.63"),
}
SCALE = VP_SCALES["wbf-imps-15"]
# WBF, continuous scale for 24 boards, the winner's victory points for margins 0, 1, 2 …
TWENTY_FOUR = """
10 10.25 10.5 10.75 10.99 11.23 11.46 11.68 11.9 12.12 12.33 12.54 12.75 12.95 13.15 13.34 13.53
13.72 13.9 14.08 14.26 14.43 14.6 14.76 14.92 15.08 15.24 15.39 15.54 15.69 15.83 15.97 16.11 16.25
16.38 16.51 16.64 16.77 16.89 17.01 17.13 17.25 17.36 17.47 17.58 17.69 17.79 17.89 17.99 18.09
18.19 18.29 18.38 18.47 18.56 18.65 18.74 18.82 18.9 18.98 19.06 19.14 19.22 19.3 19.37 19.44 19.51
19.58 19.65 19.72 19.79 19.85 19.91 19.97 20
"""


def formula(factor: int, boards: int, margin: int) -> float:
    """WBF formula, in hundredths."""
    golden, blitz = (5**0.5 - 1) / 2, factor * boards**0.5
    return 1000 * (1 + (1 - golden ** (3 * margin / blitz)) / (1 - golden**3))


@pytest.mark.parametrize("boards", TABLE)
def test_victory_points_equal_the_published_table(boards):
    expected = [Fraction(text) for text in TABLE[boards][1].split()]
    assert [SCALE.points(Fraction(margin), boards) for margin in MARGINS] == expected


@pytest.mark.parametrize("boards", TABLE)
def test_winner_gets_20_vp_from_the_blitz_margin_on(boards):
    blitz = Fraction(TABLE[boards][0])
    table = vp_table(Fraction(15), boards)
    assert round_half_away(15 * Fraction(boards**0.5)) == round_half_away(blitz)
    assert table.index(2000) == ceil(blitz)


@pytest.mark.parametrize(("boards", "repairs"), [(4, 0), (6, 0), (7, 0), (8, 1), (16, 7), (32, 22)])
def test_concavity_repairs_add_expected_hundredths(boards, repairs, monkeypatch):
    repaired = vp_table(Fraction(15), boards)
    monkeypatch.setattr("tournaments.scoring.scales._first_convex", lambda steps: None)
    raw = vp_table.__wrapped__(Fraction(15), boards)
    assert sum(repaired) - sum(raw) == repairs


@pytest.mark.parametrize("boards", range(1, 33))
def test_vp_steps_never_increase_with_the_margin(boards):
    table = vp_table(Fraction(15), boards)
    steps = [b - a for a, b in pairwise(table)]
    assert steps == sorted(steps, reverse=True)
    assert table[0] == 1000


def test_vp_table_for_24_boards_equals_the_published_table():
    table = vp_table(Fraction(15), 24)
    assert [Fraction(vp, 100) for vp in table] == [Fraction(text) for text in TWENTY_FOUR.split()]


@pytest.mark.parametrize("boards", [4, 8, 16, 24, 32, 48, 96])
def test_vp_scale_with_tiny_steps_equals_the_rounded_formula(boards):
    table = vp_table(Fraction(60), boards)
    for margin, vp in enumerate(table[:-1]):
        assert abs(vp - formula(60, boards, margin)) <= 0.5 + 1e-6
    assert table[-1] == 2000
    assert list(table) == sorted(table)


@pytest.mark.parametrize("factor", [15, 16, 60])
@pytest.mark.parametrize("boards", [1, 2, 8, 33, 34, 40, 48, 64])
def test_vp_values_stay_close_to_the_formula(factor, boards):
    table = vp_table(Fraction(factor), boards)
    assert all(abs(vp - formula(factor, boards, m)) <= 1.5 for m, vp in enumerate(table[:-1]))


def test_vp_of_winner_and_loser_add_up_to_20():
    for margin in range(60):
        won, lost = SCALE.points(Fraction(margin), 8), SCALE.points(Fraction(-margin), 8)
        assert won + lost == 20


def test_fractional_margins_round_half_away_from_zero():
    assert SCALE.points(Fraction(5, 2), 8) == SCALE.points(Fraction(3), 8) == Fraction("11.27")
    assert SCALE.points(Fraction(-5, 2), 8) == Fraction("8.73")


@pytest.mark.parametrize(("low", "high", "vp"), [(0, 1, 10), (2, 5, 11), (6, 9, 12)])
def test_vp_for_20_boards_round_to_the_published_discrete_scale(low, high, vp):
    points = [SCALE.points(Fraction(margin), 20) for margin in range(low, high + 1)]
    assert {round_half_away(p, 0) for p in points} == {vp}


def test_points_scale_needs_four_times_the_margin():
    points = VP_SCALES["wbf-points-60"]
    assert points.points(Fraction(120), 4) == 20
    assert points.points(Fraction(119), 4) < 20
    assert points.points(Fraction(20), 4) == SCALE.points(Fraction(5), 4)


def test_vp_scale_with_larger_factor_gives_fewer_points():
    wider = VpScale("club-2", Fraction(16))
    assert wider.points(Fraction(10), 16) < SCALE.points(Fraction(10), 16)


def test_tariff_points_follow_outcome_or_games_won():
    three = Tariff(Fraction(3), Fraction(1), Fraction(0))
    assert [three.points(Fraction(o, 2)) for o in (2, 1, 0)] == [3, 1, 0]
    two_one = Tariff(Fraction(2), Fraction(1), Fraction(1))
    assert [two_one.points(Fraction(o)) for o in (1, 0)] == [2, 1]
    by_games = Tariff(by_games=tuple((w, lost, Fraction(p)) for w, lost, p in
                                     ((2, 0, 3), (2, 1, 2), (1, 2, 1), (0, 2, 0))))  # fmt: skip
    assert [by_games.points(Fraction(o), g) for o, g in
            ((1, (2, 0)), (1, (2, 1)), (0, (1, 2)), (0, (0, 2)))] == [3, 2, 1, 0]  # fmt: skip
