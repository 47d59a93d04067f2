import pytest

from games.belot import Deal, RuleError, from_text, to_text
from tests.games.belot.builders import bid, hands_with

HANDS = hands_with(N="D7 D8 D9 HQ HK SA", W="S7", S="S8", E="S9")


def a_record():
    deal = Deal({"preset": "belot", "kirtik": 10, "on_equal": "lost"}, "E", hands=HANDS)
    for call in bid("H"):
        deal.call(call)
    deal.play("SA", declare="D7 D8 D9")
    for card in ("S7", "S8", "S9"):
        deal.play(card)
    deal.play("HK", belote=True)
    deal.fault("W")
    return deal.record()


def test_to_text_writes_rules_hands_auction_and_play():
    text = to_text(a_record())
    hands = "  ".join(f"{seat}:{hand}" for seat, hand in HANDS.items())
    assert text == (
        '[Variant "belot"]\n[Switch "on_equal lost"]\n[Switch "kirtik 10"]\n[Dealer "E"]\n'
        f'[Hands "{hands}"]\n'
        '[Declarations "N D7 D8 D9"]\n[Belotes "N H"]\n[Irregularity "W"]\n'
        '[Auction "N"]\nH P P P\n[Play "N"]\n1. N SA S7 S8 S9\n2. N HK\n'
    )


def test_text_notation_round_trips_a_record():
    record = a_record()
    assert from_text(to_text(record)) == record


def test_from_text_ignores_comments_and_leader_seats():
    record = a_record()
    text = to_text(record).replace("1. N SA S7", "{first trick} SA S7 {low}\n")
    assert from_text(text) == record


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("hello", "line 1"),
        ('[Variant "bulgarian"]\n[What "x"]', "line 2"),
        ('[Variant "bulgarian"]', "dealer"),
        ("", "variant"),
    ],
)
def test_unreadable_text_is_rejected_with_its_position(text, at):
    with pytest.raises(RuleError) as caught:
        from_text(text)
    assert caught.value.at == at


def test_illegal_card_in_text_is_reported_like_in_a_record():
    text = to_text(a_record()).replace("SA S7 S8 S9", "SA HK S8 S9")
    with pytest.raises(RuleError) as caught:
        from_text(text)
    assert caught.value.at == "play[1]"
