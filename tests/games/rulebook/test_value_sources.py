from dataclasses import replace

import pytest

from games.belot import PRESET_SOURCES, PRESETS, SWITCHES, variant_from_json
from games.rulebook.common import common_sentences
from games.rulebook.page import rules_page_of
from games.rulebook.reading import rules_by_chapter
from games.rulebook.sources import citations
from games.rulebook.value_sources import GAME_TEXTS, VALUE_SOURCES, value_source

BULGARIAN = PRESETS["bulgarian"]


def cited(variant, key):
    return next(
        line.source for part in rules_by_chapter(variant) for line in part.lines if line.key == key
    )


@pytest.mark.parametrize(
    ("key", "value", "named", "unnamed"),
    [
        ("recontra_ends", "never", "S0", "S4"),
        ("recontra_ends", "all_trumps", "S4 Bidding", "S0"),
        ("trump_when_void", "unless_partner_wins", "S1 §3.1", "S4"),
        ("trump_when_void", "always", "S4 Play", "S1"),
        ("beat_trump", "always", "S1 §3.3", "S4"),
        ("long_runs", "full", "S2 Bonuses", "S4"),
        ("run_of_eight", "quinte", "S1", "S4"),
        ("equal_sequences", "void", "S1", "S3"),
        ("contest", "by_kind", "S0", "S3"),
        ("belote_when", "lead_follow_trump", "S1", "S4"),
        ("capot_doubled_in_no_trumps", False, "S1 §4", "S4"),
        ("on_equal", "hang", "S1 §4", "S3"),
        ("sheet", "match_points", "S1 §4", "S3"),
        ("overtrump", "or_any_card", "S1 §3.1", "KBN"),
    ],
)
def test_a_value_cites_only_sources_that_state_it(key, value, named, unnamed):
    variant = replace(BULGARIAN, **{key: value})
    assert named in cited(variant, key)
    assert unnamed not in cited(variant, key)


@pytest.mark.parametrize("key", ["irregularity", "trick_needed"])
def test_a_value_without_a_source_has_no_citation(key):
    assert cited(BULGARIAN, key) == ""


def test_house_rule_does_not_cite_the_source_of_its_preset():
    rules = {"preset": "klaverjas_rotterdam", "trump_when_void": "unless_partner_wins"}
    house = variant_from_json(rules)
    assert "NKU" not in cited(house, "trump_when_void")


@pytest.mark.parametrize("key", sorted(VALUE_SOURCES))
def test_every_value_source_resolves_to_a_switch_and_a_title(key):
    assert key in SWITCHES
    for value, brief in VALUE_SOURCES[key].items():
        assert SWITCHES[key].accepts(value) or value in (
            getattr(preset, key) for preset in PRESETS.values()
        )
        assert all(each.source.title for each in citations(brief))


def test_false_and_zero_have_different_sources():
    assert value_source("kirtik", 0) == ""
    assert value_source("beat_plain", 0) == ""
    assert value_source("beat_plain", False) != ""


@pytest.mark.parametrize("key", SWITCHES)
def test_every_switch_choice_has_a_source_entry(key):
    assert set(SWITCHES[key].choices) <= set(VALUE_SOURCES[key])


@pytest.mark.parametrize("preset", GAME_TEXTS)
def test_a_preset_cites_only_texts_about_its_game(preset):
    own = {part for brief in PRESET_SOURCES.get(preset, {}).values() for part in brief.split("; ")}
    for line in (line for part in rules_by_chapter(PRESETS[preset]) for line in part.lines):
        for brief in filter(None, line.source.split("; ")):
            assert brief.startswith(GAME_TEXTS[preset]) or brief in own


@pytest.mark.parametrize("preset", PRESETS)
def test_only_bulgarian_rules_cite_bulgarian_sources(preset):
    languages = {source.language for source in rules_page_of(PRESETS[preset]).sources}
    assert ("bg" in languages) == (preset == "bulgarian")


def test_changed_rule_may_cite_texts_about_another_game():
    house = replace(BULGARIAN, trump_when_void="always")
    assert cited(house, "trump_when_void") == "S3 Playing; S4 Play"
    assert cited(replace(BULGARIAN, overtrump="not_under"), "overtrump") == "KBN"


def test_every_preset_has_source_texts():
    assert {*GAME_TEXTS, *(key for key, own in PRESET_SOURCES.items() if "" in own)} == set(PRESETS)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_notes_exist_only_for_rules_with_a_source(preset):
    page = rules_page_of(PRESETS[preset])
    for chapter in page.chapters:
        for rule in chapter.rules:
            assert bool(rule.note) == bool(rule.line.source)
    assert all(note.citations and note.rules for note in page.notes)


def test_bulgarian_page_states_rounding_and_ties():
    text = " ".join(map(str, common_sentences(BULGARIAN)))
    for words in ("In a suit, points", "In all trumps, points", "doubled first", "hang"):
        assert words in text
    assert "else everything goes to the other side" not in text


@pytest.mark.parametrize("preset", ["bela", "french", "contree_ffb", "klaverjas_amsterdam"])
def test_other_pages_omit_bulgarian_rounding(preset):
    text = " ".join(map(str, common_sentences(PRESETS[preset])))
    assert "doubled first" not in text
    assert "hang" not in text
