"""A variant as text: its rules by chapter, and its changes to the preset."""

from dataclasses import dataclass
from typing import Final

from games.belot import (
    DEFAULT_PRESET,
    PRESET_SOURCES,
    PRESETS,
    Variant,
    carres_in,
    switch_value,
)
from games.rulebook.chapters import CHAPTERS
from games.rulebook.common import is_rounded_in_pairs
from games.rulebook.rule import Rule, Value
from games.rulebook.sentences import chapter_title, sentence_in, title_in
from games.rulebook.sources import citation_text
from games.rulebook.value_sources import citations_about_game, value_source

UNUSUAL_RULES: Final = frozenset(
    {
        "direction",
        "turn_up_goes_to",
        "turn_up_again",
        "turn_up_no_trumps",
        "trump_lead",
        "exchange_seven",
        "first_call",
        "contra_closes",
        "recontra_by",
        "declarations",
        "factors",
        "capot_points",
        "carre_points",
        "no_trumps_declarations",
        "capot_for",
        "goal",
        "goal_floor",
        "made_award",
        "lost_base",
        "lost_base_capot",
        "lost_declarations",
        "match_deals",
        "factors_on",
        "equal_under_contra",
        "fault_points",
        "no_trumps_factor",
        "points",
        "belote_multiplied",
        "belote_when_lost",
        "rounding",
        "last_deal",
        "no_trumps_tens_first",
    }
)
"""Shown only where one differs from most games."""
HAND_DECLARATION_RULES: Final = frozenset(
    {
        "long_runs",
        "run_of_eight",
        "equal_sequences",
        "contest",
        "carre_order",
        "card_in_two",
        "trick_needed",
        "belote_when",
        "belote_multiplied",
        "belote_when_lost",
        "lost_declarations",
    }
)
"""Without effect where combinations count in tricks."""
BELOTE_RULES: Final = frozenset({"belote_when", "belote_multiplied", "belote_when_lost"})
"""They apply where only belotes are announced."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule as applied: its title, sentence and source, and whether it differs from the preset."""

    key: str
    title: str
    sentence: str
    source: str
    usual: str = ""
    """The preset's sentence, if different."""

    @property
    def citation(self) -> str:
        return citation_text(self.source)

    @property
    def is_changed(self) -> bool:
        return bool(self.usual)


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    lines: tuple[RuleLine, ...]


def rules_by_chapter(variant: Variant) -> tuple[Section, ...]:
    return tuple(
        Section(
            chapter_title(variant, chapter),
            tuple(line_of(rule, variant) for rule in chapter.rules if is_shown(rule.key, variant)),
        )
        for chapter in CHAPTERS
    )


def is_shown(key: str, variant: Variant) -> bool:
    """Whether a rule applies and no other line repeats it (rounding duplicates the sheet)."""
    own = switch_value(PRESETS[variant.preset], key)
    if variant.sheet == "card_points" and switch_value(variant, key) == own:
        rounds = variant.rounding in ("half_up", "half_down")
        if key == ("sheet" if rounds else "rounding"):
            return False
    return is_applicable(key, variant)


def changed_switches(variant: Variant) -> tuple[RuleLine, ...]:
    return tuple(
        line for section in rules_by_chapter(variant) for line in section.lines if line.is_changed
    )


def line_of(rule: Rule, variant: Variant) -> RuleLine:
    preset = PRESETS[variant.preset]
    value, usual = switch_value(variant, rule.key), switch_value(preset, rule.key)
    return RuleLine(
        rule.key,
        title_in(variant, rule),
        sentence_in(variant, rule, value),
        source_of(rule, variant.preset, value),
        "" if value == usual else sentence_in(preset, rule, usual),
    )


def source_of(rule: Rule, preset: str, value: Value) -> str:
    """Source of a value; for the preset's own value, only texts about its game."""
    if switch_value(PRESETS[preset], rule.key) != value:
        return value_source(rule.key, value)
    own = PRESET_SOURCES.get(preset, {})
    return (
        own.get(rule.key)
        or own.get("")
        or citations_about_game(preset, value_source(rule.key, value))
    )


def is_applicable(key: str, variant: Variant) -> bool:
    may_all_pass = variant.auction != "eldest" and variant.layout != "set_aside"
    only_with = {
        "nobody_bids": may_all_pass,
        "dealer_may_cancel": variant.nobody_bids == "dealer_names" and may_all_pass,
        "recontra_ends": is_recontra_relevant(variant),
        "bids": variant.bids_numbers,
        "capot_bid": variant.bids_numbers,
        "capot_value": variant.capot_bid == "top",
        "solo_value": variant.capot_bid == "top" and variant.solo_value > 0,
        "capot_doubled_in_no_trumps": "NT" in variant.contracts and variant.capot_points > 0,
        "no_trumps_factor": "NT" in variant.contracts and is_unusual("no_trumps_factor", variant),
        "points": variant.contracts != "C D H S" and is_unusual("points", variant),
        "no_trumps_four_aces": "NT" in variant.contracts
        and (not variant.no_trumps_declarations or variant.no_trumps_four_aces > 0),
        "run_of_eight": variant.lowest == "7"
        and (variant.long_runs != "four" or variant.run_of_eight != "quinte"),
        "carre_order": any(carres_in(variant, "H")),
        "card_in_two": any(carres_in(variant, "H")),
        "capot_multiplied": variant.contra_levels > 0 and variant.lost_base == "total",
        "on_equal": variant.goal != "bid",
        "equal_under_contra": variant.contra_levels > 0
        and is_unusual("equal_under_contra", variant),
        "kirtik": variant.kirtik > 0
        or (is_rounded_in_pairs(variant) and variant.on_equal == "hang"),
        "target": not variant.match_deals,
        "capot_exit": not variant.match_deals,
        "until": not variant.match_deals,
    }
    of_hands = key in HAND_DECLARATION_RULES and variant.declarations == "trick"
    if of_hands or (variant.declarations == "none" and is_irrelevant_to_belotes(key, variant)):
        return False
    return only_with.get(key, not is_taken_for_granted(key, variant))


def is_irrelevant_to_belotes(key: str, variant: Variant) -> bool:
    """Whether a declaration rule has no effect on belotes."""
    if key == "trick_needed":
        return variant.trick_needed != "all"
    return key in HAND_DECLARATION_RULES - BELOTE_RULES or key == "no_trumps_four_aces"


def is_unusual(key: str, variant: Variant) -> bool:
    return not is_taken_for_granted(key, variant)


def is_recontra_relevant(variant: Variant) -> bool:
    """Whether it matters what follows the highest contra, on all-trumps or any contract."""
    is_possible = "AT" in variant.contracts or variant.recontra_ends == "always"
    return variant.contra_levels > 0 and is_possible


def is_taken_for_granted(key: str, variant: Variant) -> bool:
    """Whether a rule is the common one, in this variant and in its preset."""
    common = switch_value(PRESETS[DEFAULT_PRESET], key)
    own = switch_value(PRESETS[variant.preset], key)
    return key in UNUSUAL_RULES and switch_value(variant, key) == common == own
