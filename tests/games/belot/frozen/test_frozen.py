import json

import pytest

from games.belot import switch_value, variant_from_json, variant_to_json
from games.belot.switches import convert_old_key
from tests.games.belot.frozen.freezing import FILE, fingerprints

ROWS = json.loads(FILE.read_text())
EACH = pytest.mark.parametrize(
    "row",
    [
        # all presets and every third house rule set; all with --everything
        pytest.param(row, marks=pytest.mark.slow if number % 3 else ())
        if isinstance(row["rules"], dict)
        else row
        for number, row in enumerate(ROWS)
    ],
    ids=lambda row: json.dumps(row["rules"]),
)


@pytest.mark.sample
@EACH
def test_stored_rules_keep_their_scores(row, every_example):
    """All slips of a preset take seconds: sampled by default."""
    found = fingerprints(row["rules"], whole=every_example)
    left_out = set() if every_example or isinstance(row["rules"], dict) else {"slips"}
    assert found == {key: row[key] for key in row.keys() - {"rules"} - left_out}


@EACH
def test_stored_rules_are_serialized_unchanged(row):
    """Except for old switch keys and switches equal to the preset."""
    rules = row["rules"]
    written = variant_to_json(variant_from_json(rules))
    if isinstance(rules, str):
        assert written == rules
        return
    rules = convert_old_key(rules)
    own = variant_from_json(rules["preset"])
    same = {
        key
        for key, value in rules.items()
        if key != "preset" and json.dumps(switch_value(own, key)) == json.dumps(value)
    }
    expected = {key: value for key, value in rules.items() if key not in same}
    assert written == (expected if len(expected) > 1 else rules["preset"])


FINGERPRINTED_PRESETS = (
    "bulgarian",
    "belote",
    "belot",
    "french",
    "bela",
    "bela3",
    "bela2",
    "belot3",
    "belot2",
    "open_belot",
)


def test_each_preset_is_frozen_with_its_house_rules():
    rules = [row["rules"] for row in ROWS]
    names = [each if isinstance(each, str) else each["preset"] for each in rules]
    assert {preset: names.count(preset) for preset in names} == dict.fromkeys(
        FINGERPRINTED_PRESETS, 25
    )
