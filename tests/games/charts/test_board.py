from fractions import Fraction

from games.charts import board as charts


def test_progress_has_a_segment_per_round_partly_filled():
    segments = charts.progress_segments(4, 2, 0.5)
    assert [segment.running for segment in segments] == [False, False, True, False]
    assert [segment.filled for segment in segments] == [24.1, 24.1, 12.05, 0.0]
    assert segments[-1].x + segments[-1].width == 100.0


def test_no_rounds_have_no_segments():
    assert charts.progress_segments(0, 0) == []


def test_a_finished_tournament_fills_every_segment():
    segments = charts.progress_segments(3, 3)
    assert all(segment.filled == segment.width for segment in segments)


def test_share_percent_stays_between_0_and_100():
    assert charts.share_percent(9, 12) == 75.0
    assert charts.share_percent(Fraction(200, 3), 100) == 66.67
    assert charts.share_percent(14, 12) == 100.0
    assert charts.share_percent(-1, 12) == 0.0
    assert charts.share_percent(1, 0) == 0.0


def test_first_place_is_the_top_of_a_sparkline():
    assert charts.spark_points([24, 1], 24) == [(4.0, 28.0), (102.0, 4.0)]


def test_sparkline_reserves_space_for_later_rounds():
    assert charts.spark_points([1, 1], 2, rounds=5) == [(4.0, 4.0), (28.5, 4.0)]


def test_sparkline_of_a_single_team_does_not_divide_by_zero():
    assert charts.spark_points([1], 1) == [(4.0, 4.0)]


def test_equal_differences_stack_around_the_strip_line():
    dots = charts.strip_dots([0, 0, 0], 30)
    assert dots == [(103.0, 18.0), (103.0, 12.0), (103.0, 24.0)]


def test_difference_beyond_the_limit_is_clamped_to_the_strip():
    assert charts.strip_x(90, 30) == 200.0
    assert charts.strip_x(-90, 30) == 6.0


def test_many_equal_differences_stay_within_the_strip():
    heights = [y for _x, y in charts.strip_dots([4] * 40, 30)]
    assert (min(heights), max(heights)) == (3.0, 32.2)
