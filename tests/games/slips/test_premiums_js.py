import json
import random
import subprocess

from django.conf import settings

from games.belot import PRESETS, SWITCHES, variant_from_json
from games.belot.errors import RuleError
from games.slips.premiums import BELOTE, points_of, premium_fault, premiums_of
from games.slips.scoring import browser_rules

MODULE = settings.BASE_DIR / "static/js/slips/premiums.js"
SCRIPT = """
import { premiumsIn } from "MODULE";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf8"));
const found = cases.map(([rules, contract]) => Object.entries(premiumsIn(rules, contract)));
process.stdout.write(JSON.stringify(found));
"""
ROWS = (*SWITCHES["carre_points"].choices, "all 100", "9 0", "T 110", "K 0", "Q 0 T 0 / NT J 300")


def in_browser(cases):
    script = SCRIPT.replace("MODULE", MODULE.as_uri())
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=json.dumps([[browser_rules(rules), contract] for rules, contract in cases]),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def random_carre_rules(rng):
    while True:
        changed = {
            "preset": rng.choice(list(PRESETS)),
            "carre_points": rng.choice(ROWS),
            "no_trumps_declarations": rng.random() < 0.5,
            "long_runs": rng.choice(["full", "four"]),
            "run_of_eight": "quinte",
            "no_trumps_four_aces": rng.choice([0, 200]),
        }
        try:
            return variant_from_json(changed)
        except RuleError:
            continue


def test_browser_offers_the_same_declarations_as_the_server():
    rng = random.Random(4)
    cases = [(PRESETS[name], code) for name in PRESETS for code in PRESETS[name].contracts.split()]
    for _ in range(60):
        rules = random_carre_rules(rng)
        cases += [(rules, code) for code in rules.contracts.split()]
    for (rules, contract), found in zip(cases, in_browser(cases), strict=True):
        offered = [p for p in premiums_of(rules, contract) if p.kind != BELOTE]
        assert found == [[premium.kind, premium.value] for premium in offered]


def named(rules, contract):
    return {premium.kind: premium.value for premium in premiums_of(rules, contract)}


def test_standard_declarations_are_offered_with_their_values():
    runs = {"tierce": 20, "quarte": 50, "quinte": 100}
    usual = {**runs, "carre": 100, "carre_nines": 150, "carre_jacks": 200, "belote": 20}
    assert named(PRESETS["bulgarian"], "H") == named(PRESETS["bulgarian"], "AT") == usual
    assert named(PRESETS["bulgarian"], "NT") == {}
    aces = variant_from_json({"preset": "belote", "no_trumps_four_aces": 200})
    assert named(aces, "NT") == {"four_aces": 200}


def test_trick_combinations_are_offered_with_their_values():
    runs = {"tierce": 20, "quarte": 50}
    in_rotterdam = {**runs, "carre": 100, "belote": 20}
    assert named(PRESETS["klaverjas_rotterdam"], "H") == in_rotterdam
    in_amsterdam = {**runs, "carre": 100, "carre_jacks": 200, "belote": 20}
    assert named(PRESETS["klaverjas_amsterdam"], "H") == in_amsterdam


def test_carres_with_other_values_are_offered_by_name():
    rules = variant_from_json(
        {
            "preset": "bulgarian",
            "carre_points": "J 200 9 140 A 110 / NT A 190 9 0",
            "no_trumps_declarations": True,
        }
    )
    in_suits = {"carre": 100, "carre_nines": 140, "carre_jacks": 200, "four_aces": 110}
    assert named(rules, "H") == {
        "tierce": 20,
        "quarte": 50,
        "quinte": 100,
        **in_suits,
        "belote": 20,
    }
    in_none = {"tierce": 20, "quarte": 50, "quinte": 100, "carre": 100, "four_aces": 190}
    assert named(rules, "NT") == in_none
    assert points_of(rules, "H", ["four_aces", "carre_nines"]) == 250
    both = {"NS": ["four_aces"], "EW": ["carre"]}
    assert "Only the side" in premium_fault(rules, "H", both, None)
    assert premium_fault(rules, "H", {"NS": ["four_aces"], "EW": []}, None) == ""
