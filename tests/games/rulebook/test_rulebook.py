import pytest

from games.belot import PRESETS, SWITCHES, variant_from_json
from games.management.commands.write_rules import rule_files
from games.rulebook import CHAPTERS, changed_switches, rule_of, rules_by_chapter


def test_every_switch_has_exactly_one_rule_text():
    keys = [rule.key for chapter in CHAPTERS for rule in chapter.rules]
    assert sorted(keys) == sorted(SWITCHES)


@pytest.mark.parametrize("key", SWITCHES)
def test_every_value_has_a_sentence(key):
    switch, rule = SWITCHES[key], rule_of(key)
    values = list(switch.choices)
    if switch.kind == "number":
        values += range(switch.minimum or 0, 1 + (switch.maximum or (switch.minimum or 0) + 3))
    if switch.may_be_off:
        values.append(False)
    assert all(rule.sentence(value) for value in values)
    assert "%(n)" not in "".join(rule.sentence(value) for value in values)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_rules_in_each_chapter(preset):
    sections = rules_by_chapter(PRESETS[preset])
    assert [len(section.lines) > 0 for section in sections] == [True] * 6
    assert changed_switches(PRESETS[preset]) == ()


def test_house_rule_is_shown_with_the_usual_rule():
    (line,) = changed_switches(variant_from_json({"preset": "bulgarian", "kirtik": 10}))
    assert line.sentence == "It costs 10 match points, once a deal."
    assert line.usual == "There is no penalty."


def test_zero_and_false_have_different_sentences():
    assert rule_of("dealer_may_cancel").sentence(False) == (
        "The dealer must name trumps with any hand."
    )
    assert "at most 0 points" in rule_of("dealer_may_cancel").sentence(0)


@pytest.mark.parametrize(("name", "text"), rule_files(), ids=lambda value: str(value)[:20])
def test_rule_files_in_docs_match_the_generated_text(settings, name, text):
    written = settings.BASE_DIR / "docs" / "rules" / name
    assert written.read_text() == text, "run manage.py write-rules"


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_has_a_linked_rules_page(client, preset):
    page = client.get(f"/en/rules/{preset}/")
    assert page.status_code == 200
    assert client.get("/en/rules/").content.decode().count(f"/en/rules/{preset}/") == 1


def test_unknown_preset_returns_404(client):
    assert client.get("/en/rules/poker/").status_code == 404
