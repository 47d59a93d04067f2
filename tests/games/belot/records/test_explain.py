import pytest

from games.belot import Deal, RuleError, explain
from tests.games.belot.builders import bid, slip


def keys(record):
    return [step.key for step in explain(record)]


def test_made_suit_contract_has_its_steps():
    assert keys(slip("H", 100, 62)) == ["points", "totals", "made", "rounding", "written"]


def test_limit_digit_has_its_own_step():
    steps = explain(slip("AT", 34, 224, "E"))
    assert [step.key for step in steps][-3:] == ["rounding", "limit_digit", "written"]
    assert dict(steps[-1].numbers) == {"NS": 4, "EW": 22}


def test_hanging_points_are_rounded_up_and_wait():
    steps = explain(slip("AT", 104, 154, announced={"NS": 50, "EW": 0}))
    assert [step.key for step in steps][-4:] == ["rounding", "hanging_up", "waits", "written"]
    assert steps[-2].params["hanging"] == 16


def test_no_trumps_doubling_precedes_the_capot_premium():
    steps = explain(slip("NT", 130, 0, capot="NS"))
    numbers = [(step.key, step.numbers["NS"]) for step in steps]
    assert numbers[:4] == [("points", 130), ("no_trumps", 260), ("capot", 350), ("totals", 350)]


def test_capot_premium_is_added_once_after_contra():
    steps = explain(slip("AT", 258, 0, capot="NS", contra=1, variant="belot"))
    told = [
        (step.key, step.numbers["NS"])
        for step in steps
        if step.key in ("rounding", "contra", "capot_apart", "written")
    ]
    assert told == [("rounding", 26), ("contra", 52), ("capot_apart", 61), ("written", 61)]


def test_lost_contract_gives_all_points_and_pays_kirtik():
    rules = {"preset": "belot", "kirtik": 10}
    steps = explain(slip("H", 62, 100, variant=rules))
    assert [step.key for step in steps][2:] == [
        "lost",
        "takes_all",
        "rounding",
        "kirtik",
        "written",
    ]
    assert dict(steps[-1].numbers) == {"NS": -10, "EW": 16}


def test_forfeit_has_its_steps():
    deal = Deal("belot", "E", seed=1)
    for call in bid("H"):
        deal.call(call)
    deal.fault("W")
    assert keys(deal.record()) == ["points", "forfeit", "rounding", "written"]


def test_card_points_have_no_rounding_step():
    assert keys(slip("H", 100, 62, variant="french")) == ["points", "totals", "made", "written"]


def test_passed_out_deal_has_one_step():
    assert keys({"variant": "bulgarian", "passed_out": True}) == ["passed_out"]


def test_explain_rejects_unfinished_deal():
    with pytest.raises(RuleError) as caught:
        explain(Deal(seed=1).record())
    assert caught.value.rule == "unfinished_deal"


def test_explain_rejects_match():
    with pytest.raises(RuleError):
        explain({"variant": "bulgarian", "deals": []})


def test_step_texts_have_no_unfilled_placeholders():
    for step in explain(slip("AT", 154, 104, contra=1, announced={"NS": 0, "EW": 50})):
        assert "%" not in step.text
