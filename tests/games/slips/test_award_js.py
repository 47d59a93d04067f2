import random

import pytest

from games.belot import RuleError
from games.belot.cards import CONTRACTS
from games.belot.records.summary import slip_of
from games.slips.scoring import browser_rules
from tests.games.belot.formula.drawing import any_end, any_rules
from tests.games.slips.random_slips import answers_of_node
from tests.selection import ONE_IN

RULES = 150
SLIPS = 40


def plausible_slip(rng, variant):
    """Slip of a plausible deal, sometimes incomplete or contradictory."""
    end = any_end(rng, variant)
    contract = CONTRACTS[end["contract"]]
    if contract not in variant.contracts.split():
        return None
    sides = ("NS", "EW")
    belote = {side: 20 * count for side, count in zip(sides, end["belotes"], strict=True)}
    slip = {
        "contract": contract,
        "declarer": "NWSE"[end["bidder"]],
        "contra": end["contra"],
        "points": dict(zip(sides, end["points"], strict=True)),
        "announced": {
            side: declared + belote[side]
            for side, declared in zip(sides, end["declared"], strict=True)
        },
        "belote": belote,
    }
    if 0 in end["points"]:
        slip["capot"] = sides[end["tricks"].index(8)] if 8 in end["tricks"] else None
    if variant.counts_bids or rng.random() < 0.05:
        slip |= {"bid": end["bid"]} | ({"capot_bid": True} if end["capot_bid"] else {})
    if rng.random() < 0.1:
        slip[rng.choice(["belote", "bid", "capot_bid"])] = rng.choice([0, 85, True, {"NS": 30}])
    if rng.random() < 0.1:
        slip.pop(rng.choice(["belote", "bid"]), None)
    return slip


def answer_of(variant, slip):
    try:
        return slip_of(slip, variant).result()
    except RuleError as error:
        return {"error": {"at": error.at, "rule": error.rule}}


def test_browser_scores_bids_and_belotes_like_the_engine(every_example):
    rng = random.Random(20261125)
    share = 1 if every_example else ONE_IN
    variants = [any_rules(rng) for _ in range(RULES // share)]
    slips = [
        [index, slip]
        for index, variant in enumerate(variants)
        for _ in range(SLIPS)
        if (slip := plausible_slip(rng, variant)) is not None
    ]
    found = answers_of_node([browser_rules(variant) for variant in variants], slips)
    if found is None:
        pytest.skip("there is no Node here")
    wanted = [answer_of(variants[index], slip) for index, slip in slips]
    for (index, slip), one, other in zip(slips, found, wanted, strict=True):
        assert one == other, (variants[index], slip)
    refused = [answer for answer in wanted if "error" in answer]
    assert share * (len(wanted) - len(refused)) > 3000
    assert share * len(refused) > 300
