"""No-trumps in tens before doubling (source: a validator of baloot scores)."""

from games.belot import explain
from games.belot.sheet import round_total, tens_before_doubling
from tests.games.belot.builders import error_of, score_and_hanging, slip

RULES = {"preset": "bulgarian", "no_trumps_tens_first": True, "on_equal": "lost"}


def test_published_split_rounds_tens_before_doubling():
    assert score_and_hanging(slip("NT", 67, 63, variant=RULES)) == ({"NS": 14, "EW": 12}, 0)
    assert score_and_hanging(slip("NT", 67, 63, variant="bulgarian")) == ({"NS": 13, "EW": 13}, 0)


def ours(points):
    other = 260 - 2 * points
    fewer = 2 * points < other
    return round_total(2 * points, 5, fewer)


def test_tens_first_differs_on_52_splits_and_sums_to_26():
    first = [tens_before_doubling(2 * points) for points in range(131)]
    assert sum(first[points] != ours(points) for points in range(131)) == 52
    assert {first[points] + first[130 - points] for points in range(131)} == {26}
    assert (first[65], first[66], first[64]) == (13, 14, 12)


def test_tens_first_scores_lost_contra_and_capot():
    lost = slip("NT", 60, 70, variant=RULES)
    assert score_and_hanging(lost) == ({"NS": 0, "EW": 26}, 0)
    contra = {**lost, "contra": 1}
    assert score_and_hanging(contra) == ({"NS": 0, "EW": 52}, 0)
    capot = slip("NT", 130, 0, variant={**RULES, "capot_doubled_in_no_trumps": True}, capot="NS")
    assert score_and_hanging(capot) == ({"NS": 44, "EW": 0}, 0)


def test_tens_first_has_its_own_explanation_step():
    told = explain(slip("NT", 67, 63, variant=RULES))
    keys = [step.key for step in told]
    assert "rounding_tens_first" in keys
    assert "rounding" not in keys


def test_tens_first_requires_a_doubled_no_trumps_sheet_in_tens():
    for changed in ({"sheet": "card_points"}, {"rounding": "half_up"}, {"no_trumps_factor": 1}):
        error = error_of({"variant": {**RULES, **changed}, "passed_out": True})
        assert error["rule"] == "tens_first_needs_tens"
