"""Engine package: variants as data, one module for messages, public API."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import games.belot
from games.belot import MESSAGES, PRESETS, STEP_TEXTS, SWITCHES, Variant, score, switch_value
from games.belot.factors import DOUBLE
from games.belot.records.explain_words import STEP_SOURCES

ROOM = Path(games.belot.__file__).parent
SOURCES = {
    str(path.relative_to(ROOM)): path.read_text(encoding="utf-8") for path in ROOM.rglob("*.py")
}
STRUCTURE = {"preset", "players", "lowest", "layout"}


def test_engine_code_never_depends_on_a_preset_name():
    names = "|".join(sorted(set(PRESETS) - {"belote"}))  # also a premium
    mention = re.compile(
        rf"[\"']({names})[\"']|preset\s*(==|!=|in|not in)\s"
        "|(?i:bulgarian|french|open_belot|bela[23]|belot[23])"
    )
    places = [
        f"{name}:{number}: {line}"
        for name, text in SOURCES.items()
        if not name.startswith("preset")
        for number, line in enumerate(text.splitlines(), start=1)
        if mention.search(line) and "one.preset == other.preset" not in line
    ]
    assert places == []


def test_every_variant_field_is_a_switch_or_structural():
    assert {field.name for field in fields(Variant)} == set(SWITCHES) | STRUCTURE


def test_every_switch_accepts_the_presets_values():
    for key, switch in SWITCHES.items():
        for variant in PRESETS.values():
            own = switch_value(variant, key)
            # Rows of factors set how often a deal can be doubled; the number alone only doubles.
            by_rows = key == "contra_levels" and variant.factors != DOUBLE
            assert switch.accepts(own) or by_rows or (key, own) == ("packets", "3+3 / 3")


def test_raised_rules_and_error_messages_match():
    used = set()
    for text in SOURCES.values():
        used |= set(re.findall(r'RuleError\(\s*"(\w+)"', text))
    quoted = set(re.findall(r'"(\w+)"', "".join(t for n, t in SOURCES.items() if n != "errors.py")))
    assert used <= set(MESSAGES)
    assert set(MESSAGES) <= quoted


def test_every_explanation_step_has_a_text_and_a_source():
    assert set(STEP_TEXTS) == set(STEP_SOURCES)


def test_public_api_names_exist_and_are_at_most_seventy():
    assert len(games.belot.__all__) <= 70
    for name in games.belot.__all__:
        assert hasattr(games.belot, name)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_line_cites_a_source(preset):
    texts = [text for name, text in SOURCES.items() if name.startswith("preset")]
    lines = [line for line in "\n".join(texts).splitlines() if re.match(r"    \w+=", line)]
    assert all("#" in line or "preset=" in line for line in lines)


def test_switch_error_message_lists_the_possible_values():
    error = score({"variant": {"preset": "bulgarian", "kirtik": 7}, "passed_out": True})["error"]
    assert error["message"] == "“7” is not a value of the switch “kirtik”; possible: 0, 10."
