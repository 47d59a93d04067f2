"""Hands as people type them."""

import pytest

from games.reading.hands import HandError, hand_text, read_cards


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


@pytest.mark.parametrize("text", ["5H", "J", "HX", "hello", "♥J ?"])
def test_what_is_no_card_is_named(text):
    with pytest.raises(HandError, match="is no card"):
        read_cards(text)


def test_cards_are_written_as_they_are_read():
    assert hand_text("HJ ST") == "♥J ♠10"
    assert read_cards(hand_text("HJ ST")) == ["HJ", "ST"]
