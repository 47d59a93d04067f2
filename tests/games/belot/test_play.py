"""Duties of play under every switch setting (rules 3)."""

import pytest

from games.belot import CARD_OF, CONTRACT_TABLES, Deal, variant_from_json
from games.belot.cards import SUIT_MASK
from games.belot.tricks import duties_of, legal_cards
from tests.games.belot.builders import bid, deal_after_calls, error_of, hand_mask, hands_with


def legal_after(play, variant="bulgarian", contract="H", **hands):
    """Legal cards of the next seat after these cards; North leads."""
    calls = ["P", "P", "P", contract] if variant in ("bela",) else bid(contract)
    deal = deal_after_calls(*calls, variant=variant, **hands)
    for card in play.split():
        deal.play(card)
    return deal.legal


def house(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


TRUMPED = {"N": "SA", "W": "HQ D7", "S": "H9 H7 D8 D9 DT DJ DQ DK", "E": "SK"}


def test_leader_may_play_any_card():
    assert len(legal_after("")) == 8


def test_led_suit_must_be_followed():
    assert legal_after("SA", N="SA", W="S7 SQ") == ["S7", "SQ"]


def test_plain_suit_need_not_be_beaten():
    assert legal_after("S9", N="S9", W="S7 SA") == ["S7", "SA"]


def test_beat_plain_requires_a_higher_card_of_the_led_suit():
    rules = house(beat_plain=True)
    assert legal_after("S9", rules, N="S9", W="S7 SA") == ["SA"]
    assert legal_after("SA", rules, N="SA", W="S7 SQ") == ["S7", "SQ"]


def test_beat_plain_does_not_apply_once_the_trick_is_trumped():
    rules = house(beat_plain=True)
    assert legal_after("S9 HQ", rules, N="S9", W="HQ C7 C8 C9 CT CJ CQ CK", S="S7 SA") == [
        "S7",
        "SA",
    ]


def test_beat_plain_applies_in_no_trumps_against_the_partner():
    rules = house(beat_plain=True)
    hands = {"N": "S9", "W": "S7 C7", "S": "S8 SA"}
    assert legal_after("S9 S7", rules, "NT", **hands) == ["SA"]


def test_led_trump_must_be_beaten_even_the_partners():
    hands = {"N": "HA HJ", "W": "H7", "S": "H9 H8 S7 S8 S9 ST SJ SQ"}
    assert legal_after("HA H7", **hands) == ["H9"]
    assert legal_after("HA H7", house(beat_trump="unless_partner_wins"), **hands) == ["H8", "H9"]


def test_any_trump_is_legal_when_none_beats_the_led_trump():
    assert legal_after("HJ", N="HJ", W="H9 H7 SA") == ["H7", "H9"]


def test_beat_trump_switch_applies_in_all_trumps():
    hands = {"N": "SA", "W": "S7", "S": "SJ S8"}
    assert legal_after("SA S7", contract="AT", **hands) == ["SJ"]
    assert legal_after("SA S7", "belote", "AT", **hands) == ["S8", "SJ"]
    assert legal_after("SA", "belote", "AT", N="SA", W="SJ S8") == ["SJ"]


def test_void_in_all_trumps_allows_any_card():
    assert len(legal_after("SA", contract="AT", N="SA", W="H7 H8 H9 HT C7 C8 C9 CT")) == 8


def test_any_trump_is_required_on_an_opponents_plain_card():
    hands = {"N": "SA", "W": "H7 HJ C7 C8 C9 CT CJ CQ"}
    assert legal_after("SA", **hands) == ["H7", "HJ"]


def test_opponents_winning_trump_must_be_overtrumped():
    # West leads an irrelevant spade, so that South trumps before East.
    hands = {"N": "SA", "W": "HQ C7 C8 C9 CT CJ CQ CK", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    assert legal_after("SA HQ", **hands) == ["H9"]


def test_unable_to_overtrump_may_play_any_card():
    hands = {"N": "SA", "W": "HJ C7 C8 C9 CT CJ CQ CK", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    assert len(legal_after("SA HJ", **hands)) == 8


def test_unable_to_overtrump_requires_any_trump_in_belot():
    hands = {"N": "SA", "W": "HJ C7 C8 C9 CT CJ CQ CK", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    assert legal_after("SA HJ", "belot", **hands) == ["H7", "H9"]


AMSTERDAM = house(overtrump="not_under")
TWO_TRUMPS = "D8 D9 DT DJ DQ DK"


def test_amsterdam_requires_overtrumping_when_possible():
    hands = {"N": "SA", "W": "HQ C7 C8 C9 CT CJ CQ CK", "S": f"H9 H7 {TWO_TRUMPS}"}
    assert legal_after("SA HQ", AMSTERDAM, **hands) == ["H9"]


def test_amsterdam_forbids_undertrumping_when_unable_to_beat():
    hands = {"N": "SA", "W": "HJ C7 C8 C9 CT CJ CQ CK", "S": f"H9 H7 {TWO_TRUMPS}"}
    assert legal_after("SA HJ", AMSTERDAM, **hands) == TWO_TRUMPS.split()


def test_amsterdam_allows_undertrumping_with_only_lower_trumps():
    hearts = CONTRACT_TABLES[2]
    hand, jack = hand_mask("H7 H9 HA"), hearts.beats[CARD_OF["HJ"]]
    duties = duties_of(variant_from_json(AMSTERDAM))
    for ours in (0, 1):
        assert legal_cards(hand, SUIT_MASK[3], hearts.trumps, jack, 1, ours, duties) == hand


@pytest.mark.parametrize(
    ("winning", "lower", "open_to"),
    [
        ("HQ", "H9 H7", ["H9", *TWO_TRUMPS.split()]),  # only the seven is lower
        ("HJ", "H9 H7", TWO_TRUMPS.split()),
    ],
)
def test_amsterdam_forbids_undertrumping_the_partner(winning, lower, open_to):
    hands = {
        "N": "SA",
        "W": f"{winning} C7 C8 C9 CT CJ CQ CK",
        "S": "S7",
        "E": f"{lower} {TWO_TRUMPS}",
    }
    assert sorted(legal_after(f"SA {winning} S7", AMSTERDAM, **hands)) == sorted(open_to)


def test_amsterdam_allows_any_card_on_the_partners_plain_trick():
    hands = {"N": "SA", "W": "S7", "S": f"H9 H7 {TWO_TRUMPS}"}
    assert len(legal_after("SA S7", AMSTERDAM, **hands)) == 8


@pytest.mark.parametrize(("seat", "winning"), [("S", "HJ"), ("E", "HQ")])
def test_undertrumping_is_rejected_with_its_own_rule(seat, winning):
    hands = {
        "N": "SA",
        "W": f"{winning} C7 C8 C9 CT CJ CQ CK",
        "S": f"H9 H7 {TWO_TRUMPS}" if seat == "S" else "S7",
    }
    if seat == "E":
        hands["E"] = f"H9 H7 {TWO_TRUMPS}"
    record = {
        "variant": AMSTERDAM,
        "dealer": "E",
        "hands": hands_with(**hands),
        "calls": bid("H"),
        "play": f"SA {winning} H7" if seat == "S" else f"SA {winning} S7 H7",
    }
    assert error_of(record)["rule"] == "must_not_undertrump"


def test_any_trump_is_required_without_a_duty_to_overtrump():
    hands = {"N": "SA", "W": "HQ C7 C8 C9 CT CJ CQ CK", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    assert legal_after("SA HQ", "belote", **hands) == ["H7", "H9"]


def test_partners_winning_plain_card_frees_from_trumping():
    hands = {"N": "SA", "W": "S7", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    assert len(legal_after("SA S7", **hands)) == 8


def test_partners_winning_trump_frees_from_trumping():
    hands = {
        "N": "SA",
        "W": "HQ C7 C8 C9 CT CJ CQ CK",
        "S": "S7",
        "E": "H9 H7 D8 D9 DT DJ DQ DK",
    }
    assert len(legal_after("SA HQ S7", **hands)) == 8


def test_always_trump_switch_requires_trumping_the_partner():
    hands = {"N": "SA", "W": "S7", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    assert legal_after("SA S7", "belot", **hands) == ["H7", "H9"]
    assert legal_after("SA S7", "belote", **hands) == ["H7", "H9"]


def test_always_trump_switch_requires_overtrumping_the_partner():
    hands = {
        "N": "SA",
        "W": "HQ C7 C8 C9 CT CJ CQ CK",
        "S": "S7",
        "E": "H9 H7 D8 D9 DT DJ DQ DK",
    }
    assert legal_after("SA HQ S7", "belot", **hands) == ["H9"]


def test_void_without_trumps_may_play_any_card():
    assert len(legal_after("SA", N="SA", W="C7 C8 C9 CT CJ CQ CK CA")) == 8


def test_two_handed_play_has_no_partner_exemption():
    hands = hands_with(9, "NS", N="SA", S="HJ H9 C9 CT CJ CQ CK CA D9")
    hands["N"] = "SA S9 ST SJ SQ SK HT HQ HK"
    deal = Deal("belot2", "S", hands=hands)
    for call in ("H", "P"):
        deal.call(call)
    deal.play("SA")
    assert deal.legal == ["H9", "HJ"]


def test_trick_winner_leads_the_next():
    deal = deal_after_calls(*bid("H"), N="SA", W="HQ C7 C8 C9 CT CJ CQ CK", S="S7", E="SK")
    for card in ("SA", "HQ", "S7", "SK"):
        deal.play(card)
    assert deal.turn == "W"
    assert deal.result()["points"] == {"NS": 0, "EW": 11 + 3 + 0 + 4}


@pytest.mark.parametrize(
    ("play", "rule", "legal"),
    [
        ("SA C7", "must_follow", ["S8"]),
        ("HA HQ", "must_beat", ["HJ"]),
        ("SA S8 C8", "must_trump", ["H7", "H9"]),
        ("SA S8 D8", "not_held", ["H7", "H9"]),
        ("SA S8 ZZ", "not_a_card", ["H7", "H9"]),
    ],
)
def test_illegal_card_is_rejected_with_the_legal_cards(play, rule, legal):
    hands = {
        "N": "SA HA",
        "W": "S8 HJ HQ C7",
        "S": "H7 H9 C8 C9 CT CJ CQ CK",
        "E": "S9 D8",
    }
    record = {
        "variant": {"preset": "belot"},
        "dealer": "E",
        "hands": hands_with(**hands),
        "calls": bid("H"),
        "play": play,
    }
    error = error_of(record)
    assert (error["rule"], error["legal"]) == (rule, legal)
    assert error["at"] == f"play[{len(play.split()) - 1}]"


def test_missed_overtrump_is_rejected_with_its_own_rule():
    hands = {"N": "SA", "W": "HQ C7 C8 C9 CT CJ CQ CK", "S": "H9 H7 D8 D9 DT DJ DQ DK"}
    record = {
        "variant": "bulgarian",
        "dealer": "E",
        "hands": hands_with(**hands),
        "calls": bid("H"),
        "play": "SA HQ H7",
    }
    error = error_of(record)
    assert (error["at"], error["rule"], error["legal"]) == ("play[2]", "must_overtrump", ["H9"])


def test_card_after_the_last_trick_is_rejected():
    deal = Deal(seed=5)
    deal.call("H")
    for _ in range(3):
        deal.call("P")
    while deal.turn:
        deal.apply(deal.legal[0])
    record = deal.record()
    record["play"] += " C7"
    error = error_of(record)
    assert (error["at"], error["rule"], error["legal"]) == ("play[32]", "deal_over", [])


def test_bela3_play_is_rejected_until_two_cards_are_set_aside():
    deal = Deal("bela3", "N", seed=4)
    deal.call("H")
    held = deal.legal
    record = {**deal.record(), "play": held[0]}
    error = error_of(record)
    assert (error["at"], error["rule"], error["legal"]) == ("play[0]", "set_aside_first", [])
    deal.set_aside(f"{held[0]} {held[1]}")
    assert (deal.turn, deal.legal) == ("W", held[2:])


@pytest.mark.parametrize(
    ("aside", "rule"),
    [("one", "wrong_count"), ("foreign", "set_aside_not_held"), ("twice", "card_twice")],
)
def test_invalid_set_aside_cards_are_rejected(aside, rule):
    deal = Deal("bela3", "N", seed=4)
    deal.call("H")
    own, other = deal.legal[0], deal.hands["S"][0]
    text = {"one": own, "foreign": f"{own} {other}", "twice": f"{own} {own}"}[aside]
    error = error_of({**deal.record(), "set_aside": text})
    assert (error["at"], error["rule"]) == ("set_aside", rule)


def test_set_aside_is_rejected_before_the_call_and_elsewhere():
    record = Deal("bela3", "N", seed=4).record()
    assert error_of({**record, "set_aside": "C7 C8"})["rule"] == "set_aside_too_early"
    other = Deal("bulgarian", "N", seed=4).record()
    assert error_of({**other, "set_aside": "C7 C8"})["at"] == "set_aside"


OPEN = {
    "N": "C7 C8 C9 CT CJ  D7 D8 D9 DT  H7 H8 H9 HT  S7 S8 S9",
    "S": "CQ CK CA DJ DQ  DK DA HJ HQ  HK HA ST SJ  SQ SK SA",
}


def open_deal(*calls):
    deal = Deal("open_belot", "S", hands=OPEN)
    for call in calls:
        deal.call(call)
    return deal


def test_open_cards_are_legal_and_face_down_cards_are_not():
    deal = open_deal("C", "P")
    assert "H7" in deal.legal
    assert "D7" not in deal.legal
    assert len(deal.legal) == 12


def test_covered_card_turns_up_when_the_trick_ends():
    deal = open_deal("C", "P")
    deal.play("H7")
    assert "D7" not in deal.hands["N"]
    deal.play("HK")
    assert "D7" in deal.hands["N"]
    assert "DK" in deal.hands["S"]
    deal.undo()
    assert "DK" not in deal.hands["S"]
    assert "D7" not in deal.hands["N"]


def test_open_play_duties_use_hand_and_visible_cards_only():
    deal = open_deal("D", "P")
    deal.play("H7")
    assert deal.legal == ["HK", "HA"]
    other = open_deal("S", "P")
    other.play("H7")
    assert other.legal == ["HK", "HA"]
