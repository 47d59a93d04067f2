from fractions import Fraction

import pytest

from games.charts.heat import tint_of, tint_ranges


@pytest.mark.parametrize(
    ("percent", "tint"),
    [(0, 0), (19, 0), (20, 1), (35, 2), (48, 3), (52, 3), (53, 4), (65, 5), (80, 6), (95, 7),
     (100, 7)],
)  # fmt: skip
def test_percentage_has_the_tint_of_its_range(percent, tint):
    assert tint_of(Fraction(percent)) == tint


def test_difference_is_tinted_relative_to_the_limit():
    limit = Fraction(10)
    assert [tint_of(Fraction(value), limit) for value in (-10, -1, 0, 1, 10)] == [0, 2, 3, 4, 7]
    assert tint_of(Fraction(0), Fraction(0)) == 3


def test_tint_ranges_cover_0_to_100_without_gaps():
    assert [span for _tint, span in tint_ranges()] == [
        "0–19", "20–34", "35–47", "48–52", "53–64", "65–79", "80–94", "95–100",
    ]  # fmt: skip
