"""Scores of whole deals with numeric bids.

*Source*: the source prints the result; *derived*: it follows from the source's rule.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from games.belot import (
    PRESETS,
    Deal,
    check,
    explain,
    play_out,
    random_bot,
    score,
    summary_of,
)
from games.belot.errors import RuleError
from tests.games.belot.auction_of_numbers.deals import CALLS, STRONG, play_deal
from tests.games.belot.auction_of_numbers.rules import numeric_rules

FFB = PRESETS["contree_ffb"]
MADE = replace(FFB, made_award="taken")
BOTH_COLUMNS = pytest.mark.parametrize(
    ("rules", "column"), [(MADE, 0), (FFB, 1)], ids=["made", "both"]
)
"""Points made; points made and bid."""
WEAK = "H7 H8 C7 C8 D7 D8 S7 S8"


def checked_score(deal: Deal) -> tuple[int, int]:
    """Both scores; check that slip and explanation agree."""
    record = deal.record()
    result: Any = deal.result()
    assert score(summary_of(record))["score"] == result["score"]
    assert explain(record)[-1].numbers == result["score"]
    return result["score"]["NS"], result["score"]["EW"]


def tens(points: int) -> int:
    return (points + 5) // 10 * 10


# The sixteen cases of the table (FFB 27/01/2016 §10.2): source


@BOTH_COLUMNS
@pytest.mark.parametrize("contra", [0, 1, 2])
def test_made_and_lost_bids_score_as_in_the_published_table(rules, column, contra):
    rng = random.Random(contra)
    seen = set()
    for number in range(120):
        deal = Deal(rules, "E", seed=number)
        bid = rng.choice([80, 90, 100])
        for call in [f"{bid}H", *CALLS[contra]]:
            deal.call(call)
        result: Any = play_out(deal, random_bot, rng).result()
        own, other = result["totals"]["NS"], result["totals"]["EW"]
        belote = sum(result["belote"].values())
        if result["capot"]:
            continue
        times = 2**contra
        base = 160 * times + column * bid * times + belote
        made = own >= bid
        if made and not contra:
            expected = (tens(own) + column * bid, tens(other))
        else:
            expected = (base, 0) if made else (0, base)
        assert checked_score(deal) == expected
        seen.add((made, belote))
    assert len(seen) == 4


@BOTH_COLUMNS
@pytest.mark.parametrize("contra", [0, 1, 2])
@pytest.mark.parametrize("belote", ["N", "W", ""])
def test_made_capot_bid_scores_the_same_in_both_columns(rules, column, contra, belote):
    hands = {
        "N": STRONG,
        "W": "HK HQ" if belote == "W" else "HK",
        "E": "" if belote == "W" else "HQ",
    }
    if belote == "N":
        hands = {"N": "HJ H9 HA HT HK HQ SA SK", "W": "H7", "E": "H8"}
    deal = play_deal(rules, "*H", contra, **hands)
    assert deal.result()["capot"] == "NS"
    own, other = 500 * 2**contra, 0
    if belote and (belote == "N" or contra):
        own += 20
    elif belote:
        other = 20
    assert checked_score(deal) == (own, other)


@BOTH_COLUMNS
@pytest.mark.parametrize("contra", [0, 1, 2])
def test_lost_capot_bid_scores_500_times_contra(rules, column, contra):
    for belote in ("HK HQ", "HK"):
        deal = play_deal(rules, "*H", contra, N=WEAK, W=belote)
        assert deal.result()["outcome"] == "lost"
        assert checked_score(deal) == (0, 500 * 2**contra + 20 * (belote == "HK HQ"))


# Other rules


def test_derived_unbid_capot_is_worth_252():
    assert checked_score(play_deal(FFB, "100H", 0, N=STRONG, W="HK HQ")) == (350, 20)
    cannes = PRESETS["contree_cannes"]
    assert checked_score(play_deal(cannes, "100H", 0, N=STRONG, W="HK HQ")) == (350, 20)


def test_derived_cannes_contra_multiplies_the_bid_only():
    cannes = PRESETS["contree_cannes"]
    lost = play_deal(cannes, "120H", 1, N="HJ C7 C8 D7 D8 S7 S8 S9", E="H9 HA HT HK HQ H8 H7")
    assert lost.result()["outcome"] == "lost"
    assert checked_score(lost) == (0, 160 + 240 + 20)
    assert checked_score(play_deal(cannes, "*H", 2, N=STRONG, W="HK", E="HQ")) == (250 + 3 * 270, 0)


def test_derived_bid_award_scores_only_the_bid():
    only = replace(FFB, made_award="bid", lost_base=0, lost_base_capot=0)
    assert checked_score(play_deal(only, "110H", 0, N=STRONG, W="HK", E="HQ")) == (110, 0)
    lost = play_deal(only, "110H", 0, N="HJ C7 C8 D7 D8 S7 S8 S9", E="H9 HA HT HK HQ H8 H7")
    assert checked_score(lost) == (0, 110 + 20)


def test_derived_solo_bid_requires_all_tricks_by_the_bidder():
    solo = replace(FFB, solo_value=500)
    deal = play_deal(solo, "**H", 0, N=STRONG, W="HK", E="HQ")
    assert deal.result()["outcome"] == "made"
    assert deal.result()["score"] == {"NS": 750, "EW": 0}
    helped = play_deal(solo, "**H", 0, N="HJ H9 HA HT S7 SK SQ SJ", S="SA S8 S9 ST H7 H8 HK HQ")
    result: Any = helped.result()
    assert (result["capot"], result["outcome"]) == ("NS", "lost")
    assert any(step.key == "lost_by_solo" for step in explain(helped.record()))
    assert (checked_score(deal), checked_score(helped)) == ((750, 0), (0, 770))


def test_capot_bid_without_a_value_has_a_slip():
    unnumbered = replace(FFB, capot_value=0)
    deal = play_deal(unnumbered, "*H", 1, N=STRONG, W="HK", E="HQ")
    assert summary_of(deal.record())["bid"] == 0
    checked_score(deal)
    with pytest.raises(RuleError) as error:
        check({**summary_of(deal.record()), "variant": "contree_ffb"})
    assert error.value.rule == "bid_needed"


@pytest.mark.parametrize(("bids", "call"), [("82-160 by 1", "97H"), ("85-160 by 5", "105H")])
def test_slip_supports_scales_of_one_or_five_points(bids, call):
    deal = play_deal(replace(FFB, bids=bids), call, 0, N=STRONG, W="HK", E="HQ")
    assert summary_of(deal.record())["bid"] == int(call[:-1])
    checked_score(deal)


MARKED = {
    "capot_bid": "with_number",
    "bids": "8-80 by 1 in tens",
    "sheet": "match_points",
    "lost_base": 16,
    "lost_base_capot": 25,
    "rounding": "half_down",
    "factors_on": "bid",
}


def test_source_bazar_blot_marked_bid_needs_number_and_capot():
    rules = numeric_rules(**MARKED)
    assert checked_score(play_deal(rules, "25H*", 0, N=STRONG, W="HK", E="HQ")) == (25 + 25, 0)
    too_high = play_deal(rules, "27H*", 0, N=STRONG, W="HK", E="HQ")
    assert too_high.result()["outcome"] == "lost"
    assert checked_score(too_high) == (0, 27 + 16)
    deal = play_deal(rules, "27H*", 0, N="HJ H9 HA HT SA SK C7 SQ", W="CA HK", E="HQ")
    assert (deal.result()["capot"], deal.result()["outcome"]) == (None, "lost")
    assert checked_score(deal) == (0, 27 + 16)  # source: one trick lost


@pytest.mark.parametrize(
    ("fault", "expected"), [("N", (0, 160 + 100)), ("S", (0, 260)), ("W", (260, 0))]
)
def test_derived_irregularity_costs_a_lost_contract_with_the_bid(fault, expected):
    rules = replace(FFB, irregularity="forfeit")
    deal = Deal(rules, "E", seed=2)
    for call in ("100H", "P", "P", "P"):
        deal.call(call)
    deal.fault(fault)
    result: Any = deal.result()
    assert (result["score"]["NS"], result["score"]["EW"]) == expected
    assert explain(deal.record())[-1].numbers == result["score"]


def test_derived_irregularity_under_contra_follows_factors_on():
    for factors_on, expected in (("deal", 520), ("bid", 360)):
        rules = replace(FFB, irregularity="forfeit", factors_on=factors_on)
        deal = Deal(rules, "E", seed=2)
        for call in ("100H", "X", "P", "P", "P"):
            deal.call(call)
        deal.fault("N")
        assert deal.result()["score"] == {"NS": 0, "EW": expected}
        assert explain(deal.record())[-1].numbers == {"NS": 0, "EW": expected}


# Coinche with declarations (FFB 2015)


def test_derived_coinche_needs_the_bid_and_more_than_the_defence():
    coinche = PRESETS["coinche_ffb"]
    rng = random.Random(5)
    outcomes = set()
    for number in range(150):
        deal = Deal(coinche, "E", seed=number)
        for call in [rng.choice(["80NT", "80AT", "90H", "100S"]), "P", "P", "P"]:
            deal.call(call)
        result: Any = play_out(deal, random_bot, rng).result()
        assert sum(result["points"].values()) == 162
        bid, own, other = result["bid"], result["totals"]["NS"], result["totals"]["EW"]
        assert (result["outcome"] == "made") == (own >= bid and own > other)
        if result["outcome"] == "lost":
            assert result["score"]["NS"] == result["belote"]["NS"]
        outcomes.add(result["outcome"])
        checked_score(deal)
    assert outcomes == {"made", "lost"}
