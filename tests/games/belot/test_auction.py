"""Calls: ladder, turn-up, naming, contra (rules 3, 6)."""

import pytest

from games.belot import CARDS, Deal, from_text, to_text
from tests.games.belot.builders import error_of, hands_with

SUITS = ["C", "D", "H", "S"]


def after(*calls, variant="bulgarian", dealer="N", **more):
    deal = Deal(variant, dealer, **({"seed": 1} | more))
    for call in calls:
        deal.call(call)
    return deal


def rules(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


def test_first_call_belongs_to_the_dealers_right_neighbour():
    assert after().turn == "W"
    assert after(dealer="E").turn == "N"


def test_call_must_be_higher_or_pass():
    assert after("H").legal == ["P", "S", "NT", "AT", "X"]
    assert after("AT").legal == ["P", "X"]


def test_a_partner_may_overbid_but_not_double():
    assert after("H", "P").legal == ["P", "S", "NT", "AT"]


def test_opponents_may_double_and_bidding_side_may_redouble():
    assert after("H", "P", "P").legal == ["P", "S", "NT", "AT", "X"]
    assert after("H", "X").legal == ["P", "S", "NT", "AT", "XX"]
    assert "XX" not in after("H", "X", "P").legal
    assert "XX" in after("H", "X", "P", "P").legal
    assert after("H", "X", "XX").legal == ["P", "S", "NT", "AT"]


def test_third_contra_level_is_legal_where_three_are_allowed():
    deal = after("H", "X", "XX", variant=rules(contra_levels=3))
    assert deal.legal == ["P", "S", "NT", "AT", "XXX"]
    deal.call("XXX")
    assert deal.standing.contra == 3


def test_a_higher_bid_cancels_contra():
    deal = after("H", "X", "S")
    assert (deal.contract, deal.declarer, deal.standing.contra) == ("S", "E", 0)
    assert "X" in deal.legal


def test_three_passes_end_the_auction_and_four_pass_it_out():
    assert after("H", "P", "P", "P").status == "play"
    assert after("P", "H", "P", "P").status == "auction"
    assert after("P", "P", "P", "P").status == "passed_out"


def test_auction_needs_two_passes_three_handed_one_two_handed():
    assert after("H", "P", "P", variant="belot3").status == "play"
    assert after("H", "P", variant="belot2").status == "play"
    assert after("P", "P", variant="belot2").status == "passed_out"


def test_redoubled_all_trumps_ends_the_auction_by_the_switch():
    assert after("AT", "X", "XX").status == "auction"
    assert after("AT", "X", "XX", variant="belote").status == "play"
    assert after("S", "X", "XX", variant="belote").status == "auction"
    assert after("AT", "X", "XX", variant=rules("belote", contra_levels=3)).status == "auction"
    assert after("AT", "X", variant=rules("belote", contra_levels=1)).status == "play"
    assert after("AT", variant=rules("belote", contra_levels=0)).status == "auction"


def test_three_handed_opponents_double_and_declarer_redoubles():
    assert "X" in after("H", "P", variant="belot3").legal
    assert "XX" not in after("H", "X", variant="belot3").legal
    assert "XX" in after("H", "X", "P", variant="belot3").legal


def test_turn_up_auction_offers_take_then_another_suit():
    hands = hands_with(E="H9")
    deal = Deal("french", "N", hands=hands, turn_up="H9")
    assert deal.legal == ["P", "TAKE"]
    for _ in range(4):
        deal.call("P")
    assert deal.legal == ["P", "C", "D", "S"]
    for _ in range(4):
        deal.call("P")
    assert deal.status == "passed_out"


def test_bela2_dealer_must_name_trumps_on_the_last_call():
    deal = Deal("bela2", "N", hands=hands_with(10, "NS"), turn_up="S7")
    for call in ("P", "P", "P"):
        deal.call(call)
    assert (deal.turn, deal.legal) == ("N", ["C", "D", "H"])
    assert after("P", "P", variant="bela2", seed=1).legal[0] == "P"


def test_bela_ends_at_the_first_bid_and_the_dealer_must_bid():
    assert after("P", "H", variant="bela").status == "play"
    assert after("P", "P", "P", variant="bela").legal == SUITS
    thrown = after("P", "P", "P", "P", variant=rules("bela", nobody_bids="thrown_in"))
    assert thrown.status == "passed_out"


def test_bela3_auction_is_exactly_one_call():
    deal = after("H", variant="bela3")
    assert (deal.status, deal.turn, len(deal.legal)) == ("play", "W", 12)


@pytest.mark.parametrize(("weak", "legal"), [(True, ["P", *SUITS]), (False, SUITS)])
def test_obliged_dealer_may_cancel_with_a_weak_hand(weak, legal):
    first = "C7 C8 D7 D8 CQ" if weak else "C7 C8 D7 D8 CT"
    hands = hands_with(N=first)
    deal = Deal(rules("bela", dealer_may_cancel=7), "N", hands=hands)
    for _ in range(3):
        deal.call("P")
    assert deal.legal == legal


def test_cancel_limit_zero_differs_from_switched_off():
    hands = hands_with(N="C7 C8 D7 D8 C9 D9")
    deal = Deal(rules("bela", dealer_may_cancel=0), "N", hands=hands)
    for _ in range(3):
        deal.call("P")
    assert deal.legal == ["P", *SUITS]
    off = Deal(rules("bela", dealer_may_cancel=False), "N", hands=hands)
    for _ in range(3):
        off.call("P")
    assert off.legal == SUITS


def test_dealer_may_be_obliged_to_bid_in_the_ladder_auction():
    deal = after("P", "P", "P", variant=rules(nobody_bids="dealer_names"))
    assert deal.legal == ["C", "D", "H", "S", "NT", "AT"]


FIRST = {"nobody_bids": "first_names"}


def test_dealer_may_call_first_while_the_next_player_leads():
    rules_of_clubs = rules("bela", first_call="dealer", **FIRST)
    deal = after(variant=rules_of_clubs)
    assert (deal.dealer, deal.turn) == ("N", "N")
    deal.call("P")
    assert deal.turn == "W"
    deal.call("H")
    assert (deal.status, deal.declarer, deal.turn) == ("play", "W", "W")


@pytest.mark.parametrize(("caller", "seat"), [("eldest", "W"), ("dealer", "N")])
def test_first_caller_must_name_trumps_after_a_round_of_passes(caller, seat):
    deal = after("P", "P", "P", "P", variant=rules("bela", first_call=caller, **FIRST))
    assert (deal.status, deal.turn, deal.legal) == ("auction", seat, SUITS)
    deal.call("D")
    assert (deal.status, deal.declarer, deal.turn) == ("play", seat, "W")


def test_first_caller_must_name_a_suit_after_two_turn_up_rounds():
    deal = Deal(rules("french", **FIRST), "N", hands=hands_with(W="H9"), turn_up="H9")
    for _ in range(8):
        deal.call("P")
    assert (deal.turn, deal.legal) == ("W", ["C", "D", "S"])


def test_dealer_calling_first_must_bid_after_a_round_of_passes():
    bound = rules("bela", first_call="dealer")
    assert after("P", "P", "P", variant=bound).legal == ["P", *SUITS]
    assert after("P", "P", "P", "P", variant=bound).legal == SUITS
    weak = rules("bela", first_call="dealer", dealer_may_cancel=30)
    deal = after("P", "P", "P", "P", variant=weak, hands=hands_with(N="C7 C8 D7 D8 CT"))
    assert deal.legal == ["P", *SUITS]
    deal.call("P")
    assert deal.status == "passed_out"


def test_cancel_is_legal_for_an_obliged_dealer_only():
    free = rules("bela", dealer_may_cancel=30, **FIRST)
    deal = after("P", "P", "P", "P", variant=free, hands=hands_with(W="C7 C8 D7 D8 CT"))
    assert (deal.turn, deal.legal) == ("W", SUITS)


def test_eldest_auction_requires_one_call_of_the_first_player():
    verplicht = rules("bela", auction="eldest")
    assert (after(variant=verplicht).turn, after(variant=verplicht).legal) == ("W", SUITS)
    assert after("S", variant=verplicht).status == "play"
    by_dealer = rules("bela", auction="eldest", first_call="dealer")
    deal = after("S", variant=by_dealer)
    assert (deal.declarer, deal.turn) == ("N", "W")
    error = error_of(record("P", variant=verplicht))
    assert (error["rule"], error["legal"]) == ("must_name_at_once", SUITS)
    assert error["message"] == "W calls first and must choose a trump suit at once."


def test_passed_out_slip_is_rejected_where_a_bid_is_mandatory():
    for changed in (FIRST, {"auction": "eldest", "nobody_bids": "thrown_in"}):
        error = error_of({"variant": rules("bela", **changed), "passed_out": True})
        assert error["rule"] == "somebody_must_name"


def test_first_call_switch_is_rejected_where_the_caller_is_fixed():
    error = error_of({"variant": rules("bela3", first_call="dealer"), "passed_out": True})
    assert (error["at"], error["rule"]) == ("variant.first_call", "caller_is_fixed")


def test_auction_text_names_the_first_caller():
    deal = after("P", "H", variant=rules("bela", first_call="dealer"))
    text = to_text(deal.record())
    assert '[Auction "N"]' in text
    assert from_text(text) == deal.record()


def record(*calls, **more):
    pack = " ".join(CARDS)
    return {"variant": "bulgarian", "dealer": "N", "pack": pack, "calls": list(calls), **more}


@pytest.mark.parametrize(
    ("calls", "at", "rule", "legal"),
    [
        (["H", "D"], "calls[1]", "bid_too_low", ["P", "S", "NT", "AT", "X"]),
        (["X"], "calls[0]", "nothing_to_double", ["P", "C", "D", "H", "S", "NT", "AT"]),
        (["AT", "Z"], "calls[1]", "unknown_call", ["P", "X"]),
        (["AT", 5], "calls[1]", "unknown_call", ["P", "X"]),
        (["AT", "P", "X"], "calls[2]", "nothing_to_double", ["P"]),
        (["AT", "TAKE"], "calls[1]", "not_a_contract_here", ["P", "X"]),
        (["AT", "X", "XX", "XXX"], "calls[3]", "contra_limit", ["P"]),
        (["H", "P", "P", "P", "P"], "calls[4]", "auction_over", []),
        (["P", "P", "P", "P", "P"], "calls[4]", "deal_thrown_in", []),
    ],
)
def test_illegal_call_is_rejected_with_the_legal_calls(calls, at, rule, legal):
    error = error_of(record(*calls))
    assert (error["at"], error["rule"], error["legal"]) == (at, rule, legal)


def test_pass_of_an_obliged_caller_is_rejected():
    error = error_of(record("P", "P", "P", "P", variant="bela"))
    assert (error["at"], error["rule"], error["legal"]) == ("calls[3]", "must_name", SUITS)


def test_play_before_the_end_of_the_auction_is_rejected():
    error = error_of(record("H", "P", play="C7 C8"))
    assert (error["at"], error["rule"], error["legal"]) == ("play[0]", "auction_not_over", [])
