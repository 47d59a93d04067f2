import pytest
from django.utils import translation

from games.parsing.hands import HandError, hand_text, read_cards


@pytest.mark.parametrize(
    "text",
    [
        "HJ H9 ST",
        "♥J ♥9 ♠10",
        "♥ J 9 ♠ 10",
        "♥J9, ♠10",
        "hj,h9;st",
        "J♥ 9♥ 10♠",
        "♥️J 9 ♠️T",
        "♥В 9 ♠Т",
    ],
)
def test_read_cards_accepts_many_spellings_of_a_hand(text):
    assert read_cards(text) == ["HJ", "H9", "ST"]


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        ("en", "♥R D V 10", "HK HQ HJ HT"), ("en", "V♠ R♠", "SJ SK"), ("en", "♥H V B", "HK HQ HJ"),
        ("fr", "♥V A", "HJ HA"), ("nl", "♥V A", "HQ HA"), ("fr", "♥D 9 ♠V", "HQ H9 SJ"),
        ("nl", "♦H ♣B", "DK CJ"), ("en", "♥A D9", "HA D9"), ("bg", "♥А К Д В", "HA HK HQ HJ"),
        ("en", "♡️R ♤D", "HK SQ"), ("fr", "HJ DQ", "HJ DQ"),
    ],
)  # fmt: skip
def test_read_cards_accepts_localized_court_cards(language, text, cards):
    with translation.override(language):
        assert " ".join(read_cards(text)) == cards


@pytest.mark.parametrize("text", ["♥V", "♥V A 9", "♥R B", "♥K V"])
def test_ambiguous_card_letter_is_rejected(text):
    with pytest.raises(HandError):
        read_cards(text)


@pytest.mark.parametrize("text", ["5H", "J", "HX", "hello", "♥J ?"])
def test_text_that_is_no_card_is_rejected_by_name(text):
    with pytest.raises(HandError, match="is no card"):
        read_cards(text)


def test_hand_text_round_trips_through_read_cards():
    assert hand_text("HJ ST") == "♥J ♠10"
    assert read_cards(hand_text("HJ ST")) == ["HJ", "ST"]
