from fractions import Fraction

from games.charts.race import (
    BOTTOM,
    HEIGHT,
    LABEL_GAP,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    dates_of,
    race_chart,
    scale_of,
    spread_labels,
)


def sums(*lines: list[int]) -> list[list[Fraction]]:
    return [[Fraction(value) for value in line] for line in lines]


def test_race_lines_span_all_evenings_from_zero_to_the_maximum():
    chart = race_chart(sums([0, 50, 100], [0, 0, 0]), 2)
    assert chart.tracks[0].dots == (
        (LEFT, HEIGHT - BOTTOM), ((LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2),
        (WIDTH - RIGHT, TOP),
    )  # fmt: skip
    assert [level for level, _y in chart.levels] == [0, 20, 40, 60, 80, 100]
    assert [track.label_y for track in chart.tracks] == [TOP, HEIGHT - BOTTOM]


def test_scale_has_at_most_six_steps_and_may_start_below_zero():
    assert scale_of(Fraction(0), Fraction(118)) == (0, 125, 25)
    assert scale_of(Fraction(-4), Fraction(4)) == (-4, 4, 2)
    assert scale_of(Fraction(0), Fraction(0)) == (0, 1, 1)


def test_spread_labels_separates_labels_above_the_dates():
    assert spread_labels([20, 20, 25, 200]) == [20, 39, 58, 200]
    low = spread_labels([290, 295, 297])
    assert low == [HEIGHT - BOTTOM - 2 * LABEL_GAP, HEIGHT - BOTTOM - LABEL_GAP, HEIGHT - BOTTOM]


def test_dates_of_many_evenings_are_thinned_keeping_the_last():
    assert [index for index, _x in dates_of(3)] == [0, 1, 2]
    assert [index for index, _x in dates_of(30)] == list(range(2, 30, 3))
