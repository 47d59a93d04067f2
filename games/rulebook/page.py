"""The rules as a page: chapters with numbered rules, sources as notes, and what cards are worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.belot import Variant
from games.rulebook.reading import Line, Section, read_rules
from games.rulebook.sources import Citation, Source, citations, sources_in
from games.rulebook.worth import Worth, worth_of
from games.wording.signs import parts_in_line, small

SHOWN_SUBJECTS = 3


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule with its number, which is its address, and the number of its note, 0 for none."""

    number: str
    line: Line
    note: int


@dataclass(frozen=True, slots=True)
class NumberedChapter:
    """A chapter with its number."""

    number: int
    title: str
    rules: tuple[NumberedRule, ...]

    @property
    def subjects(self) -> str:
        """What its first rules are about, and dots where there are more."""
        titles = [small(rule.line.title) for rule in self.rules[:SHOWN_SUBJECTS]]
        more = " …" if len(self.rules) > SHOWN_SUBJECTS else ""
        return parts_in_line(titles) + more


@dataclass(frozen=True, slots=True)
class Note:
    """What is cited for some rules, and the numbers of these."""

    number: int
    source: str
    rules: tuple[str, ...]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The places in the sources, one after the other."""
        return citations(self.source)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """All that a page of rules shows."""

    chapters: tuple[NumberedChapter, ...]
    notes: tuple[Note, ...]
    sources: tuple[Source, ...]
    worth: Worth


def rules_page_of(variant: Variant) -> RulesPage:
    """The page of a variant in the current language."""
    sections = read_rules(variant)
    named = (line.source for part in sections for line in part.lines if line.source)
    sources = list(dict.fromkeys(named))
    chapters = tuple(
        numbered_chapter(number, section, sources) for number, section in enumerate(sections, 1)
    )
    notes = notes_of(chapters, sources)
    return RulesPage(chapters, notes, sources_in(tuple(sources)), worth_of(variant))


def numbered_chapter(number: int, section: Section, sources: Sequence[str]) -> NumberedChapter:
    """A chapter whose rules count from 1."""
    rules = (
        NumberedRule(f"{number}.{at}", line, sources.index(line.source) + 1 if line.source else 0)
        for at, line in enumerate(section.lines, 1)
    )
    return NumberedChapter(number, section.title, tuple(rules))


def notes_of(chapters: Sequence[NumberedChapter], sources: Sequence[str]) -> tuple[Note, ...]:
    """The sources in the order in which they are first named."""
    rules = [rule for chapter in chapters for rule in chapter.rules]
    return tuple(
        Note(number, source, tuple(rule.number for rule in rules if rule.note == number))
        for number, source in enumerate(sources, 1)
    )
