"""Dealing (rules 1, 3, 6)."""

import pytest

from games.belot import CARDS, Deal, RuleError
from tests.games.belot.builders import error_of, hands_with

PACK = " ".join(CARDS)
SHORT = " ".join(card for card in CARDS if card[1] not in "78")


def received(variant, dealer="N", pack=PACK):
    deal = Deal(variant, dealer, pack=pack)
    return [" ".join(CARDS[card] for card in hand) for hand in deal.received]


def places(seat, variant="bulgarian"):
    return list(Deal(variant, "N", pack=PACK).received["NWSE".index(seat)])


def test_cards_are_dealt_three_two_three_from_the_dealers_right():
    assert places("W") == [0, 1, 2, 12, 13, 20, 21, 22]
    assert places("S") == [3, 4, 5, 14, 15, 23, 24, 25]
    assert places("E") == [6, 7, 8, 16, 17, 26, 27, 28]
    assert places("N") == [9, 10, 11, 18, 19, 29, 30, 31]


@pytest.mark.parametrize(
    ("packets", "west"),
    [
        ("3+2 / 3", [0, 1, 2, 12, 13, 20, 21, 22]),
        ("2+3 / 3", [0, 1, 8, 9, 10, 20, 21, 22]),
        ("3+3 / 2", [0, 1, 2, 12, 13, 14, 24, 25]),
    ],
)
def test_packets_switch_changes_the_dealt_hands(packets, west):
    assert places("W", {"preset": "bulgarian", "packets": packets}) == west


def test_french_taker_gets_the_turn_up_and_two_cards():
    deal = Deal("french", "N", pack=PACK)
    assert CARDS[deal.turned] == CARDS[20]
    for call in ("P", "TAKE"):
        deal.call(call)
    south = [CARDS[i] for i in (3, 4, 5, 14, 15, 20, 24, 25)]
    assert [CARDS[c] for c in deal.received[2]] == south
    assert [CARDS[c] for c in deal.received[1]] == [CARDS[i] for i in (0, 1, 2, 12, 13, 21, 22, 23)]
    assert [CARDS[c] for c in deal.received[0]][-3:] == [CARDS[i] for i in (29, 30, 31)]


def test_turn_up_auction_turns_a_card_for_any_packets():
    variant = {
        "preset": "bulgarian",
        "auction": "turn_up",
        "contracts": "C D H S",
        "contra_levels": 0,
        "packets": "3+3 / 2",
    }
    deal = Deal(variant, "N", pack=PACK)
    assert deal.turned == 24
    deal.call("TAKE")
    assert [len(hand) for hand in deal.received] == [8, 8, 8, 8]
    assert deal.received[1][6:] == (24, 25)
    assert deal.received[2][6:] == (26, 27)


def test_bela3_first_player_sees_six_and_receives_twelve():
    deal = Deal("bela3", "N", pack=PACK)
    assert [len(hand) for hand in deal.received] == [10, 12, 10]
    assert deal.received[1] == (0, 1, 2, 9, 10, 11, 18, 19, 20, 21, 30, 31)
    assert len(deal.hands["W"]) == 6
    assert deal.legal == ["C", "D", "H", "S"]


def test_bela2_turns_up_card_21_and_leaves_twelve_undealt():
    deal = Deal("bela2", "N", pack=PACK)
    assert deal.turned == 20
    assert deal.received[1] == (0, 1, 2, 3, 4, 5, 12, 13, 14, 15)
    assert deal.received[0] == (6, 7, 8, 9, 10, 11, 16, 17, 18, 19)


def test_belot2_deals_nine_cards_each_with_six_visible():
    deal = Deal("belot2", "N", pack=SHORT)
    assert [len(hand) for hand in deal.received] == [9, 9]
    assert deal.table.tricks == 9
    assert len(deal.hands["S"]) == 6


def test_belot3_deals_the_whole_short_pack():
    deal = Deal("belot3", "N", pack=SHORT)
    assert [len(hand) for hand in deal.received] == [8, 8, 8]


def test_open_belot_deals_open_and_covered_cards_one_by_one():
    deal = Deal("open_belot", "N", pack=PACK)
    south = deal.received[1]
    assert south[:5] == (0, 1, 2, 6, 7)
    assert south[5:9] == (10, 12, 14, 16)
    assert south[9:13] == (18, 20, 22, 24)
    assert south[13:] == (26, 27, 28)
    assert deal.covered_cards[18] == 10


def test_rotating_the_dealer_rotates_the_hands_of_a_pack():
    assert received("bulgarian", "N")[1] == received("bulgarian", "W")[2]


@pytest.mark.parametrize(
    ("pack", "rule"),
    [
        (PACK.replace("C7", "C8"), "card_twice"),
        (PACK[3:], "wrong_count"),
        (PACK.replace("C7", "X7"), "unknown_card"),
    ],
)
def test_invalid_pack_is_rejected(pack, rule):
    error = error_of({"variant": "bulgarian", "dealer": "N", "pack": pack})
    assert (error["at"], error["rule"]) == ("pack", rule)
    assert "legal" not in error


def test_seven_in_a_short_pack_is_rejected():
    error = error_of({"variant": "belot3", "dealer": "N", "pack": PACK})
    assert (error["at"], error["rule"]) == ("pack", "unknown_card")


def test_duplicate_card_is_reported_at_the_later_seat():
    hands = hands_with()
    hands["W"] = hands["N"][:2] + hands["W"][2:]
    error = error_of({"variant": "bulgarian", "dealer": "N", "hands": hands})
    assert (error["at"], error["rule"]) == ("hands.W", "card_in_another_hand")


def test_incomplete_hand_is_rejected_at_its_seat():
    hands = hands_with()
    hands["S"] = hands["S"][3:]
    assert error_of({"variant": "bulgarian", "dealer": "N", "hands": hands})["at"] == "hands.S"


@pytest.mark.parametrize("extra", [{}, {"pack": PACK, "hands": {}}])
def test_record_requires_either_pack_or_hands(extra):
    error = error_of({"variant": "bulgarian", "dealer": "N", **extra})
    assert (error["at"], error["rule"]) == ("pack", "pack_or_hands")


def test_turn_up_requires_hands_and_a_turn_up_variant():
    hands = hands_with()
    base = {"dealer": "N", "hands": hands}
    assert error_of({"variant": "french", **base})["at"] == "turn_up"
    assert error_of({"variant": "bulgarian", **base, "turn_up": "C7"})["at"] == "turn_up"
    whole = {"variant": "french", "dealer": "N", "pack": PACK, "turn_up": "C7"}
    assert error_of(whole)["at"] == "turn_up"


def test_turn_up_must_be_in_the_takers_hand_once_taken():
    hands = hands_with(N="S7")
    record = {"variant": "french", "dealer": "N", "hands": hands, "turn_up": "S7"}
    assert Deal.from_record(record).legal == ["P", "TAKE"]
    error = error_of({**record, "calls": ["TAKE"]})
    assert (error["at"], error["rule"]) == ("turn_up", "turn_up_not_taken")
    assert Deal.from_record({**record, "calls": ["P", "P", "P", "TAKE"]}).contract == "S"


def test_bela2_turn_up_must_not_be_in_a_hand():
    hands = hands_with(10, "NS")
    record = {"variant": "bela2", "dealer": "N", "hands": hands}
    assert error_of({**record, "turn_up": "C7"})["rule"] == "turn_up_in_hand"
    assert Deal.from_record({**record, "turn_up": "S7"}).legal == ["P", "TAKE"]


def test_unknown_dealer_seat_is_rejected():
    with pytest.raises(RuleError) as caught:
        Deal("bela3", "E")
    assert (caught.value.at, caught.value.rule) == ("dealer", "unknown_seat")
