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


def test_a_deal_as_text():
    text = to_text(a_record())
    hands = "  ".join(f"{seat}:{hand}" for seat, hand in HANDS.items())
    assert text == (
        '[Variant "belot"]\n[Switch "on_equal lost"]\n[Switch "kirtik 10"]\n[Dealer "E"]\n'
        f'[Hands "{hands}"]\n'
        '[Declarations "N D7 D8 D9"]\n[Belotes "N H"]\n[Irregularity "W"]\n'
        '[Auction "N"]\nH P P P\n[Play "N"]\n1. N SA S7 S8 S9\n2. N HK\n'
    )


def test_it_reads_back_whole():
    record = a_record()
    assert from_text(to_text(record)) == record


def test_comments_and_the_leaders_names_are_for_the_reader():
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
def test_what_cannot_be_read_is_refused_at_its_line(text, at):
    with pytest.raises(RuleError) as caught:
        from_text(text)
    assert caught.value.at == at


def test_a_rule_broken_in_the_text_is_reported_as_in_a_record():
    text = to_text(a_record()).replace("SA S7 S8 S9", "SA HK S8 S9")
    with pytest.raises(RuleError) as caught:
        from_text(text)
    assert caught.value.at == "play[1]"
