"""Scoring corner cases: rounding, capot, kirtik, forfeit, eights (rules 3-6)."""

from typing import Any

import pytest

from games.belot import PRESETS, Deal, score
from games.belot.scoring import round_total, settle
from games.belot.sheet import Sheet
from games.belot.switches import variant_from_json
from games.belot.table import table_of
from tests.games.belot.builders import bid, error_of, hands_with, score_and_hanging, slip


def house(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


def settled(variant: Any, contract, declarer, totals, contra=0, capot=-1):
    table = table_of(variant_from_json(variant))
    number = ("C", "D", "H", "S", "NT", "AT").index(contract)
    answer = settle(table, number, declarer, contra, totals, capot)
    return answer.outcome, answer.score, answer.hanging


@pytest.mark.parametrize(
    ("contract", "below", "limit", "above"), [(2, 35, 36, 37), (4, 34, 35, 36), (5, 33, 34, 35)]
)
def test_round_total_rounds_by_the_contracts_limit_digit(contract, below, limit, above):
    digit = table_of(PRESETS["bulgarian"]).limits[contract]
    assert round_total(below, digit, True) == 3
    assert (round_total(limit, digit, False), round_total(limit, digit, True)) == (3, 4)
    assert round_total(above, digit, False) == 4


def test_lost_contract_is_summed_before_rounding():
    assert score_and_hanging(slip("H", 80, 82)) == ({"NS": 0, "EW": 16}, 0)
    assert score_and_hanging(slip("AT", 100, 158)) == ({"NS": 0, "EW": 26}, 0)


def test_equal_totals_are_lost_by_the_switch():
    record = slip("H", 81, 81, variant=house(on_equal="lost"))
    assert score_and_hanging(record) == ({"NS": 0, "EW": 16}, 0)
    assert score_and_hanging({**record, "contra": 1}) == ({"NS": 0, "EW": 32}, 0)


def test_side_with_more_points_takes_all_under_contra():
    assert score_and_hanging(slip("H", 100, 62, contra=1)) == ({"NS": 32, "EW": 0}, 0)
    assert score_and_hanging(slip("H", 62, 100, contra=2)) == ({"NS": 0, "EW": 64}, 0)


def test_capot_premium_is_multiplied_or_added_once_by_the_switch():
    record = slip("H", 162, 0, capot="NS", contra=1)
    assert score_and_hanging(record) == ({"NS": 50, "EW": 0}, 0)
    once = {**record, "variant": house(capot_multiplied=False)}
    assert score_and_hanging(once) == ({"NS": 41, "EW": 0}, 0)


def test_a_doubled_capot_premium_adds_eighteen_once():
    rules = house("belote", capot_multiplied=False)
    record = slip("NT", 130, 0, capot="NS", contra=1, variant=rules)
    assert score_and_hanging(record) == ({"NS": 26 * 2 + 18, "EW": 0}, 0)


def test_capot_premium_is_added_once_on_a_card_point_sheet():
    rules = house(capot_multiplied=False, sheet="card_points")
    record = slip("H", 162, 0, capot="NS", contra=1, variant=rules)
    assert score_and_hanging(record) == ({"NS": 162 * 2 + 90, "EW": 0}, 0)


def test_capoted_side_keeps_its_declarations():
    record = slip("H", 162, 0, capot="NS", announced={"NS": 0, "EW": 50})
    assert score_and_hanging(record) == ({"NS": 25, "EW": 5}, 0)


def test_side_without_points_is_not_capot_unless_recorded():
    record = slip("H", 162, 0, capot=None)
    assert score_and_hanging(record) == ({"NS": 16, "EW": 0}, 0)


# Kirtik


def test_kirtik_for_a_lost_contract_is_never_multiplied():
    rules = house("belot", kirtik=10)
    assert score_and_hanging(slip("H", 62, 100, variant=rules)) == ({"NS": -10, "EW": 16}, 0)
    assert score_and_hanging(slip("H", 62, 100, contra=2, variant=rules)) == (
        {"NS": -10, "EW": 64},
        0,
    )


def test_kirtik_is_paid_once_when_lost_with_a_capot():
    rules = house("belot", kirtik=10)
    assert score_and_hanging(slip("H", 0, 162, capot="EW", variant=rules)) == (
        {"NS": -10, "EW": 25},
        0,
    )


def test_kirtik_is_paid_by_each_side_that_owes_it():
    rules = house("belot", kirtik=10)
    record = slip("H", 162, 0, capot="NS", announced={"NS": 0, "EW": 300}, variant=rules)
    assert score_and_hanging(record) == ({"NS": -10, "EW": 55 - 10}, 0)


def test_kirtik_skips_hanging_deals_and_is_ten_on_card_points():
    rules = house("belot", kirtik=10)
    assert score_and_hanging(slip("H", 81, 81, variant=rules)) == ({"NS": 0, "EW": 8}, 8)
    points = house("belot", kirtik=10, sheet="card_points")
    assert score_and_hanging(slip("H", 62, 100, variant=points)) == ({"NS": -10, "EW": 162}, 0)


def test_kirtik_is_paid_by_each_capoted_player_three_handed():
    rules = house("belot3", kirtik=10)
    assert settled(rules, "H", 0, (252, 0, 0), capot=0) == ("made", (25, -10, -10), 0)


# Three hands and cards out of play


def test_three_handed_made_contract_scores_own_points():
    assert settled("belot3", "H", 0, (90, 40, 32)) == ("made", (9, 4, 3), 0)


def test_three_handed_lost_contract_scores_only_the_opponents():
    assert settled("belot3", "H", 0, (70, 60, 32)) == ("lost", (0, 6, 3), 0)


def test_three_handed_tie_hangs_the_declarers_points():
    assert settled("belot3", "H", 0, (81, 49, 32)) == ("hanging", (0, 5, 3), 8)
    assert settled("bela3", "H", 0, (81, 49, 32)) == ("lost", (0, 49, 32), 0)


def test_three_handed_limit_digit_rounds_up_only_the_lowest():
    assert settled("belot3", "H", 0, (90, 36, 36)) == ("made", (9, 3, 3), 0)
    assert settled("belot3", "H", 0, (90, 46, 26)) == ("made", (9, 4, 3), 0)
    assert settled("belot3", "H", 1, (46, 26, 90)) == ("lost", (4, 0, 9), 0)


def test_three_handed_hanging_limit_digit_rounds_up_for_declarer():
    assert settled("belot3", "H", 0, (86, 40, 46)) == ("hanging", (0, 4, 4), 9)


def test_three_handed_hanging_limit_digit_rounds_down_for_others():
    assert settled("belot3", "AT", 1, (4, 129, 125)) == ("hanging", (0, 0, 13), 13)


def test_three_handed_contra_multiplies_the_winning_side():
    assert settled("belot3", "H", 0, (90, 40, 32), contra=1) == ("made", (32, 0, 0), 0)
    assert settled("belot3", "H", 0, (70, 60, 32), contra=1) == ("lost", (0, 12, 6), 0)
    assert settled("belot3", "H", 0, (81, 49, 32), contra=1) == ("hanging", (0, 0, 0), 32)


def test_undealt_cards_round_each_total_separately():
    assert settled("belot2", "H", 0, (76, 33)) == ("made", (7, 3), 0)
    assert settled("belot2", "H", 0, (77, 36)) == ("made", (8, 4), 0)


def test_undealt_cards_round_a_sum_at_the_limit_down():
    assert settled("belot2", "H", 0, (40, 56)) == ("lost", (0, 9), 0)


def test_bela2_made_scores_own_points_and_lost_gives_all():
    base = {"variant": "bela2", "contract": "H", "declarer": "N"}
    assert score_and_hanging({**base, "points": {"N": 70, "S": 50}}) == ({"N": 70, "S": 50}, 0)
    assert score_and_hanging({**base, "points": {"N": 50, "S": 50}}) == ({"N": 0, "S": 100}, 0)


def test_bela2_capot_premium_is_ninety():
    base = {"variant": "bela2", "contract": "H", "declarer": "N", "capot": "N"}
    assert score_and_hanging({**base, "points": {"N": 120, "S": 0}}) == ({"N": 210, "S": 0}, 0)


# Forfeit


def fault(variant="belot", contract="H", calls=None, play="", seat="W", **more):
    hands = hands_with(
        N="D7 D8 D9 HQ HK C7 C8 C9",
        W="S7 S8 S9 ST DT DJ SJ CT",
        S="HA H9 HT HJ H7 H8 CQ CK",
        E="DQ DK DA CA CJ SQ SK SA",
    )
    return {
        "variant": variant,
        "dealer": "E",
        "hands": hands,
        "calls": calls or bid(contract),
        "play": play,
        "irregularity": seat,
        **more,
    }


def test_forfeit_scores_the_whole_deal_and_all_declarations():
    record = fault(
        play="D7 DT",
        declarations=[{"seat": "W", "cards": "S7 S8 S9"}, {"seat": "N", "cards": "D7 D8 D9"}],
    )
    result: Any = score(record)
    assert (result["status"], result["outcome"]) == ("complete", "forfeit")
    assert (result["last_trick"], result["capot"]) == (None, None)
    assert result["declarations"] == {"NS": 40, "EW": 0}
    assert result["totals"] == {"NS": 202, "EW": 0}
    assert (result["score"], result["hanging"]) == ({"NS": 20, "EW": 0}, 0)


@pytest.mark.parametrize(("contract", "whole"), [("H", 162), ("AT", 258), ("NT", 260)])
def test_forfeit_total_depends_on_the_contract(contract, whole):
    result: Any = score(fault(contract=contract))
    assert result["totals"] == {"NS": whole, "EW": 0}


def test_forfeit_includes_a_belote_lost_by_discarding():
    thrown = hands_with(
        N="DJ D7 D8 D9 DT DA S7 S8",
        W="HQ HK C7 C8 C9 CT CJ CQ",
        S="DQ DK CK CA HA H9 HT HJ",
        E="S9 ST SJ SQ SK SA H7 H8",
    )
    lost = fault(contract="AT", play="DJ HQ", seat="N", belotes=[{"seat": "W", "suit": "H"}])
    result: Any = score(lost | {"hands": thrown})
    assert result["totals"] == {"NS": 0, "EW": 278}
    assert result["declarations"] == {"NS": 0, "EW": 20}
    assert result["belote"] == {"NS": 0, "EW": 0}


def test_forfeit_is_multiplied_by_contra_without_kirtik():
    record = fault(calls=["H", "X", "P", "P", "P"], variant=house("belot", kirtik=10), seat="N")
    assert score_and_hanging(record) == ({"NS": 0, "EW": 32}, 0)


def test_forfeit_three_handed_gives_each_opponent_the_whole():
    deal = Deal("belot3", "N", seed=1)
    for call in bid("H", 3):
        deal.call(call)
    deal.fault("S")
    assert deal.result()["score"] == {"N": 16, "W": 16, "S": 0}


def test_irregularity_is_rejected_before_play_and_without_switch():
    early = fault()
    early["calls"] = ["H"]
    assert error_of(early)["at"] == "irregularity"
    assert error_of(early)["rule"] == "irregularity_too_early"
    assert error_of(fault(variant="bulgarian"))["rule"] == "irregularity_not_used"
    assert error_of(fault(seat="X"))["at"] == "irregularity"
    waiting = Deal("bela3", "N", seed=1)
    waiting.call("H")
    assert error_of({**waiting.record(), "irregularity": "N"})["at"] == "irregularity"


def test_irregularity_is_accepted_after_the_last_card():
    deal = Deal("belot", "N", seed=2)
    for call in bid("H"):
        deal.call(call)
    while deal.turn:
        deal.apply(deal.legal[0])
    deal.fault("N")
    assert deal.result()["outcome"] == "forfeit"


# A run of eight


EIGHT = hands_with(N="S7 S8 S9 ST SJ SQ SK SA")


def eight(variant: Any = "bela", **more):
    deal = Deal(variant, "E", hands=EIGHT)
    deal.call("H")
    while deal.turn:
        if len(deal.played) == 0:
            deal.play(deal.legal[0], declare="S7 S8 S9 ST SJ SQ SK SA")
        else:
            deal.play(deal.legal[0])
    return deal


def test_run_of_eight_scores_the_match_target():
    result = eight().result()
    assert result["outcome"] == "run_of_eight"
    assert (result["score"], result["hanging"]) == ({"NS": 1001, "EW": 0}, 0)
    assert result["declarations"]["NS"] in (0, 100)


def test_run_of_eight_is_only_a_quinte_by_the_switch():
    deal = eight(house("bela", run_of_eight="quinte"))
    assert deal.result()["outcome"] in ("made", "lost")


def test_run_of_eight_scores_the_changed_target_without_kirtik():
    assert eight(house("bela", kirtik=10, target=501)).result()["score"] == {"NS": 501, "EW": 0}


def test_every_preset_settles_one_score_per_side():
    for variant in PRESETS.values():
        table = table_of(variant)
        totals = tuple(100 - 30 * side for side in range(len(table.sides)))
        assert len(settle(table, 2, 0, 0, totals, -1).score) == len(table.sides)


IN_TENS = {"sheet": "match_points", "rounding": "paired"}
TENS_OF_160 = [
    house("bulgarian"),
    house("french", **IN_TENS),
    house("french_ffb", **IN_TENS),
    house("contree_ffb", lost_base=16, lost_base_capot=25, **IN_TENS),
    house("contree_cannes", lost_base=16, lost_base_capot=25, last_deal="rounded", **IN_TENS),
    house("coinche_ffb", lost_base=16, lost_base_capot=25, **IN_TENS),
]


@pytest.mark.parametrize("rules", TENS_OF_160, ids=lambda rules: rules["preset"])
def test_paired_rounding_of_both_sides_sums_to_sixteen(rules):
    sheet = Sheet(table_of(variant_from_json(rules)), 2, 0, -1, 0)
    for points in range(163):
        totals = (points, 162 - points)
        assert sum(sheet.own(totals, side, hangs=False).rounded for side in (0, 1)) == 16


@pytest.mark.parametrize(
    ("rules", "capot"),
    [
        (house("french"), 252),
        (house("french", rounding="half_up"), 250),
        (house("french", rounding="half_down"), 250),
        (house("french", **IN_TENS), 25),
        (house("french_ffb", rounding="half_up"), 250),
        (house("french", capot_points=100, rounding="half_up"), 260),
    ],
)
def test_rounding_to_tens_scores_a_capot_as_250(rules, capot):
    record = slip("H", 162, 0, capot="NS", variant=rules)
    assert score_and_hanging(record) == ({"NS": capot, "EW": 0}, 0)
