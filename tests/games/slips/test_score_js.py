"""The browser's scoring equals the engine's on thousands of slips, refusals included."""

import json
import random

import pytest

from games.belot import CONTRACTS, PRESETS, score, variant_from_json
from games.slips.scoring import browser_rules
from tests.games.served_modules import serve_modules
from tests.games.slips.random_slips import (
    answers_of_node,
    random_slip,
    random_variant,
)
from tests.selection import ONE_IN

SLIPS_OF_A_VARIANT = 60


def with_fault(rng, slip):
    slip = json.loads(json.dumps(slip))
    key = rng.choice(
        ["contract", "declarer", "contra", "points", "announced", "capot", "lead", "extra"]
    )
    bad = rng.choice(["Z", "NT", "", -1, 5, 1.5, True, None, [], {}, {"NS": 5}, {"NS": 1, "EW": 2}])
    if key in slip and rng.random() < 0.2:
        del slip[key]
    elif isinstance(slip.get(key), dict) and rng.random() < 0.6:
        side = rng.choice([*slip[key], "capot"])
        slip[key][side] = rng.choice([-1, 7, 1000, 2.5, "12", None, True])
    else:
        slip[key] = bad
    return slip


def is_summary(slip):
    return "passed_out" in slip or len(slip.keys() - {"extra"}) > 0


def cases(seed, share):
    rng = random.Random(seed)
    variants: list[dict[str, object]] = [{"preset": preset} for preset in PRESETS]
    variants += [random_variant(rng, preset) for preset in PRESETS for _time in range(15)]
    with_top = [name for name, variant in PRESETS.items() if variant.capot_bid == "top"]
    variants += [{"preset": preset, "solo_value": 500} for preset in with_top for _time in range(5)]
    rules = [browser_rules(variant_from_json(variant)) for variant in variants]
    slips = []
    for index, known in enumerate(rules):
        for _time in range(SLIPS_OF_A_VARIANT // share):
            slip = random_slip(rng, known)
            if "contract" in slip and rng.random() < 0.25:
                slip = with_fault(rng, slip)
            if is_summary(slip):
                slips.append([index, slip])
    return variants, rules, slips


@pytest.fixture(scope="module")
def share(every_example):
    return 1 if every_example else ONE_IN


@pytest.fixture(scope="module")
def drawn(share):
    return cases(20261121, share)


def expected_of(variants, slips):
    found = []
    for index, slip in slips:
        answer = score({"variant": variants[index], **slip})
        if "error" in answer:
            answer = {"error": {key: answer["error"][key] for key in ("at", "rule")}}
        found.append(answer)
    return found


def compare(variants, slips, got):
    expected = expected_of(variants, slips)
    wrong = [
        (variants[index], slip, mine, theirs)
        for (index, slip), mine, theirs in zip(slips, expected, got, strict=True)
        if mine != theirs
    ]
    assert wrong[:3] == []
    return expected


def test_browser_scores_every_slip_like_the_engine(drawn, share):
    variants, rules, slips = drawn
    got = answers_of_node(rules, slips)
    if got is None:
        pytest.skip("no node found: the module is still tried in the browser test")
    expected = compare(variants, slips, got)
    outcomes = [answer.get("outcome") for answer in expected]
    alone = [answer["outcome"] for answer in expected if "solo_bid" in answer]
    assert min(alone.count(each) for each in ("made", "lost")) * share > 10
    rules_broken = [answer["error"]["rule"] for answer in expected if "error" in answer]
    assert {"alone_not_bid", "alone_needs_capot"} <= set(rules_broken)
    assert len(slips) * share > 8000
    assert min(outcomes.count(each) for each in ("made", "lost", "hanging")) * share > 100
    assert len({a["error"]["rule"] for a in expected if "error" in a}) >= 14


@pytest.mark.browser
def test_real_browser_scores_slips_like_the_engine(chromium, drawn):
    variants, rules, slips = drawn
    part = slips[::7]
    serve_modules(chromium)
    got = chromium.evaluate(
        """async ({ variants, slips }) => {
          const { scoreSlip } = await import("/slips/score.js");
          return slips.map(([index, slip]) => {
            try {
              return scoreSlip(variants[index], slip);
            } catch (error) {
              return { error: { at: error.at, rule: error.rule } };
            }
          });
        }""",
        {"variants": rules, "slips": part},
    )
    compare(variants, part, got)


def test_browser_rules_contain_totals_and_mandatory_bidding():
    rules = browser_rules(PRESETS["bulgarian"])
    assert rules["totals"] == {"C": 162, "D": 162, "H": 162, "S": 162, "NT": 130, "AT": 258}
    assert rules["side_of"] == {"N": "NS", "W": "EW", "S": "NS", "E": "EW"}
    assert rules["contra_levels"] == 2
    assert rules["somebody_must_name"] is False
    assert browser_rules(PRESETS["bela"])["somebody_must_name"] is True
    assert set(rules["totals"]) == set(CONTRACTS)


@pytest.mark.parametrize(
    ("row", "possible"), [("J 200", set()), ("J 10", {10, 30}), ("J 30", {30})]
)
def test_browser_rejects_impossible_roem_totals(row, possible):
    rules = {"preset": "klaverjas_amsterdam", "carre_points": row}
    points = {"NS": 100, "EW": 62}
    slips = [
        (0, {"contract": "H", "declarer": "N", "points": points, "announced": {"NS": n, "EW": 0}})
        for n in (10, 20, 30)
    ]
    got = answers_of_node([browser_rules(variant_from_json(rules))], slips)
    if got is None:
        pytest.skip("no node found: the module is still tried in the browser test")
    taken = [
        number for number, answer in zip((10, 20, 30), got, strict=True) if "error" not in answer
    ]
    assert taken == sorted({20, *possible})
    compare([rules], slips, got)
