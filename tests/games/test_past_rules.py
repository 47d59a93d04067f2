"""Rules stored before a preset was corrected keep their meaning."""

import pytest

from games.belot import PRESETS, Deal, variant_from_json
from games.past_rules import with_old_packets, with_old_rules
from games.rulebook import CHAPTERS

BEFORE = {"preset": "bela", "packets": "2+3 / 3"}


@pytest.mark.parametrize(
    ("stored", "kept"),
    [
        ("bela", BEFORE),
        ({"preset": "bela"}, BEFORE),
        ({"preset": "bela", "target": 501}, {**BEFORE, "target": 501}),
        ({"preset": "bela", "packets": "3+3 / 2"}, {"preset": "bela", "packets": "3+3 / 2"}),
        ({"preset": "bela", "packets": "3+2 / 3"}, {"preset": "bela", "packets": "3+2 / 3"}),
        (BEFORE, BEFORE),
        ("bela2", "bela2"),
        ("bela3", "bela3"),
        ("bulgarian", "bulgarian"),
        ({"preset": "bulgarian", "target": 201}, {"preset": "bulgarian", "target": 201}),
        (None, None),
    ],
)
def test_stored_rules_keep_their_old_packets(stored, kept):
    assert with_old_packets(stored) == kept


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ({"variant": "bela", "dealer": "N"}, {"variant": BEFORE, "dealer": "N"}),
        ({"deals": [{"variant": "bela"}]}, {"deals": [{"variant": BEFORE}]}),
        ({"name": "bela"}, {"name": "bela"}),
        (["bela"], ["bela"]),
    ],
)
def test_nested_rules_in_records_get_their_old_packets(value, kept):
    assert with_old_rules(value) == kept


@pytest.mark.parametrize(
    ("rules", "first"), [("bela", (3, 3, 2)), (BEFORE, (2, 3, 3)), ("bela3", None), ("bela2", None)]
)
def test_bela_preset_deals_three_three_two(rules, first):
    variant = variant_from_json(rules)
    if first is None:
        assert variant.packets == "2+3 / 3"
        return
    digits = tuple(int(each) for each in variant.packets if each.isdigit())
    assert digits == first
    assert Deal(variant, "N", seed=1).table.seen == sum(first[:2])


def test_other_bela_dealing_is_a_switch_value_with_a_sentence():
    [rule] = [rule for chapter in CHAPTERS for rule in chapter.rules if rule.key == "packets"]
    assert PRESETS["bela"].packets == "3+3 / 2"
    assert "after it" in rule.sentence("2+3 / 3")
