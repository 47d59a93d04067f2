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
def test_one_hand_in_many_spellings(text):
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
def test_court_cards_in_french_dutch_and_bulgarian(language, text, cards):
    with translation.override(language):
        assert " ".join(read_cards(text)) == cards


@pytest.mark.parametrize("text", ["♥V", "♥V A 9", "♥R B", "♥K V"])
def test_a_letter_of_two_cards_is_refused(text):
    with pytest.raises(HandError):
        read_cards(text)


@pytest.mark.parametrize("text", ["5H", "J", "HX", "hello", "♥J ?"])
def test_what_is_no_card_is_named(text):
    with pytest.raises(HandError, match="is no card"):
        read_cards(text)


def test_cards_are_written_as_they_are_read():
    assert hand_text("HJ ST") == "♥J ♠10"
    assert read_cards(hand_text("HJ ST")) == ["HJ", "ST"]
