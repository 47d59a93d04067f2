"""Allowed values of a variant's switches, and variants to and from JSON.

Values are exactly those printed in rules 3; yes, no and off are true and false (rules 6).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.belot.carres import USUAL_CARRES, canonical_text, carre_rows
from games.belot.combining import NO_ALL_TRUMPS, SUITS_ONLY, check_consistency
from games.belot.errors import RuleError
from games.belot.factors import DOUBLE, SUITS, doublings, factor_rows, levels_in
from games.belot.numbers import parse_steps
from games.belot.presets import PRESETS
from games.belot.variant import Variant


@dataclass(frozen=True, slots=True)
class Switch:
    key: str
    choices: tuple[str | bool | int, ...] = ()
    minimum: int | None = None
    """Only of a free number."""
    maximum: int | None = None
    may_be_off: bool = False
    """For a number: false switches the rule off."""
    reads: Callable[[str], object] | None = None
    """For a choice: parser of further values."""

    @property
    def kind(self) -> str:
        if self.minimum is not None:
            return "number"
        return "flag" if set(map(type, self.choices)) == {bool} else "choice"

    def accepts(self, value: object) -> bool:
        """Return whether a JSON value is allowed; numbers and flags are distinct."""
        if self.may_be_off and value is False:
            return True
        if self.minimum is None:
            known = any(type(value) is type(choice) and value == choice for choice in self.choices)
            return known or bool(self.reads and isinstance(value, str) and self.reads(value))
        if type(value) is not int:
            return False
        return self.minimum <= value and (self.maximum is None or value <= self.maximum)

    @property
    def allowed_text(self) -> str:
        if self.minimum is None:
            return ", ".join(_as_json(choice) for choice in self.choices) + ", …" * bool(self.reads)
        top = "" if self.maximum is None else f"–{self.maximum}"
        return f"{self.minimum}{top or '…'}" + (", false" if self.may_be_off else "")


def _as_json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


FLAG: Final = (False, True)
PARTNER_RULE: Final = ("always", "unless_partner_wins")
OLD_RECONTRA_KEY: Final = "all_trumps_recontra_ends"
"""Boolean `recontra_ends` of older rule sets."""
TO_THE_MATCH: Final = "1 2 3 4 match / NT 1 2"
TAKER_GETS_TURN_UP: Final = "3+2, next card turned up / taker: the turn-up and 2; others 3"

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.key: switch
    for switch in (
        Switch(
            "direction",
            ("counter_clockwise", "clockwise"),
        ),
        Switch(
            "packets",
            ("3+2 / 3", "2+3 / 3", "3+3 / 2", TAKER_GETS_TURN_UP, "3+2+3", "4+4"),
        ),
        Switch(
            "contracts",
            ("C D H S NT AT", NO_ALL_TRUMPS, SUITS_ONLY),
        ),
        Switch(
            "auction",
            ("ladder", "turn_up", "name", "eldest", "numeric"),
        ),
        Switch("first_call", ("eldest", "dealer")),
        Switch(
            "bids",
            ("80-160 by 10", "80-260 by 10", "80+ by 10", "8-80 by 1 in tens"),
            reads=parse_steps,
        ),
        Switch("capot_bid", ("none", "top", "with_number")),
        Switch("capot_value", (250, 270, 0)),
        Switch("solo_value", (0, 500)),
        Switch("turn_up_goes_to", ("taker", "dealer", "out")),
        Switch("turn_up_again", FLAG),
        Switch("turn_up_no_trumps", FLAG),
        Switch("exchange_seven", FLAG),
        Switch("contra_levels", minimum=0, maximum=3),
        Switch(
            "factors",
            (DOUBLE, "1 2 3", "1 2 3 4", "1 2 4 / NT 2 3 5", "1 2 4 / NT 2 4 6", TO_THE_MATCH),
            reads=factor_rows,
        ),
        Switch("contra_closes", FLAG),
        Switch("recontra_by", ("side", "bidder")),
        Switch(
            "recontra_ends",
            ("never", "all_trumps", "always"),
        ),
        Switch(
            "nobody_bids",
            ("thrown_in", "dealer_names", "first_names"),
        ),
        Switch("dealer_may_cancel", minimum=0, may_be_off=True),
        Switch("beat_plain", FLAG),
        Switch("beat_trump", PARTNER_RULE),
        Switch("trump_when_void", PARTNER_RULE),
        Switch(
            "overtrump",
            ("or_any_card", "no_duty", "or_any_trump", "not_under"),
        ),
        Switch("trump_lead", ("free", "by_contra")),
        Switch("points", ("classic", "level", "scaled")),
        Switch("no_trumps_factor", (2, 1)),
        Switch(
            "declarations",
            ("hand", "trick", "none"),
        ),
        Switch("long_runs", ("full", "five", "four")),
        Switch(
            "run_of_eight",
            ("quinte", "quinte_and_tierce", "wins_match"),
        ),
        Switch(
            "equal_sequences",
            ("void", "earlier", "trump_then_earlier"),
        ),
        Switch("contest", ("by_kind", "together")),
        Switch(
            "carre_order",
            ("J 9 A T K Q", "J 9 A K Q T", "A K Q J T 9", "J 9 A K Q T / NT A K Q J T 9"),
        ),
        Switch(
            "carre_points",
            (
                USUAL_CARRES,
                "J 200 9 140 A 110 / NT A 190 9 0",
                "9 0 / NT A 200 9 0",
                "7 100 8 100",
                "J 200 7 100 8 100",
            ),
            reads=carre_rows,
        ),
        Switch("card_in_two", FLAG),
        Switch("trick_needed", (False, "but_belote", "all")),
        Switch("belote_when", ("lead_follow_trump", "always")),
        Switch("capot_points", (90, 100, 0)),
        Switch("capot_for", ("both", "declarer")),
        Switch("capot_doubled_in_no_trumps", FLAG),
        Switch("no_trumps_four_aces", (0, 200)),
        Switch("no_trumps_declarations", FLAG),
        Switch("goal", ("more", "bid", "bid_and_more")),
        Switch("goal_floor", (0, 82)),
        Switch("on_equal", ("hang", "lost", "lost / NT own")),
        Switch("equal_under_contra", ("as_on_equal", "last_doubler_loses")),
        Switch("made_award", ("taken", "taken_and_bid", "bid")),
        Switch("lost_base", ("total", 0, 16, 160, 162)),
        Switch("lost_base_capot", ("total", 0, 25, 250, 252)),
        Switch("lost_declarations", ("both", "defence")),
        Switch("factors_on", ("deal", "bid")),
        Switch("capot_multiplied", FLAG),
        Switch("belote_multiplied", FLAG),
        Switch(
            "belote_when_lost",
            ("other_side", "kept", "nobody"),
        ),
        Switch("sheet", ("match_points", "card_points")),
        Switch(
            "rounding",
            ("paired", "half_up", "half_down", "none"),
        ),
        Switch("last_deal", ("rounded", "exact")),
        Switch("no_trumps_tens_first", FLAG),
        Switch("target", minimum=1),
        Switch("match_deals", minimum=1, may_be_off=True),
        Switch("capot_exit", (False, "raised", True)),
        Switch("kirtik", (0, 10)),
        Switch("irregularity", ("director", "forfeit")),
        Switch("fault_points", (0, 100)),
        Switch("until", ("deal", "enough")),
    )
}


def variant_from_json(value: object) -> Variant:
    """Parse a preset's id, or {"preset": id} with changed switches.

    Raises RuleError at `variant`, or at `variant.KEY` for a bad or unknown switch (rules 6).
    """
    if isinstance(value, str):
        return _preset(value, "variant")
    if not isinstance(value, Mapping):
        raise RuleError("wrong_type", "variant", key="variant", expected="a name or an object")
    value = convert_old_key(value)
    for key in value:
        if key != "preset" and key not in SWITCHES:
            raise RuleError("unknown_switch", f"variant.{key}", key=key)
    if "preset" not in value:
        raise RuleError("missing_key", "variant.preset", key="preset")
    base = _preset(value["preset"], "variant.preset")
    changed = {key: value[key] for key in SWITCHES if key in value}
    for key, setting in changed.items():
        _check_value(base, key, setting)
    changed |= _normalised_factors(base, changed)
    variant = replace(
        base, **{key: _stored_value(key, setting) for key, setting in changed.items()}
    )
    check_consistency(base, variant, changed)
    return variant


def convert_old_key(value: Mapping[str, object]) -> Mapping[str, object]:
    """Convert the old boolean key of `recontra_ends`."""
    if OLD_RECONTRA_KEY not in value or "recontra_ends" in value:
        return value
    flag = value[OLD_RECONTRA_KEY]
    if not isinstance(flag, bool):
        raise RuleError(
            "bad_switch",
            f"variant.{OLD_RECONTRA_KEY}",
            key=OLD_RECONTRA_KEY,
            value=flag,
            possible="false, true",
        )
    rest = {key: setting for key, setting in value.items() if key != OLD_RECONTRA_KEY}
    return rest | {"recontra_ends": "all_trumps" if flag else "never"}


def _normalised_factors(base: Variant, changed: Mapping[str, object]) -> dict[str, object]:
    """Derive `contra_levels` from `factors`; rows that only double become the default.

    A given `contra_levels` must agree.
    """
    text = str(changed.get("factors", base.factors))
    if text == DOUBLE:
        return {}
    levels = levels_in(text)
    given_levels = changed.get("contra_levels", levels)
    if given_levels != levels:
        guilty = "factors" if "factors" in changed else "contra_levels"
        raise RuleError(
            "factors_and_levels", f"variant.{guilty}", factors=text, levels=given_levels
        )
    only_doubles = factor_rows(text) == {SUITS: doublings(levels)}
    return {"contra_levels": levels, "factors": DOUBLE if only_doubles else text}


def _preset(name: object, at: str) -> Variant:
    if not isinstance(name, str) or name not in PRESETS:
        raise RuleError("unknown_preset", at, value=name, known=", ".join(PRESETS))
    return PRESETS[name]


def _check_value(base: Variant, key: str, given: object) -> None:
    own = switch_value(base, key)
    if type(given) is type(own) and given == own:
        return
    if not SWITCHES[key].accepts(given):
        possible = SWITCHES[key].allowed_text
        raise RuleError("bad_switch", f"variant.{key}", key=key, value=given, possible=possible)


def _stored_value(key: str, given: object) -> Any:
    if key == "carre_points":
        return canonical_text(str(given))
    return None if SWITCHES[key].may_be_off and given is False else given


def switch_value(variant: Variant, key: str) -> str | bool | int:
    value: str | bool | int | None = getattr(variant, key)
    return False if value is None else value


def is_identical(one: Variant, other: Variant) -> bool:
    """Return whether two variants are equal and have the same preset name."""
    return one == other and one.preset == other.preset


def changed_values(variant: Variant) -> dict[str, str | bool | int]:
    """JSON values of the switches that differ from the preset."""
    base = PRESETS[variant.preset]
    implied = () if variant.factors == DOUBLE else ("contra_levels",)
    return {
        key: switch_value(variant, key)
        for key in SWITCHES
        if getattr(variant, key) != getattr(base, key) and key not in implied
    }


def variant_to_json(variant: Variant) -> str | dict[str, object]:
    """Shortest JSON of a variant: its preset's id, with changed switches if any."""
    changed = changed_values(variant)
    return {"preset": variant.preset, **changed} if changed else variant.preset
