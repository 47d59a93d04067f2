"""A variant read aloud: its rules by chapter, and what a house changed."""

from dataclasses import dataclass

from games.belot import PRESETS, Variant, switch_value
from games.rulebook.chapters import CHAPTERS, Rule


@dataclass(frozen=True, slots=True)
class Line:
    """One rule as it holds: its title, its sentence, its source, and whether a house changed it."""

    key: str
    title: str
    sentence: str
    source: str
    usual: str = ""
    """The preset's own sentence, where the house plays otherwise."""

    @property
    def is_changed(self) -> bool:
        return bool(self.usual)


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rules with its lines."""

    title: str
    lines: tuple[Line, ...]


def read_rules(variant: Variant) -> tuple[Section, ...]:
    """The rules of a variant in the current language."""
    return tuple(
        Section(
            str(chapter.title),
            tuple(line_of(rule, variant) for rule in chapter.rules if applies(rule.key, variant)),
        )
        for chapter in CHAPTERS
    )


def changed_switches(variant: Variant) -> tuple[Line, ...]:
    """The rules in which a house differs from its preset."""
    return tuple(
        line for section in read_rules(variant) for line in section.lines if line.is_changed
    )


def line_of(rule: Rule, variant: Variant) -> Line:
    """One rule of a variant in words."""
    value, usual = switch_value(variant, rule.key), switch_value(PRESETS[variant.preset], rule.key)
    return Line(
        rule.key,
        str(rule.title),
        rule.sentence(value),
        rule.source,
        "" if value == usual else rule.sentence(usual),
    )


def applies(key: str, variant: Variant) -> bool:
    """Whether a switch says anything in this variant; the others would only confuse."""
    only_with = {
        "all_trumps_recontra_ends": variant.contra_levels > 0 and "AT" in variant.contracts,
        "dealer_may_cancel": variant.nobody_bids == "dealer_names",
        "capot_doubled_in_no_trumps": "NT" in variant.contracts,
        "no_trumps_four_aces": "NT" in variant.contracts,
        "capot_multiplied": variant.contra_levels > 0,
    }
    return only_with.get(key, True)
