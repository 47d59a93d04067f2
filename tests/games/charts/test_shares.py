from fractions import Fraction

from games.charts.shares import shares_chart


def test_bar_height_is_proportional_to_its_share():
    chart = shares_chart([("80", Fraction(100)), ("90", Fraction(50)), ("capot", Fraction(0))])
    assert [bar.height for bar in chart.bars] == [172, 86, 0]
    assert [(line.at, line.value) for line in chart.lines] == [
        (212.0, 0),
        (169.0, 25),
        (126.0, 50),
        (83.0, 75),
        (40.0, 100),
    ]
    assert [label.words for label in chart.labels] == ["80", "90", "capot"]
    assert [label.is_spare for label in chart.labels] == [False, False, False]
    assert not chart.is_dense


def test_shares_chart_thins_many_labels_keeping_the_last():
    shares = [(str(number), Fraction(50)) for number in range(80, 350, 10)]
    chart = shares_chart([*shares, ("capot", Fraction(9))])
    named = [label.words for label in chart.labels]
    assert (named[0], named[-1]) == ("80", "capot")
    assert len(named) <= 12
    assert sum(not label.is_spare for label in chart.labels) <= 7
    assert chart.is_dense
    at = [float(label.at.rstrip("%")) for label in chart.labels]
    assert min(later - one for one, later in zip(at, at[1:], strict=False)) > 7
