"""Published examples (rules, section 4): card points to match points."""

import pytest

from tests.games.belot.builders import score_and_hanging, slip

BOTH = {
    "all-trumps 34-224": (slip("AT", 34, 224, "E"), {"NS": 4, "EW": 22}, 0),
    "all-trumps 164-194": (
        slip("AT", 64, 194, "E", announced={"NS": 100, "EW": 0}),
        {"NS": 17, "EW": 19},
        0,
    ),
    "suit 56-106": (slip("H", 56, 106, "E"), {"NS": 6, "EW": 10}, 0),
    "suit 6-156": (slip("H", 6, 156, "E"), {"NS": 1, "EW": 15}, 0),
    "all-trumps 154-154 hanging": (
        slip("AT", 104, 154, "N", announced={"NS": 50, "EW": 0}),
        {"NS": 0, "EW": 15},
        16,
    ),
    "suit 106-106 hanging": (
        slip("S", 56, 106, "N", announced={"NS": 50, "EW": 0}),
        {"NS": 0, "EW": 10},
        11,
    ),
    "suit 35-127": (slip("C", 35, 127, "E"), {"NS": 3, "EW": 13}, 0),
    "all-trumps 133-125": (slip("AT", 133, 125, "N"), {"NS": 13, "EW": 13}, 0),
    "no-trumps 54 doubled to 108": (slip("NT", 76, 54, "N"), {"NS": 15, "EW": 11}, 0),
    "all-trumps with two tierces, declarer 154 makes": (
        slip("AT", 114, 144, "N", announced={"NS": 40, "EW": 0}),
        {"NS": 15, "EW": 15},
        0,
    ),
    "suit capot": (slip("D", 162, 0, "N", capot="NS"), {"NS": 25, "EW": 0}, 0),
    "all-trumps capot": (slip("AT", 258, 0, "N", capot="NS"), {"NS": 35, "EW": 0}, 0),
    "no-trumps capot, premium once": (slip("NT", 130, 0, "N", capot="NS"), {"NS": 35, "EW": 0}, 0),
    "no-trumps capot, premium doubled": (
        slip("NT", 130, 0, "N", capot="NS", variant="belote"),
        {"NS": 44, "EW": 0},
        0,
    ),
    "suit 125 yields 12": (slip("H", 125, 37, "N", variant="belote"), {"NS": 12, "EW": 4}, 0),
    "suit 125 yields 12 in belot": (
        slip("H", 125, 37, "N", variant="belot"),
        {"NS": 12, "EW": 4},
        0,
    ),
    "all-trumps capot under contra, the nine added once": (
        slip("AT", 258, 0, "N", capot="NS", contra=1, variant="belot"),
        {"NS": 61, "EW": 0},
        0,
    ),
}


@pytest.mark.parametrize("name", BOTH)
def test_published_example_scores_as_printed(name):
    record, score, hanging = BOTH[name]
    assert score_and_hanging(record) == (score, hanging)


@pytest.mark.parametrize(("contra", "suit", "all_trumps"), [(0, 16, 26), (1, 32, 52), (2, 64, 104)])
def test_contra_multiplies_the_whole_rounded_deal(contra, suit, all_trumps):
    assert score_and_hanging(slip("H", 62, 100, "N", contra=contra)) == ({"NS": 0, "EW": suit}, 0)
    assert score_and_hanging(slip("AT", 100, 158, "N", contra=contra)) == (
        {"NS": 0, "EW": all_trumps},
        0,
    )


def test_third_contra_level_multiplies_by_eight():
    rules = {"preset": "bulgarian", "contra_levels": 3}
    assert score_and_hanging(slip("H", 62, 100, contra=3, variant=rules)) == (
        {"NS": 0, "EW": 128},
        0,
    )
    assert score_and_hanging(slip("AT", 100, 158, contra=3, variant=rules)) == (
        {"NS": 0, "EW": 208},
        0,
    )


@pytest.mark.parametrize("contract", ["H", "AT"])
def test_equal_totals_under_contra_hang_completely(contract):
    low, high = {"H": (56, 106), "AT": (104, 154)}[contract]
    record = slip(contract, low, high, "N", contra=1, announced={"NS": 50, "EW": 0})
    whole = {"H": 21, "AT": 31}[contract]
    assert score_and_hanging(record) == ({"NS": 0, "EW": 0}, 2 * whole)


def test_french_contract_needs_82_without_premiums():
    made = slip("H", 82, 80, "N", variant="french")
    lost = slip("H", 81, 81, "N", variant="french")
    assert score_and_hanging(made) == ({"NS": 82, "EW": 80}, 0)
    assert score_and_hanging(lost) == ({"NS": 0, "EW": 162}, 0)


def test_card_point_sheet_multiplies_by_contra_without_rounding():
    rules = {"preset": "bulgarian", "sheet": "card_points"}
    record = slip("H", 100, 62, contra=1, announced={"NS": 20, "EW": 0}, variant=rules)
    assert score_and_hanging(record) == ({"NS": 364, "EW": 0}, 0)
