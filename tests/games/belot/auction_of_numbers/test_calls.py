import random
from typing import Any

import pytest

from games.belot import Deal, RuleError, from_text, parse_bid, play_out, random_bot, to_text
from games.belot.auction import points_bid, standing_rank
from games.belot.cards import card_list
from games.belot.numbers import (
    FIRST_NUMBER,
    Scale,
    calls_above,
    count_above,
    nth_above,
    number_at,
    parse_steps,
    promise_at,
    rank_of,
)
from games.belot.table import table_of
from tests.games.belot.auction_of_numbers.rules import deal_after, numeric_rules


def refused(deal: Deal, call: str) -> tuple[str, str]:
    with pytest.raises(RuleError) as error:
        deal.call(call)
    assert error.value.legal == deal.legal
    return error.value.rule, error.value.message


def test_only_the_number_ranks_bids():
    deal = deal_after("90S")
    assert deal.legal[:6] == ["P", "X", "100C", "100D", "100H", "100S"]
    assert refused(deal, "90C")[1] == "90C is not higher than the standing 90S."
    deal.call("130C")
    assert (deal.contract, deal.declarer, deal.result()["bid"]) == ("C", "S", 130)


def test_capot_bid_outranks_every_number():
    deal = deal_after("160S")
    assert deal.legal == ["P", "X", "*C", "*D", "*H", "*S"]
    deal.call("*H")
    assert deal.legal == ["P", "X"]
    assert [deal.result()[key] for key in ("contract", "bid", "capot_bid")] == ["H", 250, True]


def test_solo_capot_bid_outranks_capot_bid():
    deal = deal_after("*H", solo_value=500)
    assert deal.legal == ["P", "X", "**C", "**D", "**H", "**S"]
    deal.call("**S")
    assert deal.legal == ["P", "X"]
    assert deal.result()["bid"] == 500


def test_capot_mark_on_a_number_is_required_of_higher_bids():
    rules: dict[str, Any] = {
        "capot_bid": "with_number",
        "bids": "8-80 by 1 in tens",
        "sheet": "match_points",
        "lost_base": 16,
        "lost_base_capot": 25,
        "rounding": "half_down",
    }
    deal = deal_after("9H", **rules)
    assert {"10H", "10H*", "80S*"} <= set(deal.legal)
    deal.call("26H*")
    assert deal.legal[:6] == ["P", "X", "27C*", "27D*", "27H*", "27S*"]
    assert "30H" not in deal.legal
    assert (deal.result()["bid"], deal.result()["capot_bid"]) == (260, True)


def test_contra_closes_the_bidding_and_recontra_ends_it():
    deal = deal_after("90S", "X")
    assert deal.legal == ["P", "XX"]
    assert refused(deal, "100S")[0] == "contra_closes"
    deal.call("P")
    assert deal.legal == ["P"]
    deal.call("P")
    assert deal.legal == ["P", "XX"]
    deal.call("XX")
    assert (deal.status, deal.standing.contra, points_bid(deal.table, deal.standing)) == (
        "play",
        2,
        90,
    )


def test_partner_of_the_doubler_passes_in_turn():
    deal = deal_after("90S", "X", "P", "P")
    assert (deal.turn, deal.legal) == ("W", ["P", "XX"])
    deal.call("P")
    assert deal.status == "play"


def test_only_the_bidder_may_recontra_where_rules_require_it():
    deal = deal_after("90S", "X", recontra_by="bidder")
    assert deal.turn == "E"
    assert deal.legal == ["P"]
    assert refused(deal, "XX") == (
        "bidder_answers",
        "Only the player who made the bid can answer with XX.",
    )
    deal.call("P")
    deal.call("P")
    assert (deal.turn, deal.legal) == ("W", ["P", "XX"])
    deal.call("XX")
    assert (deal.standing.contra, deal.status) == (2, "play")
    assert deal_after("90S", "X").legal == ["P", "XX"]


def test_either_opponent_may_contra_where_the_bidder_answers():
    deal = deal_after("90S", "P", "P", recontra_by="bidder")
    assert "X" in deal.legal
    deal.call("X")
    assert deal.legal == ["P", "XX"]


def test_higher_bid_cancels_contra_where_contra_does_not_close():
    deal = deal_after("90S", "X", "100S", contra_closes=False)
    assert (deal.standing.contra, deal.standing.number) == (0, 100)


def test_contra_closes_the_bidding_in_ladder_auctions_too():
    deal = Deal({"preset": "bulgarian", "contra_closes": True}, "N", seed=1)
    deal.call("H")
    deal.call("X")
    assert deal.legal == ["P", "XX"]
    assert refused(deal, "S")[0] == "contra_closes"


def test_three_passes_end_the_auction_and_four_pass_out_the_deal():
    assert deal_after("80C", "P", "P", "P").status == "play"
    assert deal_after("P", "80C", "P", "P").status == "auction"
    assert deal_after("P", "P", "P", "P").status == "passed_out"


def test_player_may_bid_after_passing_and_over_the_partner():
    deal = deal_after("P", "80C", "P", "90C", "100H")
    assert (deal.declarer, deal.standing.number) == ("W", 100)


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        ("85H", "number_not_bid"),
        ("170H", "number_not_bid"),
        ("90AT", "number_not_bid"),
        ("90", "unknown_call"),
        ("H", "not_a_contract_here"),
        ("90H*", "number_not_bid"),
        ("**H", "number_not_bid"),
        ("X", "nothing_to_double"),
        ("TAKE", "not_a_contract_here"),
    ],
)
def test_illegal_call_is_rejected_with_its_rule(call, rule):
    assert refused(deal_after(), call)[0] == rule


def test_all_cards_are_dealt_before_the_auction():
    assert all(len(cards) == 8 for cards in deal_after().hands.values())
    assert all(len(cards) == 8 for cards in deal_after(packets="4+4").hands.values())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("80-160 by 10", (80, 10, 9, 1)),
        ("80+ by 10", (80, 10, 92, 1)),
        ("8-80 by 1 in tens", (8, 1, 73, 10)),
        ("82-162 by 10", (82, 10, 9, 1)),
        ("80-165 by 10", None),
        ("160-80 by 10", None),
        ("80 by 10", None),
        ("80-160 by 0", None),
        ("80-1000 by 10", None),
        ("1-900 by 1", None),
        ("8-100 by 1 in tens", None),
        ("080-160 by 10", None),
    ],
)
def test_parse_steps_reads_scales(text, found):
    assert parse_steps(text) == found


SCALES = [
    table_of(numeric_rules(**rules)).scale
    for rules in (
        {},
        {"capot_bid": "none"},
        {"solo_value": 500},
        {"capot_bid": "with_number", "bids": "8-80 by 1 in tens"},
        {"contracts": "C D H S NT AT", "bids": "80+ by 10"},
    )
]


@pytest.mark.parametrize("scale", SCALES, ids=range(len(SCALES)))
def test_bid_arithmetic_matches_bid_masks(scale: Scale):
    for rank in range(-1, scale.ranks):
        bids = card_list(calls_above(scale, rank))
        assert len(bids) == count_above(scale.row, 0, rank)
        assert bids == [nth_above(scale.row, 0, rank, place) for place in range(len(bids))]
        assert all(bid >= FIRST_NUMBER for bid in bids)
        if rank >= 0:
            said = number_at(scale.row, 0, rank), promise_at(scale.row, 0, rank)
            assert rank_of(scale, *said) == rank


@pytest.mark.parametrize("rules", [{}, {"solo_value": 500}, {"capot_bid": "with_number"}])
def test_numeric_auction_records_are_written_and_read_back(rules):
    rng = random.Random(4)
    for number in range(40):
        deal = play_out(Deal(numeric_rules(**rules), "E", seed=number), random_bot, rng)
        record = deal.record()
        assert Deal.from_record(record).record() == record
        assert from_text(to_text(record)) == record
        for call in record["calls"]:
            bid = parse_bid(call)
            assert (bid is None) == (call in ("P", "X", "XX"))
        while deal.calls:
            before = deal.standing
            move = deal.undo()
            if deal.phase == 0:
                deal.call(move)
                assert deal.standing == before
                deal.undo()
    assert standing_rank(deal.table, deal.standing) == -1


def test_view_includes_the_standing_bid():
    deal = deal_after("90S", "P")
    view = deal.view("S")
    assert (view.standing.number, view.standing.bid, view.legal > 0) == (90, 3, False)
