"""A solo capot scores alike as slip and as deal; impossible slips are refused."""

import random
from dataclasses import replace
from typing import Any

import pytest

from games.belot import (
    PRESETS,
    Deal,
    Variant,
    check,
    explain,
    play_out,
    random_bot,
    score,
    summary_of,
    variant_to_json,
)
from games.belot.errors import RuleError
from tests.games.belot.auction_of_numbers.deals import STRONG, play_deal

PRESETS_WITH_CAPOT = ("contree_ffb", "contree_cannes", "coinche_ffb")
CAPOT_WITH_PARTNER = {"N": "HJ H9 HA HT S7 SK SQ SJ", "S": "SA S8 S9 ST H7 H8 HK HQ"}
CALLS = (["P", "P", "P"], ["X", "P", "P", "P"], ["X", "P", "P", "XX"])


@pytest.fixture(params=PRESETS_WITH_CAPOT)
def rules(request: pytest.FixtureRequest) -> Variant:
    return replace(PRESETS[request.param], solo_value=500)


def checked_slip(deal: Deal) -> dict[str, Any]:
    """Slip of a deal; check that both score and explain alike."""
    record, result = deal.record(), deal.result()
    slip = summary_of(record)
    told = score(slip)
    for key in ("outcome", "score", "totals", "bid", "capot_bid", "solo_bid", "capot"):
        assert told.get(key) == result.get(key), key
    steps = [step.key for step in explain(record) if step.outcome]
    assert [step.key for step in explain(slip) if step.outcome] == steps
    assert explain(slip)[-1].numbers == result["score"]
    return slip


@pytest.mark.parametrize("contra", [0, 1, 2])
def test_made_and_lost_solo_deals_score_as_their_slips(rules: Variant, contra: int) -> None:
    made = play_deal(rules, "**H", contra, N=STRONG, W="HK", E="HQ")
    assert made.result()["outcome"] == "made"
    assert checked_slip(made)["alone"] is True
    helped = play_deal(rules, "**H", contra, **CAPOT_WITH_PARTNER)
    assert (helped.result()["capot"], helped.result()["outcome"]) == ("NS", "lost")
    assert "alone" not in checked_slip(helped)
    assert [step.key for step in explain(summary_of(helped.record())) if step.outcome] == [
        "lost_by_solo"
    ]


def test_random_deals_score_as_their_slips(rules: Variant) -> None:
    rng = random.Random(500)
    told = set()
    for number in range(120):
        deal = Deal(rules, "E", seed=number)
        bid = f"{rng.choice(['**', '**', '*', '90'])}{rng.choice('CDHS')}"
        for call in [bid, *rng.choice(CALLS)]:
            deal.call(call)
        slip = checked_slip(play_out(deal, random_bot, rng))
        told.add(slip["bid"])
    assert told == {500, rules.capot_value, 90}


WHOLE = {"points": {"NS": 162, "EW": 0}, "capot": "NS", "bid": 500, "capot_bid": True}


def slip_error(**changed: Any) -> tuple[str, str]:
    """Path and rule of the slip's error."""
    rules = replace(PRESETS["contree_ffb"], solo_value=500)
    slip = {"contract": "H", "declarer": "N", **WHOLE, **changed}
    with pytest.raises(RuleError) as error:
        check({"variant": variant_to_json(rules), **slip})
    return error.value.at, error.value.rule


@pytest.mark.parametrize(
    ("changed", "at", "rule"),
    [
        ({"bid": 250, "alone": True}, "alone", "alone_not_bid"),
        ({"bid": 250, "alone": False}, "alone", "alone_not_bid"),
        ({"alone": 1}, "alone", "wrong_type"),
        ({"alone": None}, "alone", "empty_value"),
        ({"declarer": "E", "alone": True}, "alone", "alone_needs_capot"),
        ({"capot": None, "alone": True}, "alone", "alone_needs_capot"),
        ({"bid": 300, "alone": True}, "bid", "capot_bid_value"),
    ],
)
def test_invalid_solo_slip_is_rejected(changed: dict[str, Any], at: str, rule: str) -> None:
    assert slip_error(**changed) == (at, rule)


def test_alone_mark_without_capot_is_rejected() -> None:
    slip = {"contract": "H", "declarer": "N", "points": {"NS": 152, "EW": 10}, "alone": True}
    rules = replace(PRESETS["contree_ffb"], solo_value=500)
    with pytest.raises(RuleError) as error:
        check({"variant": variant_to_json(rules), **slip, "bid": 500, "capot_bid": True})
    assert (error.value.at, error.value.rule) == ("alone", "alone_needs_capot")


@pytest.mark.parametrize("preset", ["bulgarian", "contree_ffb", "bazar_blot"])
def test_alone_mark_is_rejected_where_solo_cannot_be_bid(preset: str) -> None:
    slip = {"variant": preset, "contract": "H", "declarer": "N", "points": {"NS": 90, "EW": 72}}
    bid = {} if preset == "bulgarian" else {"bid": 80}
    told = check(slip | bid)
    assert "solo_bid" not in told
    with pytest.raises(RuleError) as error:
        check(slip | bid | {"alone": True})
    assert error.value.rule == "alone_not_bid"


def test_alone_false_equals_alone_omitted() -> None:
    rules = replace(PRESETS["contree_ffb"], solo_value=500)
    slip = {"variant": variant_to_json(rules), "contract": "H", "declarer": "N", **WHOLE}
    assert check(slip) == check(slip | {"alone": False})
    assert check(slip)["score"] == {"NS": 0, "EW": 750}
    assert check(slip | {"alone": True})["score"] == {"NS": 750, "EW": 0}
