import re

import pytest
from django.utils import translation

from games.belot import PRESETS, STEP_TEXTS, variant_from_json
from games.rulebook import rules_by_chapter, rules_text
from games.rulebook.common import common_sentences
from games.rulebook.sources import SOURCES, citation_text
from games.rulebook.steps import REASONS

LANGUAGES = ("bg", "fr", "hr", "nl")


def page_lines(preset, **changed):
    variant = variant_from_json({"preset": preset, **changed}) if changed else PRESETS[preset]
    return {line.key: line for part in rules_by_chapter(variant) for line in part.lines}


def chapters(preset):
    return [part.title for part in rules_by_chapter(PRESETS[preset])]


def basics(preset):
    return " ".join(map(str, common_sentences(PRESETS[preset])))


@pytest.mark.parametrize(
    ("preset", "title"),
    [
        ("french", "Choosing trumps"),
        ("french_ffb", "Choosing trumps"),
        ("bela", "Choosing trumps"),
        ("bela2", "Choosing trumps"),
        ("klaverjas_amsterdam", "Choosing trumps"),
        ("klaberjass2", "Choosing trumps"),
        ("baloot", "Auction"),
        ("bulgarian", "Auction"),
        ("contree_ffb", "Auction"),
        ("coinche_ffb", "Auction"),
        ("bazar_blot", "Auction"),
    ],
)
def test_auction_chapter_is_titled_by_what_it_decides(preset, title):
    assert chapters(preset)[1] == title
    chosen = page_lines(preset)["auction"].title
    assert chosen == (
        "How trumps are chosen" if title == "Choosing trumps" else "How the contract is decided"
    )


@pytest.mark.parametrize(
    ("preset", "title"),
    [
        ("klaverjas_amsterdam", "Combinations in tricks"),
        ("klaverjas_rotterdam", "Combinations in tricks"),
        ("bela", "Declarations"),
        ("contree_cannes", "Declarations"),
    ],
)
def test_declarations_chapter_title_depends_on_the_preset(preset, title):
    assert chapters(preset)[3] == title


@pytest.mark.parametrize("preset", PRESETS)
def test_basic_rules_agree_with_the_rule_for_ties(preset):
    sentences, variant = basics(preset), PRESETS[preset]
    needs_more = variant.goal == "more"
    assert ("points hang" in sentences) == (needs_more and variant.on_equal == "hang")
    if "else everything goes to the other side" in sentences:
        assert variant.on_equal == "lost"
    if variant.belote_when_lost == "kept":
        assert "fewer everything goes" not in sentences


@pytest.mark.parametrize("preset", PRESETS)
def test_rounding_is_stated_once(preset):
    lines = page_lines(preset)
    if PRESETS[preset].sheet == "card_points":
        assert ("sheet" in lines) != ("rounding" in lines)
    else:
        assert "sheet" in lines


def test_changed_rounding_is_stated_on_a_card_point_sheet():
    assert page_lines("contree_ffb", rounding="none")["rounding"].is_changed


@pytest.mark.parametrize("preset", PRESETS)
def test_kirtik_is_named_only_in_presets_that_use_it(preset):
    plays = preset in ("bulgarian", "belote", "belot", "belot2", "belot3", "open_belot")
    assert ("kirtik" in page_lines(preset)) == plays


def test_kirtik_is_named_when_added_as_a_house_rule():
    assert page_lines("bazar_blot", kirtik=10)["kirtik"].is_changed


@pytest.mark.parametrize("preset", PRESETS)
def test_passed_out_deals_are_mentioned_only_if_possible(preset):
    line = page_lines(preset).get("match_deals")
    if line:
        assert "thrown in" not in line.sentence


def test_match_of_deals_mentions_passed_out_deals():
    line = page_lines("klaverjas_rotterdam", nobody_bids="thrown_in")["match_deals"]
    assert "thrown in do not count" in line.sentence


@pytest.mark.parametrize("preset", PRESETS)
def test_mid_deal_rule_names_the_target(preset):
    line = page_lines(preset).get("until")
    assert (line is None) == bool(PRESETS[preset].match_deals)
    if line:
        assert line.title == f"When {PRESETS[preset].target} is reached in the middle of a deal"


@pytest.mark.parametrize("preset", [key for key, each in PRESETS.items() if each.players < 4])
def test_game_without_partners_does_not_mention_partners(preset):
    text = " ".join(f"{line.title} {line.sentence}" for line in page_lines(preset).values())
    assert "partner" not in text + basics(preset)


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("bela", "Three cards and three before the auction, and two face down"),
        ("bela3", "takes up all twelve after naming trumps and sets two aside"),
        ("bela2", "Six cards each before the auction and four after it"),
        ("belot2", "Three cards and three before the auction, three after it"),
        ("open_belot", "four face down and four face up"),
        ("klaberjass2", "then a card is turned up; three more after the auction"),
    ],
)
def test_packets_sentence_matches_the_preset(preset, words):
    assert words in page_lines(preset)["packets"].sentence


def test_bela3_mentions_only_the_eldest_players_call():
    lines = page_lines("bela3")
    assert "must name a suit" in lines["auction"].sentence
    assert not {"nobody_bids", "dealer_may_cancel"} & set(lines)


@pytest.mark.parametrize("preset", ["belot2", "belot3"])
def test_short_pack_rules_omit_sevens_and_the_run_of_eight(preset):
    assert "seven" not in basics(preset)
    assert "run_of_eight" not in page_lines(preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_last_trick_is_stated_once(preset):
    assert basics(preset).count("The last trick is worth 10 more") == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_total_of_a_deal_is_stated_only_if_all_cards_are_dealt(preset):
    out = preset in ("bela2", "bela3", "belot2", "klaberjass2")
    assert ("stay out of play" in basics(preset)) == out
    assert ("A deal holds" in basics(preset)) <= (not out)


def test_worthless_carres_are_not_ranked():
    lines = page_lines("klaberjass2")
    assert not {"carre_order", "card_in_two"} & set(lines)
    assert "carré" not in lines["contest"].sentence


@pytest.mark.parametrize("preset", ["contree_ffb", "contree_cannes", "coinche_ffb", "bazar_blot"])
def test_failed_bid_rule_gives_the_other_side_the_score(preset):
    lines = page_lines(preset)
    assert lines["lost_base"].sentence == (
        f"The other side scores {PRESETS[preset].lost_base} for the cards, and the bid."
    )


def test_combinations_title_differs_when_only_belote_counts():
    assert page_lines("contree_ffb")["declarations"].title == "What is announced"
    assert page_lines("klaverjas_rotterdam")["declarations"].title == "Where combinations count"


NUMBERED = re.compile(r" \[(\d+)(?:, [^\]]+)?\]")


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_text_cites_exactly_its_listed_sources(preset):
    rules, _heading, sources = rules_text(preset).partition("## Sources")
    listed = re.findall(r"^- \[(\d+)\] ", sources, re.MULTILINE)
    assert listed == [str(number) for number in range(1, len(listed) + 1)]
    cited = NUMBERED.findall(rules)
    assert set(cited) == set(listed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key, source in SOURCES.items() if source.meaning])
def test_foreign_source_title_has_a_translation(key, language):
    source = SOURCES[key]
    with translation.override(language):
        is_own = source.language == language
        assert (source.label == source.title) == is_own
        assert citation_text(f"{key} §3").startswith(source.label)


REFUSED = re.compile(
    r"\b([Ww]hoever|[Nn]obody writes|writes?|once more|all the same|somebody|fine)\b"
)


@pytest.mark.parametrize("preset", PRESETS)
def test_english_rules_avoid_rejected_words(preset):
    assert REFUSED.findall(rules_text(preset)) == []


def test_score_steps_avoid_rejected_words():
    texts = [*STEP_TEXTS.values(), *map(str, REASONS.values())]
    assert [text for text in texts if REFUSED.search(text) or text.startswith("Lost")] == []


@pytest.mark.parametrize(
    ("language", "preset", "refused"),
    [
        ("fr", "french", r"## Enchères|\*\*But\.|trouve le contrat|en suspens|inscri[tv]"),
        ("fr", "contree_ffb", r"\*\*But\.|Où sont les combinaisons|points tels quels|inscri[tv]"),
        ("hr", "bela", r"kakvi jesu|štiglja još|koji mora zvati nema|licitacij|rezati"),
        ("nl", "klaverjas_amsterdam", r"[Mm]elding|[Bb]ieden\b(?! volgens)|iedereen past tellen"),
        ("nl", "klaverjas_rotterdam", r"[Mm]elding|[Hh]ele punten|niets afgerond|\bbiedt\b"),
        ("bg", "bulgarian", r"Как се стига до обявата|иначе всичко е|Общото във"),
    ],
)
def test_localized_rules_avoid_words_rejected_by_players(language, preset, refused):
    with translation.override(language):
        assert re.findall(refused, rules_text(preset)) == []
