"""A variant read aloud: its rules by chapter, and what a house changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.belot import DEFAULT_PRESET, PRESETS, Variant, switch_value
from games.rulebook.chapters import CHAPTERS
from games.rulebook.rule import Rule, Value
from games.rulebook.sources import citation_text

RARE: Final = frozenset(
    {
        "factors",
        "capot_points",
        "capot_for",
        "goal",
        "goal_floor",
        "made_award",
        "lost_base",
        "lost_base_capot",
        "lost_declarations",
        "factors_on",
        "belote_multiplied",
        "belote_when_lost",
        "rounding",
    }
)
"""Rules that most games take for granted: told only where one of them is not as in most."""
CONTRA_CALLS: Final[Mapping[int, str | Promise]] = {
    1: _("Contra can be said; it cannot be answered."),
    2: _("Contra can be said, and answered by recontra."),
    3: _("Contra can be said, answered by recontra, and that by sur-contra."),
}
"""The calls alone, where other factors than doublings say what they multiply by."""


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
    def citation(self) -> str:
        """The source in words."""
        return citation_text(self.source)

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
    preset = PRESETS[variant.preset]
    value, usual = switch_value(variant, rule.key), switch_value(preset, rule.key)
    return Line(
        rule.key,
        str(rule.title),
        sentence_in(variant, rule, value),
        rule.source,
        "" if value == usual else sentence_in(preset, rule, usual),
    )


def sentence_in(variant: Variant, rule: Rule, value: Value) -> str:
    """A value's sentence, true beside the other rules of the variant."""
    if rule.key == "contra_levels" and variant.factors != "double" and variant.contra_levels:
        return str(CONTRA_CALLS[variant.contra_levels])
    sentence = rule.sentence(value)
    if rule.key == "capot_doubled_in_no_trumps":
        return sentence.replace("90", str(variant.capot_points))
    return sentence


def applies(key: str, variant: Variant) -> bool:
    """Whether a switch says anything in this variant; the others would only confuse."""
    only_with = {
        "all_trumps_recontra_ends": variant.contra_levels > 0 and "AT" in variant.contracts,
        "dealer_may_cancel": variant.nobody_bids == "dealer_names",
        "capot_doubled_in_no_trumps": "NT" in variant.contracts and variant.capot_points > 0,
        "no_trumps_four_aces": "NT" in variant.contracts,
        "capot_multiplied": variant.contra_levels > 0,
    }
    return only_with.get(key, not is_taken_for_granted(key, variant))


def is_taken_for_granted(key: str, variant: Variant) -> bool:
    """Whether a rule is as in most games, in this variant and in the preset it started from."""
    common = switch_value(PRESETS[DEFAULT_PRESET], key)
    own = switch_value(PRESETS[variant.preset], key)
    return key in RARE and switch_value(variant, key) == common == own
