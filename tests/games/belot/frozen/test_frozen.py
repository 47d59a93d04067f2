"""Nothing that tournaments have stored may score otherwise: rule sets, slips, deals, steps."""

import json

import pytest

from games.belot import PRESETS, switch_value, variant_from_json, variant_to_json
from tests.games.belot.frozen.freezing import FILE, fingerprints

ROWS = json.loads(FILE.read_text())
EACH = pytest.mark.parametrize("row", ROWS, ids=lambda row: json.dumps(row["rules"]))


@EACH
def test_a_rule_set_scores_as_it_always_did(row):
    assert {"rules": row["rules"], **fingerprints(row["rules"])} == row


@EACH
def test_a_rule_set_is_written_as_it_was_stored(row):
    rules = row["rules"]
    written = variant_to_json(variant_from_json(rules))
    if isinstance(rules, str):
        assert written == rules
        return
    own = variant_from_json(rules["preset"])
    same = {
        key
        for key, value in rules.items()
        if key != "preset" and json.dumps(switch_value(own, key)) == json.dumps(value)
    }
    assert written == {key: value for key, value in rules.items() if key not in same}


def test_every_preset_is_frozen_with_houses_of_its_own():
    rules = [row["rules"] for row in ROWS]
    names = [each if isinstance(each, str) else each["preset"] for each in rules]
    assert {names.count(preset) for preset in PRESETS} == {25}
