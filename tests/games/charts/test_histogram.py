from fractions import Fraction

from games.charts.histogram import histogram


def test_few_distinct_values_have_a_bin_each():
    chart = histogram({-2: 1, 0: 1, 3: 2}, mean=1.0)
    assert [(each.low, each.high, each.count) for each in chart.bins] == [
        (-2, -2, 1),
        (-1, -1, 0),
        (0, 0, 1),
        (1, 1, 0),
        (2, 2, 0),
        (3, 3, 2),
    ]
    assert chart.bins[-1].percent == 50
    assert [bar.is_minus for bar in chart.bars] == [True, True, False, False, False, False]


def test_rare_values_fall_into_open_end_bins():
    counts = dict.fromkeys(range(-20, 20), 100) | {-400: 1, 300: 1}
    chart = histogram(counts, mean=0.0)
    assert chart.bins[0].low is None
    assert chart.bins[-1].high is None
    assert len(chart.bins) <= 25
    assert sum(each.count for each in chart.bins) == 4002
    assert sum(each.percent for each in chart.bins) == Fraction(100)


def test_histogram_of_one_value_has_bins_and_of_none_is_none():
    chart = histogram({16: 5}, mean=16.0)
    assert sum(each.count for each in chart.bins) == 5
    assert histogram({}, mean=0.0) is None


def test_compared_histograms_share_one_scale():
    one, two = {0: 3, 1: 1}, {0: 1, 5: 1}
    first, second = histogram(one, 0.25, two), histogram(two, 2.5, one)
    assert first is not None
    assert second is not None
    assert [(each.low, each.high) for each in first.bins] == [
        (each.low, each.high) for each in second.bins
    ]
    assert first.lines == second.lines
    assert [bar.percent for bar in second.bars] == [50, 0, 0, 0, 0, 50]
    assert (first.bars[0].x, first.bars[0].width) == ("1.00%", "14.67%")
