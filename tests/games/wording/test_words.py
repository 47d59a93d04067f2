from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override

from games.belot import variant_from_json
from games.wording import texts as wording


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("67.425", 2, "67.43"),
        (Fraction(2, 3) * 100, 2, "66.67"),
        (Decimal("54.545"), 1, "54.5"),
        (2.675, 2, "2.68"),
        (0.5, 0, "1"),
        (100, 2, "100.00"),
        ("-0.5", 0, "−1"),
        ("-0.001", 2, "0.00"),
    ],
)
def test_figures_round_half_away_from_zero(value, places, text):
    with override("en"):
        assert wording.figure_text(value, places) == text


@pytest.mark.parametrize("language", ["bg", "fr", "hr", "nl"])
def test_figures_use_the_decimal_comma_of_the_language(language):
    with override(language):
        assert wording.figure_text("67.42", 2) == "67,42"


def test_missing_figure_is_a_dash():
    assert wording.figure_text(None, 2) == "–"
    assert wording.signed_text("") == "–"


@pytest.mark.parametrize(("value", "text"), [(12, "+12"), (-30, "−30"), (0, "0")])
def test_differences_carry_their_sign(value, text):
    assert wording.signed_text(value) == text


def test_difference_that_rounds_to_zero_has_no_sign():
    with override("en"):
        assert wording.signed_text("0.04", 1) == "0.0"


def test_score_text_has_an_en_dash_without_spaces():
    assert wording.score_text(10, 6) == "10–6"
    assert wording.score_text(0, None) == "–"


def test_contract_words_name_contract_declarer_and_contra():
    with override("en"):
        assert wording.contract_words("H", "S", 1) == "hearts, South, contra"
        assert wording.contract_words("AT", "NS") == "all trumps, North–South"
        assert wording.contract_words("") == "Passed out"


@pytest.mark.parametrize(("level", "mark"), [(0, ""), (1, "×2"), (2, "×4"), (3, "×8")])
def test_contra_mark_doubles_per_level(level, mark):
    assert wording.contra_mark(level) == mark


@pytest.mark.parametrize(
    ("rules", "contract", "level", "mark"),
    [
        ("contree_cannes", "H", 1, "×2"),
        ("contree_cannes", "H", 2, "×3"),
        ("contree_ffb", "H", 2, "×4"),
        ({"preset": "bulgarian", "factors": "1 2 4 / NT 2 3 5"}, "NT", 1, "×3"),
        ({"preset": "bulgarian", "factors": "1 2 4 / NT 2 3 5"}, "NT", 2, "×5"),
        ({"preset": "bulgarian", "factors": "1 2 4 / NT 2 3 5"}, "AT", 2, "×4"),
        ("klaverjas_rotterdam", "H", 0, ""),
        ("baloot", "H", 2, "×3"),
        ("baloot", "H", 4, "coffee"),
        ("baloot", "NT", 1, "×2"),
    ],
)
def test_contra_mark_uses_the_factors_of_the_rules(rules, contract, level, mark):
    assert wording.contra_mark(level, contract, variant_from_json(rules)) == mark


def test_rank_mark_writes_a_ten_as_10():
    assert wording.rank_mark("HT") == "10"
    assert wording.rank_mark("HQ") == "Q"
    with override("en"):
        assert wording.card_name("HQ") == "queen of hearts"
        assert wording.card_name("CT") == "10 of clubs"


def test_sort_for_display_orders_by_suit_and_descending_rank():
    assert wording.sort_for_display("D9 C7 HT DK SJ HK CA") == [
        "SJ",
        "HK",
        "HT",
        "CA",
        "C7",
        "DK",
        "D9",
    ]


def test_void_suit_is_shown_as_a_dash():
    assert wording.ranks_by_suit("HK HT SA") == [
        ("S", "A"),
        ("H", "K 10"),
        ("C", "–"),
        ("D", "–"),
    ]
