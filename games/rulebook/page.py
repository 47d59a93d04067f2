"""The rules as a page: numbered rules, sources as notes, and card values."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.belot import Variant
from games.rulebook.reading import RuleLine, Section, rules_by_chapter
from games.rulebook.sources import Citation, Source, citations, sources_in
from games.rulebook.worth import Worth, worth_of
from games.wording.signs import join_parts, lower_first

SHOWN_SUBJECTS = 3


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule with its number, which is its URL anchor, and its note's number (0: none)."""

    number: str
    line: RuleLine
    note: int


@dataclass(frozen=True, slots=True)
class NumberedChapter:
    number: int
    title: str
    rules: tuple[NumberedRule, ...]

    @property
    def subjects(self) -> str:
        titles = [lower_first(rule.line.title) for rule in self.rules[:SHOWN_SUBJECTS]]
        suffix = " …" if len(self.rules) > SHOWN_SUBJECTS else ""
        return join_parts(titles) + suffix


@dataclass(frozen=True, slots=True)
class Note:
    number: int
    source: str
    rules: tuple[str, ...]

    @property
    def citations(self) -> tuple[Citation, ...]:
        return citations(self.source)


@dataclass(frozen=True, slots=True)
class RulesPage:
    chapters: tuple[NumberedChapter, ...]
    notes: tuple[Note, ...]
    sources: tuple[Source, ...]
    worth: Worth


def rules_page_of(variant: Variant) -> RulesPage:
    sections = rules_by_chapter(variant)
    named = (line.source for part in sections for line in part.lines if line.source)
    sources = list(dict.fromkeys(named))
    chapters = tuple(
        numbered_chapter(number, section, sources) for number, section in enumerate(sections, 1)
    )
    notes = notes_of(chapters, sources)
    return RulesPage(chapters, notes, sources_in(tuple(sources)), worth_of(variant))


def numbered_chapter(number: int, section: Section, sources: Sequence[str]) -> NumberedChapter:
    rules = (
        NumberedRule(f"{number}.{at}", line, sources.index(line.source) + 1 if line.source else 0)
        for at, line in enumerate(section.lines, 1)
    )
    return NumberedChapter(number, section.title, tuple(rules))


def notes_of(chapters: Sequence[NumberedChapter], sources: Sequence[str]) -> tuple[Note, ...]:
    rules = [rule for chapter in chapters for rule in chapter.rules]
    return tuple(
        Note(number, source, tuple(rule.number for rule in rules if rule.note == number))
        for number, source in enumerate(sources, 1)
    )
