import re

import pytest
from django.utils import translation

from games.belot import PRESET_SOURCES, PRESETS
from games.belot.records.explain_words import STEP_SOURCES
from games.rulebook import rules_by_chapter
from games.rulebook.common import COMMON
from games.rulebook.page import rules_page_of
from games.rulebook.sources import SOURCES, citation_text, citations
from games.rulebook.value_sources import VALUE_SOURCES
from games.rulebook.worth import CardWorth
from tests.markup import one_line


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_numbered_and_source_notes_refer_back(preset: str) -> None:
    page = rules_page_of(PRESETS[preset])
    rules = [rule for chapter in page.chapters for rule in chapter.rules]
    lines = [line for part in rules_by_chapter(PRESETS[preset]) for line in part.lines]
    assert [rule.line for rule in rules] == lines
    assert rules[0].number == "1.1"
    assert len({rule.number for rule in rules}) == len(rules)
    cited = [rule for rule in rules if rule.line.source]
    for rule in cited:
        note = page.notes[rule.note - 1]
        assert note.source == rule.line.source
        assert rule.number in note.rules
    assert sum(len(note.rules) for note in page.notes) == len(cited)


def test_a_folded_chapter_names_its_first_three_subjects() -> None:
    dealing, auction, *_rest = rules_page_of(PRESETS["bulgarian"]).chapters
    assert dealing.subjects == "how the cards are dealt"
    assert auction.subjects == "what can be played; how the contract is decided; contra …"


def test_card_worth_table_agrees_with_the_common_rules() -> None:
    worth = rules_page_of(PRESETS["bulgarian"]).worth
    assert worth.cards[0] == CardWorth("J", 20, 2)
    assert len(worth.cards) == 6
    assert (worth.suit, worth.no_trumps, worth.all_trumps) == (162, 130, 258)
    said = " ".join(str(shared.sentence) for shared in COMMON)
    assert "162 points in a suit, 130 in no trumps (doubled: 260) and 258 in all trumps" in said
    assert [(each.title, each.points) for each in worth.combinations] == [
        ("Three in sequence", 20),
        ("Four in sequence", 50),
        ("Five and more", 100),
        ("Four jacks", 200),
        ("Four nines", 150),
        ("Any other four of a kind from tens up", 100),
        ("Belote", 20),
    ]
    assert (worth.otherwise, worth.last_trick, worth.capot) == ((), 10, 90)
    french = rules_page_of(PRESETS["french"]).worth
    assert (french.suit, french.no_trumps, french.all_trumps) == (162, None, None)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_page_ids_are_unique_and_anchors_resolve(client, preset: str) -> None:
    html = client.get(f"/en/rules/{preset}/").content.decode()
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) - {"main"} <= set(ids)
    assert {line.key for part in rules_by_chapter(PRESETS[preset]) for line in part.lines} <= set(
        ids
    )


def test_chapters_are_folded_unless_the_url_opens_them(client) -> None:
    folded, opened = (
        one_line(client.get(f"/en/rules/bulgarian/{end}").content.decode())
        for end in ("", "?open=all")
    )
    assert folded.count('class="card card-bleed rulebook-chapter">') == 7
    assert opened.count('class="card card-bleed rulebook-chapter" open>') == 7
    assert "A higher card must be played if possible, over a partner too." in folded
    assert 'href="?open=all"' in folded
    assert 'href="?"' in opened


KEY_OF_A_SOURCE = re.compile(r"\bS[0-4]\b")


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


@pytest.mark.parametrize("preset", PRESETS)
def test_notes_name_their_sources_without_internal_keys(client, preset: str) -> None:
    html = client.get(f"/en/rules/{preset}/?open=all").content.decode()
    notes = re.findall(r'<li id="note-\d+">(.*?)</li>', html, re.DOTALL)
    page = rules_page_of(PRESETS[preset])
    assert len(notes) == len(page.notes)
    for note, shown in zip(page.notes, notes, strict=True):
        assert text_of(shown).strip().startswith(citation_text(note.source))
        assert all(f'href="#{number}"' in shown for number in note.rules)
    assert KEY_OF_A_SOURCE.search(text_of(html)) is None


def test_source_with_url_is_a_link_with_its_language(client) -> None:
    html = client.get("/en/rules/bulgarian/").content.decode()
    linked = re.findall(r'<cite lang="(\w+)"><a\s+href="(https://[^"]+)"\s*>([^<]+)</a>', html)
    assert {title: (language, address) for language, address, title in linked} == {
        source.title: (source.language, source.address)
        for source in rules_page_of(PRESETS["bulgarian"]).sources
        if source.address
    }
    assert SOURCES["S1"].address in {address for _language, address, _title in linked}


def test_citation_section_is_a_number_or_a_quoted_title() -> None:
    brief = "S1 §3.3; S1 Премии; S4 Bidding, turned-up card; S2"
    title, belote, translated = (SOURCES[key].label for key in ("S1", "S4", "S2"))
    assert citation_text(brief) == (
        f"{title}, §3.3; {title}, “Премии”; {belote}, “Bidding”; {translated}"
    )
    with translation.override("hr"):
        assert [each.place for each in citations(brief)] == ["§3.3", "„Премии”", "„Bidding”", ""]


def test_every_source_cited_by_the_engine_exists() -> None:
    briefs = [
        *(brief for values in VALUE_SOURCES.values() for brief in values.values()),
        *(brief for own in PRESET_SOURCES.values() for brief in own.values()),
        *STEP_SOURCES.values(),
    ]
    assert {each.source.title for brief in briefs for each in citations(brief)} <= {
        source.title for source in SOURCES.values()
    }


@pytest.mark.parametrize("language", ["bg", "fr", "hr", "nl"])
def test_score_explanation_links_rules_and_shows_no_source_key(client, language: str) -> None:
    asked = "contract=AT&by=NS&p_NS=34"
    html = client.get(f"/{language}/calculator/?{asked}").content.decode()
    assert "reason-rule" in html
    assert KEY_OF_A_SOURCE.search(text_of(html)) is None
