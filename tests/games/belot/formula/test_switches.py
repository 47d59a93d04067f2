import pytest

from games.belot import PRESETS, check, explain, score, variant_from_json, variant_to_json
from games.belot.factors import factor_rows, factors_of
from tests.games.belot.builders import deal_after_calls, error_of, score_and_hanging, slip


def house(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


def fault(rules) -> tuple[str, str]:
    error = error_of({"variant": rules, "passed_out": True})
    return error["at"].removeprefix("variant."), error["rule"]


# Factors


def test_factors_define_the_contra_levels():
    rules = variant_from_json(house(factors="1 2 3 4"))
    assert rules.contra_levels == 3
    assert variant_to_json(rules) == house(factors="1 2 3 4")
    assert score_and_hanging(slip("H", 100, 62, contra=3, variant=house(factors="1 2 3 4"))) == (
        {"NS": 64, "EW": 0},
        0,
    )


def test_doubling_factors_equal_contra_levels():
    rules = variant_from_json(house(factors="1 2 4 8"))
    assert rules == variant_from_json(house(contra_levels=3))
    assert variant_to_json(rules) == house(contra_levels=3)
    assert variant_from_json(house(factors="1 2 4")) == PRESETS["bulgarian"]


def test_factors_may_differ_by_contract_family():
    rows = factors_of("1 2 4 / NT 2 3 5", 2)
    assert rows == ((1, 2, 4), (2, 3, 5), (1, 2, 4))
    rules = house(factors="1 2 4 / NT 2 3 5")
    assert score_and_hanging(slip("NT", 70, 60, variant=rules)) == ({"NS": 28, "EW": 24}, 0)
    assert score_and_hanging(slip("NT", 70, 60, variant=rules, contra=1)) == (
        {"NS": 78, "EW": 0},
        0,
    )
    assert score_and_hanging(slip("H", 100, 62, variant=rules, contra=1)) == (
        {"NS": 32, "EW": 0},
        0,
    )


def test_contract_family_may_have_fewer_contra_levels():
    rules = house(factors="1 2 4 / NT 1 3")
    assert score_and_hanging(slip("H", 100, 62, variant=rules, contra=2)) == (
        {"NS": 64, "EW": 0},
        0,
    )
    assert score_and_hanging(slip("NT", 70, 60, variant=rules, contra=1)) == (
        {"NS": 78, "EW": 0},
        0,
    )
    error = error_of(slip("NT", 70, 60, variant=rules, contra=2))
    assert (error["at"], error["rule"]) == ("contra", "contra_out_of_range")


TO_THE_MATCH = house(factors="1 2 match / NT 1 2", target=200)


def test_contra_for_the_match_writes_the_target():
    assert score_and_hanging(slip("H", 100, 62, variant=TO_THE_MATCH, contra=2)) == (
        {"NS": 200, "EW": 0},
        0,
    )
    lost = slip("H", 62, 100, variant=TO_THE_MATCH, contra=2)
    assert score_and_hanging(lost) == ({"NS": 0, "EW": 200}, 0)
    assert [step.key for step in explain(lost)][-2:] == ["decides_match", "written"]


def test_deal_for_the_match_decides_it_regardless_of_the_score():
    deals = [slip("H", 0, 162, capot="EW", variant=TO_THE_MATCH)] * 7
    deals.append(slip("H", 100, 62, variant=TO_THE_MATCH, contra=2))
    deals = [{key: value for key, value in deal.items() if key != "variant"} for deal in deals]
    result = score({"variant": TO_THE_MATCH, "deals": deals})
    assert (result["winner"], result["score"]) == ("NS", {"NS": 200, "EW": 175})
    late = score({"variant": TO_THE_MATCH, "deals": [*deals, deals[0]]})
    assert late["error"]["rule"] == "match_over"


@pytest.mark.parametrize(
    ("contract", "contra", "outcome", "score"),
    [
        ("H", 0, "lost", {"NS": 0, "EW": 16}),
        ("H", 1, "made", {"NS": 32, "EW": 0}),
        ("H", 2, "lost", {"NS": 0, "EW": 64}),
        ("NT", 0, "made", {"NS": 13, "EW": 13}),
        ("NT", 1, "made", {"NS": 52, "EW": 0}),
    ],
)
def test_equal_points_are_settled_by_on_equal(contract, contra, outcome, score):
    rules = house(on_equal="lost / NT own", equal_under_contra="last_doubler_loses")
    half = 65 if contract == "NT" else 81
    result = check(slip(contract, half, half, variant=rules, contra=contra))
    assert (result["outcome"], result["score"], result["hanging"]) == (outcome, score, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 1",
        "2 1",
        "0 1",
        "1  2",
        "01 2",
        "1 2 3 4 5",
        "1 200",
        "1 2 / NT 1 2 3",
        "1 2 / NT",
        "match",
        "1 match 2",
        "1 2 3 4 match match",
        "1 2 3 4 5 match",
        "1 2 / H 2 3",
        "1 2 / AT 2 3 / NT 2 3",
        "1 2 / NT 1 2",
        "1 2 / NT 2 3 / NT 2 4",
        "NT 1 2",
        "1 ²",
        "double ",
    ],
)
def test_invalid_factors_are_rejected(text):
    assert factor_rows(text) is None
    assert fault(house(factors=text)) == ("factors", "bad_switch")


def test_factors_contradicting_other_switches_are_rejected():
    assert fault(house(factors="1 2 3", contra_levels=3)) == ("factors", "factors_and_levels")
    assert fault(house("bela", factors="1 2 3")) == ("factors", "contra_needs_ladder")
    suits = {"contracts": "C D H S"}
    wanted = ("factors", "factors_of_no_contract")
    assert fault(house(factors="1 2 4 / NT 2 3 5", **suits)) == wanted
    message = error_of({"variant": house(factors="1 2 3", contra_levels=3), "passed_out": True})
    assert message["message"] == (
        "“1 2 3” and 3 contras do not go together: there must be one number without contra and "
        "one for each of them."
    )


# Refusals


@pytest.mark.parametrize(
    ("rules", "at", "rule"),
    [
        (house(goal="bid"), "goal", "bid_needs_numbers"),
        (house(goal="bid_and_more"), "goal", "bid_needs_numbers"),
        (house(made_award="bid"), "made_award", "bid_needs_numbers"),
        (house(made_award="taken_and_bid"), "made_award", "bid_needs_numbers"),
        (house(factors_on="bid"), "factors_on", "factors_need_bid"),
        (house(lost_base=160), "lost_base", "base_of_other_sheet"),
        (house(lost_base_capot=252), "lost_base_capot", "base_of_other_sheet"),
        (house("french", lost_base=16), "lost_base", "base_of_other_sheet"),
        (house("french", lost_base=162, sheet="match_points"), "lost_base", "base_of_other_sheet"),
        (house(rounding="none"), "rounding", "tens_need_rounding"),
        (house("bela3", lost_base=162), "lost_base", "two_sides_only"),
        (house("bela3", lost_declarations="defence"), "lost_declarations", "two_sides_only"),
        (house("belot3", belote_when_lost="kept"), "belote_when_lost", "two_sides_only"),
        (house(goal_floor=81), "goal_floor", "bad_switch"),
        (house(lost_base="162"), "lost_base", "bad_switch"),
        (house(capot_points=95), "capot_points", "bad_switch"),
        (house(belote_multiplied=1), "belote_multiplied", "bad_switch"),
    ],
)
def test_inconsistent_rules_are_rejected_at_their_switch(rules, at, rule):
    assert fault(rules) == (at, rule)


# What slips must say


def test_slip_requires_belote_where_rules_count_it_separately():
    rules = house(belote_when_lost="kept")
    plain = slip("H", 60, 102, variant=rules)
    assert score_and_hanging(plain) == ({"NS": 0, "EW": 16}, 0)
    announced = {**plain, "announced": {"NS": 20, "EW": 0}}
    assert error_of(announced)["rule"] == "belote_needed"
    kept = {**announced, "belote": {"NS": 20, "EW": 0}}
    assert score_and_hanging(kept) == ({"NS": 2, "EW": 16}, 0)
    assert score_and_hanging({**announced, "belote": {"NS": 0, "EW": 0}}) == (
        {"NS": 0, "EW": 18},
        0,
    )


def test_belote_of_the_losing_side_may_count_for_neither():
    given = slip("H", 60, 102, announced={"NS": 20, "EW": 0}, belote={"NS": 20, "EW": 0})
    rules = house(belote_when_lost="nobody")
    assert score_and_hanging({**given, "variant": rules}) == ({"NS": 0, "EW": 16}, 0)
    own = {**given, "announced": {"NS": 0, "EW": 20}, "belote": {"NS": 0, "EW": 20}}
    assert score_and_hanging({**own, "variant": rules}) == ({"NS": 0, "EW": 18}, 0)
    steps = [step.key for step in explain({**given, "variant": rules})]
    assert "belote_of_nobody" in steps


@pytest.mark.parametrize(
    ("contract", "ns", "ew"), [("H", 40, 0), ("H", 20, 20), ("H", 10, 0), ("H", 60, 0)]
)
def test_too_many_belotes_are_rejected(contract, ns, ew):
    given = slip(contract, 100, 62, announced={"NS": 40, "EW": 40}, belote={"NS": ns, "EW": ew})
    assert error_of(given)["rule"] == "belote_too_many"


def test_optional_belote_does_not_change_the_score():
    told = slip("AT", 158, 100, announced={"NS": 60, "EW": 20}, belote={"NS": 40, "EW": 20})
    untold = {key: value for key, value in told.items() if key != "belote"}
    assert score(told) == score(untold)
    assert "belote" not in score(told)


def test_bid_is_rejected_where_it_does_not_count():
    for more in ({"bid": 100}, {"capot_bid": True}):
        assert error_of(slip("H", 100, 62, **more))["rule"] == "bid_not_counted"


# What the switches do


def test_goal_floor_turns_a_tie_into_a_loss():
    rules = house(goal_floor=82)
    assert score_and_hanging(slip("H", 81, 81, variant=rules)) == ({"NS": 0, "EW": 16}, 0)
    assert score_and_hanging(slip("H", 82, 80, variant=rules)) == ({"NS": 8, "EW": 8}, 0)


def test_lost_base_replaces_the_points_of_a_lost_deal():
    rules = house(lost_base=16, lost_base_capot=25)
    given = slip("H", 60, 102, variant=rules, announced={"NS": 50, "EW": 20})
    assert score_and_hanging(given) == ({"NS": 0, "EW": 23}, 0)
    assert score_and_hanging({**given, "contra": 1}) == ({"NS": 0, "EW": 46}, 0)
    capot = slip("H", 0, 162, capot="EW", variant=rules)
    assert score_and_hanging(capot) == ({"NS": 0, "EW": 25}, 0)


def test_each_side_keeps_its_declarations_of_a_lost_deal():
    rules = house(lost_declarations="defence")
    given = slip("H", 60, 102, variant=rules, announced={"NS": 50, "EW": 20})
    assert score_and_hanging({**given, "belote": {"NS": 0, "EW": 20}}) == ({"NS": 0, "EW": 18}, 0)


def test_points_not_kept_hang_under_contra():
    rules = house(belote_when_lost="kept", belote_multiplied=False)
    given = slip("H", 71, 91, variant=rules, announced={"NS": 20, "EW": 0}, contra=1)
    assert score_and_hanging({**given, "belote": {"NS": 20, "EW": 0}}) == ({"NS": 0, "EW": 0}, 34)


@pytest.mark.parametrize(
    ("rounding", "ns", "ew"), [("half_up", 9, 8), ("half_down", 8, 8), ("paired", 8, 8)]
)
def test_match_points_are_rounded_by_the_rounding_rule(rounding, ns, ew):
    assert score_and_hanging(slip("H", 85, 77, variant=house(rounding=rounding)))[0] == {
        "NS": ns,
        "EW": ew,
    }


def test_card_points_are_rounded_by_the_rounding_rule():
    for rounding, ns in (("half_up", 90), ("half_down", 80), ("none", 85), ("paired", 85)):
        rules = house("french", rounding=rounding)
        assert score_and_hanging(slip("H", 85, 77, variant=rules))[0]["NS"] == ns


def test_capot_points_zero_adds_no_premium():
    given = slip("H", 162, 0, capot="NS", variant=house(capot_points=0))
    assert score_and_hanging(given) == ({"NS": 16, "EW": 0}, 0)


def test_forfeit_adds_an_unmultiplied_belote_once():
    deal = deal_after_calls(
        "H",
        "X",
        "P",
        "P",
        "P",
        N="HK HQ HJ H9 HA",
        variant=house(irregularity="forfeit", belote_multiplied=False),
    )
    deal.play("HK", belote=True)
    deal.fault("W")
    assert deal.result()["score"] == {"NS": 34, "EW": 0}
