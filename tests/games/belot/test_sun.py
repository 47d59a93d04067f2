import random

import pytest

from games.belot import CARDS, Deal, RuleError, play_out, score, summary_of, thumb_bot
from games.belot.sheet import round_total
from tests.games.belot.builders import error_of
from tests.games.belot.other_games.naive_writing import _half_down

PACK = " ".join(CARDS)
"""The turned-up card is a heart but no ace; West calls first, North deals."""


def after(*calls, dealer="N", pack=PACK, rules="baloot"):
    deal = Deal(rules, dealer, pack=pack)
    for call in calls:
        deal.call(call)
    return deal


def pack_turning_up(card):
    cards = [code for code in CARDS if code != card]
    return " ".join([*cards[:20], card, *cards[20:]])


def standing(deal):
    return deal.status, deal.contract, deal.declarer, deal.turn


def test_first_round_offers_turned_suit_and_sun():
    assert after().legal == ["P", "NT", "TAKE"]
    assert after("P").legal == ["P", "NT", "TAKE"]


def test_third_and_fourth_player_may_call_ashkal():
    assert "ASHKAL" in after("P", "P").legal
    assert "ASHKAL" in after("P", "P", "P").legal
    assert "ASHKAL" not in after("P", "P", "P", "P").legal
    assert "ASHKAL" not in after("P", "P", pack=pack_turning_up("HA")).legal


def test_ashkal_makes_the_partner_declarer_with_the_turn_up():
    deal = after("P", "P", "ASHKAL", "P", "P", "P")
    assert standing(deal) == ("play", "NT", "W", "W")
    assert CARDS[deal.turned] in deal.hands["W"]


def test_the_second_round_offers_the_other_suits_and_sun():
    assert after("P", "P", "P", "P", pack=pack_turning_up("H9")).legal == ["P", "C", "D", "S", "NT"]


def test_eight_passes_end_as_passed_out():
    assert after(*["P"] * 8).status == "passed_out"


def test_hokm_is_offered_to_each_player_and_then_confirmed():
    deal = after("P", "TAKE")
    assert deal.legal == ["P", "NT", "ASHKAL"]
    for _ in range(3):
        deal.call("P")
    assert (deal.turn, deal.legal) == ("S", ["NT", "TAKE"])
    deal.call("TAKE")
    assert deal.status == "auction"
    assert deal.legal == ["P", "X", "X-CLOSED"]


def test_hokm_in_another_suit_is_confirmed_by_its_suit():
    calls = ["P", "P", "P", "P", "P", "S", "P", "P", "P"]
    assert after(*calls, pack=pack_turning_up("H9")).legal == ["S", "NT"]


def test_hokm_bidder_may_change_to_sun():
    deal = after("TAKE", "P", "P", "P", "NT", "P", "P", "P")
    assert standing(deal) == ("play", "NT", "W", "W")


def test_sun_outranks_hokm():
    deal = after("TAKE", "NT")
    assert (deal.contract, deal.declarer) == ("NT", "S")
    assert deal.legal == ["P", "X"]


def test_opponents_who_passed_may_claim_sun_in_seat_order():
    deal = after("P", "P", "P", "NT")
    assert (deal.turn, deal.legal) == ("W", ["P", "NT", "X"])
    deal.call("P")
    assert deal.legal == ["P"]
    deal.call("P")
    assert (deal.turn, deal.legal) == ("E", ["P", "NT", "X"])
    deal.call("NT")
    assert (deal.contract, deal.declarer) == ("NT", "E")
    assert deal.legal == ["P", "X"]


def test_claimed_sun_cannot_be_claimed_again():
    deal = after("P", "P", "P", "NT", "NT", "P", "P", "P")
    assert standing(deal) == ("play", "NT", "W", "W")


def test_later_seats_and_the_hokm_bidder_cannot_claim_sun():
    assert after("NT").legal == ["P", "X"]
    deal = after("P", "TAKE", "NT", "P", "P")
    assert (deal.turn, deal.legal) == ("S", ["P", "X"])


def test_sun_cannot_be_claimed_after_contra():
    assert after("P", "P", "P", "NT", "X").status == "play"


def test_hokm_has_four_contra_levels_up_to_coffee():
    deal = after("TAKE", "P", "P", "P", "TAKE", "X", "XX", "XXX")
    assert deal.legal == ["P", "XXXX", "XXXX-CLOSED"]
    deal.call("XXXX")
    assert deal.status == "play"


@pytest.mark.parametrize(
    ("calls", "wrong", "rule"),
    [
        ([], "X", "nothing_to_double"),
        (["TAKE"], "X", "contra_too_early"),
        (["TAKE", "P", "P", "P"], "P", "must_confirm"),
        (["TAKE", "P", "P", "P", "TAKE", "X", "XX", "XXX"], "XX", "nothing_to_double"),
        (["P", "P", "NT"], "TAKE", "not_a_contract_here"),
        (["NT"], "X-CLOSED", "nothing_to_double"),
        (["NT"], "NT", "bid_too_low"),
        ([], "ASHKAL", "not_a_contract_here"),
    ],
)
def test_illegal_call_is_rejected_with_its_rule(calls, wrong, rule):
    deal = after(*calls)
    with pytest.raises(RuleError) as caught:
        deal.call(wrong)
    assert (caught.value.rule, caught.value.at) == (rule, f"calls[{len(calls)}]")


def closed(*contras):
    return after("TAKE", "P", "P", "P", "TAKE", *contras, "P", "P", "P")


def test_closed_contra_forbids_leading_trumps_with_other_cards():
    free, shut = closed("X"), closed("X-CLOSED")
    trumps = [card for card in free.hands["W"] if card[0] == free.contract]
    assert trumps
    assert set(free.legal) - set(shut.legal) == set(trumps)
    with pytest.raises(RuleError) as caught:
        shut.play(trumps[0])
    assert caught.value.rule == "must_lead_plain"
    assert caught.value.legal == shut.legal


def test_last_contra_decides_whether_trumps_are_closed():
    assert closed("X-CLOSED", "XX").legal == closed("X").legal
    assert closed("X", "XX-CLOSED").legal == closed("X-CLOSED").legal


def test_undoing_a_closed_contra_allows_leading_trumps():
    deal = closed("X-CLOSED")
    for _ in range(4):
        deal.undo()
    for call in ("X", "P", "P", "P"):
        deal.call(call)
    assert deal.legal == closed("X").legal


def test_hokm_points_round_like_paired_rounding_on_every_split():
    """Baloot: nearest ten, 16 together; ours: `paired` (derived, all 163 splits)."""
    for own in range(163):
        totals = own, 162 - own
        ours = [
            round_total(total, 6, total == min(totals) and totals[0] != totals[1])
            for total in totals
        ]
        assert sum(ours) == 16
        theirs = [_half_down(total) for total in totals]
        if sum(theirs) == 17:
            theirs[totals.index(max(totals))] -= 1
        assert ours == theirs, totals


def slip(contract, ns, ew, **more):
    points = {"NS": ns, "EW": ew}
    made = {"contract": contract, "declarer": "N", "points": points, "variant": "baloot"}
    return score(made | more)["score"]


def test_validator_examples_score_as_published():
    assert slip("H", 86, 76) == {"NS": 8, "EW": 8}  # source: its formula
    sira = {"NS": 0, "EW": 20}
    none = {"NS": 0, "EW": 0}
    lost = slip("NT", 67, 63, announced=sira, belote=none)
    assert lost == {"NS": 0, "EW": 30}  # derived from its formula
    belote = {"NS": 20, "EW": 0}
    assert slip("H", 90, 72, contra=1, announced=belote, belote=belote) == {"NS": 34, "EW": 0}
    assert slip("H", 162, 0, capot="NS") == {"NS": 25, "EW": 0}  # source
    assert slip("NT", 130, 0, capot="NS") == {"NS": 44, "EW": 0}  # source
    assert slip("NT", 67, 63) == {"NS": 14, "EW": 12}  # derived


def test_four_aces_in_sun_score_four_hundred():
    aces = {"NS": 200, "EW": 0}
    none = {"NS": 0, "EW": 0}
    assert slip("NT", 70, 60, announced=aces, belote=none) == {"NS": 54, "EW": 12}


def test_thumb_bots_use_every_kind_of_call():
    seen, rng = set(), random.Random(58)
    every_kind = {"P", "TAKE", "NT", "ASHKAL", "X", "X-CLOSED"}
    for number in range(1500):
        deal = play_out(Deal("baloot", "NWSE"[number % 4], seed=number), thumb_bot, rng)
        seen.update(deal.record()["calls"])
        if seen >= every_kind:
            break
    assert seen >= every_kind


def test_coffee_contra_wins_the_match():
    deals = [slip_of(86, 76, contra=4)]
    result = score({"variant": "baloot", "deals": deals})
    assert (result["score"], result["winner"]) == ({"NS": 152, "EW": 0}, "NS")


def slip_of(ns, ew, **more):
    return {"contract": "H", "declarer": "N", "points": {"NS": ns, "EW": ew}, **more}


def test_sun_rejects_a_second_contra_level():
    error = error_of({"variant": "baloot", **slip_of(67, 63, contra=2), "contract": "NT"})
    assert (error["at"], error["rule"]) == ("contra", "contra_out_of_range")


def test_record_with_every_call_scores_like_its_slip():
    deal = after("P", "TAKE", "P", "P", "P", "TAKE", "X-CLOSED", "XX", "P", "P", "P")
    play_out(deal, thumb_bot, random.Random(1))
    record = deal.record()
    assert score(summary_of(record))["score"] == score(record)["score"]
