"""Coordinates of charts drawn on the server."""

from fractions import Fraction

from django.template import Context, Template

from games.charts import board as charts


def test_one_segment_a_round_and_the_running_one_partly_filled():
    segments = charts.progress_segments(4, 2, 0.5)
    assert [segment.running for segment in segments] == [False, False, True, False]
    assert [segment.filled for segment in segments] == [24.1, 24.1, 12.05, 0.0]
    assert segments[-1].x + segments[-1].width == 100.0


def test_no_rounds_draw_no_segments():
    assert charts.progress_segments(0, 0) == []


def test_a_finished_tournament_fills_every_segment():
    segments = charts.progress_segments(3, 3)
    assert all(segment.filled == segment.width for segment in segments)


def test_a_share_stays_within_its_bar():
    assert charts.share_percent(9, 12) == 75.0
    assert charts.share_percent(Fraction(200, 3), 100) == 66.67
    assert charts.share_percent(14, 12) == 100.0
    assert charts.share_percent(-1, 12) == 0.0
    assert charts.share_percent(1, 0) == 0.0


def test_the_first_place_is_the_top_of_a_spark_line():
    assert charts.spark_points([24, 1], 24) == [(4.0, 28.0), (102.0, 4.0)]


def test_a_spark_line_keeps_room_for_rounds_to_come():
    assert charts.spark_points([1, 1], 2, rounds=5) == [(4.0, 4.0), (28.5, 4.0)]


def test_a_single_team_draws_without_dividing_by_nothing():
    assert charts.spark_points([1], 1) == [(4.0, 4.0)]


def test_a_track_goes_from_place_to_place():
    track, _other = charts.bump_chart([((2, 1), "A"), ((1, 2), "B")])
    assert track.path == "M16 58C136 58 136 36 256 36"
    assert track.marks == ((16.0, 58, 2), (256.0, 36, 1))


def test_the_own_track_is_drawn_last_so_that_it_lies_on_top():
    page = Template("{% load belot %}{% bump histories 0 %}")
    drawn = page.render(Context({"histories": [((2, 1), "A <"), ((1, 2), "B")]}))
    assert drawn.index(">B</text>") < drawn.index(">A &lt;</text>")
    assert drawn.count('class="chart-own"') == drawn.count('class="chart-other"') == 1


def test_equal_differences_stack_over_and_under_the_line():
    dots = charts.strip_dots([0, 0, 0], 30)
    assert dots == [(103.0, 18.0), (103.0, 12.0), (103.0, 24.0)]


def test_a_difference_past_the_limit_stays_on_the_strip():
    assert charts.strip_x(90, 30) == 200.0
    assert charts.strip_x(-90, 30) == 6.0


def test_many_equal_differences_stay_within_the_strip():
    heights = [y for _x, y in charts.strip_dots([4] * 40, 30)]
    assert (min(heights), max(heights)) == (3.0, 32.2)


def test_marks_shrink_with_the_rounds_and_go_when_they_would_touch():
    assert charts.bump_mark_radius(4) == 13.5
    assert charts.bump_mark_radius(11) == 11.0
    assert charts.bump_mark_radius(15) == 0.0


def test_rounds_are_numbered_only_where_the_number_fits():
    assert [number for number, _x in charts.bump_rounds(4)] == [1, 2, 3, 4]
    assert [number for number, _x in charts.bump_rounds(15)] == [
        number if number % 2 else 0 for number in range(1, 16)
    ]
