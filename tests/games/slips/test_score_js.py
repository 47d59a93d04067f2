"""The browser's scoring against the engine: thousands of slips, refusals included."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from games.belot import CONTRACTS, PRESETS, SWITCHES, RuleError, score, variant_from_json
from games.slips.scoring import browser_rules
from tests.games.served_modules import serve_modules

MODULE = Path(settings.BASE_DIR) / "static/js/slips/score.js"
RUNNER = """
const { scoreSlip } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const { variants, slips } = JSON.parse(text);
const answers = slips.map(([index, slip]) => {
  try {
    return scoreSlip(variants[index], slip);
  } catch (error) {
    return { error: { at: error.at, rule: error.rule } };
  }
});
process.stdout.write(JSON.stringify(answers));
"""
SLIPS_OF_A_VARIANT = 60


def random_variant(rng, preset):
    """The preset with a few random switches, of a combination that the engine accepts."""
    while True:
        changed = {}
        for key in rng.sample(sorted(SWITCHES), rng.randint(0, 8)):
            switch = SWITCHES[key]
            if switch.minimum is None:
                changed[key] = rng.choice(switch.choices)
            else:
                changed[key] = rng.randint(switch.minimum, switch.maximum or 1001)
        try:
            variant_from_json({"preset": preset, **changed})
        except RuleError:
            continue
        return {"preset": preset, **changed}


def random_slip(rng, rules):
    """Mostly a slip that can be; totals meet often, so that deals hang and round at the limit."""
    if rng.random() < 0.04:
        return {"passed_out": rng.choice([True, True, False, 1])}
    contract = rng.choice(list(rules["totals"]))
    total = rules["totals"][contract]
    split = [0, *sorted(rng.choice([0, total, rng.randint(0, total)]) for _ in rules["sides"][1:])]
    shares = [b - a for a, b in zip(split, [*split[1:], total], strict=True)]
    rng.shuffle(shares)
    slip = {
        "contract": contract,
        "declarer": rng.choice(rules["seats"]),
        "points": dict(zip(rules["sides"], shares, strict=True)),
    }
    if rng.random() < 0.7:
        slip["contra"] = rng.randint(0, rules["contra_levels"])
    if rules["auction"] == "numeric" and rng.random() < 0.95:
        slip |= rng.choice([{}, {}, {}, {"capot_bid": True}])
        slip["bid"] = rng.choice([80, 90, 110, 160, 200, 250, 270, 500, 85, 81, 0])
    if rules["solo_value"] and rng.random() < 0.4:
        slip |= {"bid": 500, "capot_bid": True, "alone": rng.choice([True, True, False])}
    if rng.random() < 0.02:
        slip["alone"] = rng.choice([True, False, 1])
    if rng.random() < 0.6:
        give = [0, 0, 20, 40, 50, 100, 150, 200, 220]
        plain = contract != "NT" or rng.random() < 0.2
        slip["announced"] = {side: rng.choice(give) if plain else 0 for side in rules["sides"]}
    if rng.random() < 0.2:
        slip["lead"] = rng.choice(rules["seats"])
    if contract != "NT" and len(shares) == 2 and rng.random() < 0.15:
        even(rng, slip, total)
    shares = list(slip["points"].values())
    if 0 in shares and rng.random() < 0.95:
        best = rules["sides"][shares.index(max(shares))]
        slip["capot"] = rng.choice([best, best, None, rng.choice(rules["sides"])])
    return slip


def even(rng, slip, total):
    """Give both sides the same total, so that the deal hangs or is lost by a hair."""
    ns, ew = rng.choice([(0, 0), (20, 0), (0, 40), (50, 20), (20, 120)])
    first, second = slip["points"]
    slip["announced"] = {first: ns, second: ew}
    slip["points"] = {first: (total + ew - ns) // 2, second: (total + ns - ew) // 2}


def spoilt(rng, slip):
    """The slip with one thing wrong."""
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
    """Whether the engine takes an object for a slip at all."""
    return "passed_out" in slip or len(slip.keys() - {"extra"}) > 0


def cases(seed):
    rng = random.Random(seed)
    variants: list[dict[str, object]] = [{"preset": preset} for preset in PRESETS]
    variants += [random_variant(rng, preset) for preset in PRESETS for _time in range(15)]
    with_top = [name for name, variant in PRESETS.items() if variant.capot_bid == "top"]
    variants += [{"preset": preset, "solo_value": 500} for preset in with_top for _time in range(5)]
    rules = [browser_rules(variant_from_json(variant)) for variant in variants]
    slips = []
    for index, known in enumerate(rules):
        for _time in range(SLIPS_OF_A_VARIANT):
            slip = random_slip(rng, known)
            if "contract" in slip and rng.random() < 0.25:
                slip = spoilt(rng, slip)
            if is_summary(slip):
                slips.append([index, slip])
    return variants, rules, slips


def answers_of_node(rules, slips):
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        return None
    command = [node, "--input-type=module", "-e", RUNNER, MODULE.as_uri()]
    text = json.dumps({"variants": rules, "slips": slips})
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def drawn():
    return cases(20261121)


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


def test_the_browser_scores_every_slip_as_the_engine_does(drawn):
    variants, rules, slips = drawn
    got = answers_of_node(rules, slips)
    if got is None:
        pytest.skip("no node found: the module is still tried in the browser test")
    expected = compare(variants, slips, got)
    outcomes = [answer.get("outcome") for answer in expected]
    alone = [answer["outcome"] for answer in expected if "solo_bid" in answer]
    assert min(alone.count(each) for each in ("made", "lost")) > 10
    rules_broken = [answer["error"]["rule"] for answer in expected if "error" in answer]
    assert {"alone_not_bid", "alone_needs_capot"} <= set(rules_broken)
    assert len(slips) > 8000
    assert min(outcomes.count(each) for each in ("made", "lost", "hanging")) > 100
    assert len({a["error"]["rule"] for a in expected if "error" in a}) >= 14


@pytest.mark.browser
def test_the_module_gives_the_same_in_a_real_browser(chromium, drawn):
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


def test_the_rules_for_the_browser_name_totals_and_who_must_name():
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
def test_tens_that_no_combinations_in_tricks_come_to(row, possible):
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
