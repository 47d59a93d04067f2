"""The switches of a variant as data: their values, and variants to and from JSON.

Values read and write exactly as the table of rules 3 prints them; yes, no and off are true and
false (rules 6, "Values of switches in JSON").
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.belot.errors import RuleError
from games.belot.presets import PRESETS
from games.belot.variant import Variant

SUITS_ONLY: Final = "C D H S"


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its key, its values, or a number with its least value, and its source."""

    key: str
    source: str
    choices: tuple[str | bool | int, ...] = ()
    minimum: int | None = None
    """For a free number: the least one allowed."""
    maximum: int | None = None
    may_be_off: bool = False
    """For a number: false switches the rule off."""

    @property
    def kind(self) -> str:
        """How a form asks for it: `flag`, `number` or `choice`."""
        if self.minimum is not None:
            return "number"
        return "flag" if set(map(type, self.choices)) == {bool} else "choice"

    def accepts(self, value: object) -> bool:
        """Whether a JSON value is one of this switch's values; numbers and flags do not mix."""
        if self.may_be_off and value is False:
            return True
        if self.minimum is None:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        if type(value) is not int:
            return False
        return self.minimum <= value and (self.maximum is None or value <= self.maximum)

    @property
    def possible(self) -> str:
        """The values in words, for a message."""
        if self.minimum is None:
            return ", ".join(_as_json(choice) for choice in self.choices)
        top = "" if self.maximum is None else f"–{self.maximum}"
        return f"{self.minimum}{top or '…'}" + (", false" if self.may_be_off else "")


def _as_json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


FLAG: Final = (False, True)
PARTNER_RULE: Final = ("always", "unless_partner_wins")
TAKER_GETS_TURN_UP: Final = "3+2, next card turned up / taker: the turn-up and 2; others 3"

SWITCHES: Final[Mapping[str, Switch]] = {
    switch.key: switch
    for switch in (
        Switch(
            "packets",
            "S0 Раздаване; S3 4 players; S4 Dealing",
            ("3+2 / 3", "2+3 / 3", "3+3 / 2", TAKER_GETS_TURN_UP),
        ),
        Switch("contracts", "S1 §2; S3 4 players", ("C D H S NT AT", SUITS_ONLY)),
        Switch(
            "auction",
            "S1 §2; S3 4 players; S4 Bidding, turned-up card",
            ("ladder", "turn_up", "name"),
        ),
        Switch("contra_levels", "S1 §2; S4 Bidding", minimum=0, maximum=3),
        Switch("all_trumps_recontra_ends", "S4 Bidding", FLAG),
        Switch("nobody_bids", "S1 §2; S3 4 players", ("thrown_in", "dealer_names")),
        Switch("dealer_may_cancel", "S3 4 players", minimum=0, may_be_off=True),
        Switch("beat_plain", "S3 Playing", FLAG),
        Switch("beat_trump", "S1 §3.3; S2 §3.1; S4 Play", PARTNER_RULE),
        Switch("trump_when_void", "S1 §3.1; S4 Play", PARTNER_RULE),
        Switch("overtrump", "S1 §3.1; S4 Play", ("or_any_card", "no_duty", "or_any_trump")),
        Switch("long_runs", "S2 Bonuses; S4 Declarations", ("full", "five")),
        Switch(
            "run_of_eight",
            "S1 Премии; S4 Declarations; S3 Declarations",
            ("quinte", "quinte_and_tierce", "wins_match"),
        ),
        Switch("equal_sequences", "S1 Премии; S3 Declarations", ("void", "earlier")),
        Switch("contest", "S1 Премии; S3 Declarations", ("by_kind", "together")),
        Switch("carre_order", "S1 Премии; S4 Declarations", ("J 9 A T K Q", "J 9 A K Q T")),
        Switch("card_in_two", "S1 Премии; S3 Declarations", FLAG),
        Switch("trick_needed", "S4 Scoring; S3 Playing", (False, "but_belote", "all")),
        Switch("belote_when", "S1 Премии; S4 Declarations", ("lead_follow_trump", "always")),
        Switch("capot_doubled_in_no_trumps", "S1 §4; S4 Scoring", FLAG),
        Switch("no_trumps_four_aces", "S4 Declarations", (0, 200)),
        Switch("on_equal", "S1 §4; S3 Playing", ("hang", "lost")),
        Switch("capot_multiplied", "S1 §4; S4 Scoring", FLAG),
        Switch("sheet", "S1 §4; S3 Winning", ("match_points", "card_points")),
        Switch("target", "S1 §4; S3 Winning", minimum=1),
        Switch("capot_exit", "S1 §4; S2 §4; S3 Winning", (False, "raised", True)),
        Switch("kirtik", "S4 Scoring", (0, 10)),
        Switch("irregularity", "S3 Playing; S4 Playing", ("director", "forfeit")),
        Switch("until", "S3 Winning", ("deal", "enough")),
    )
}


def variant_from_json(value: object) -> Variant:
    """The variant of a record: a preset's id, or {"preset": id} with changed switches.

    Raises RuleError at `variant`, or at `variant.KEY` for a bad or unknown switch (rules 6).
    """
    if isinstance(value, str):
        return _preset(value, "variant")
    if not isinstance(value, Mapping):
        raise RuleError("wrong_type", "variant", key="variant", expected="a name or an object")
    for key in value:
        if key != "preset" and key not in SWITCHES:
            raise RuleError("unknown_switch", f"variant.{key}", key=key)
    if "preset" not in value:
        raise RuleError("missing_key", "variant.preset", key="preset")
    base = _preset(value["preset"], "variant.preset")
    changed = {key: value[key] for key in SWITCHES if key in value}
    for key, given in changed.items():
        _check_value(base, key, given)
    variant = replace(base, **{key: _stored_value(key, given) for key, given in changed.items()})
    _check_together(base, variant, changed)
    return variant


def _preset(name: object, at: str) -> Variant:
    if not isinstance(name, str) or name not in PRESETS:
        raise RuleError("unknown_preset", at, value=name, known=", ".join(PRESETS))
    return PRESETS[name]


def _check_value(base: Variant, key: str, given: object) -> None:
    own = switch_value(base, key)
    if type(given) is type(own) and given == own:
        return
    if not SWITCHES[key].accepts(given):
        possible = SWITCHES[key].possible
        raise RuleError("bad_switch", f"variant.{key}", key=key, value=given, possible=possible)


def _stored_value(key: str, given: object) -> Any:
    return None if key == "dealer_may_cancel" and given is False else given


def _check_together(base: Variant, variant: Variant, changed: Mapping[str, object]) -> None:
    """Refuse switches that contradict each other (rules 6, "Changed auction").

    The fault is laid on the switch that makes the demand, if it was given, else on the other.
    """
    if variant.auction != base.auction and variant.players != 4:
        raise RuleError("auction_is_fixed", "variant.auction")
    if variant.auction != "ladder" and variant.contracts != SUITS_ONLY:
        guilty = "auction" if "auction" in changed else "contracts"
        raise RuleError("auction_needs_suits", f"variant.{guilty}", auction=variant.auction)
    if variant.auction != "ladder" and variant.contra_levels:
        guilty = "contra_levels" if "contra_levels" in changed else "auction"
        raise RuleError("contra_needs_ladder", f"variant.{guilty}")


def switch_value(variant: Variant, key: str) -> str | bool | int:
    """The JSON value of one switch of a variant."""
    value: str | bool | int | None = getattr(variant, key)
    return False if value is None else value


def identical(one: Variant, other: Variant) -> bool:
    """Whether two variants are the same and are called the same; no rule asks for the name."""
    return one == other and one.preset == other.preset


def changed_values(variant: Variant) -> dict[str, str | bool | int]:
    """The switches in which a variant differs from its preset, with their JSON values."""
    base = PRESETS[variant.preset]
    return {
        key: switch_value(variant, key)
        for key in SWITCHES
        if getattr(variant, key) != getattr(base, key)
    }


def variant_to_json(variant: Variant) -> str | dict[str, object]:
    """The shortest JSON of a variant: its preset's id, with the changed switches if any."""
    changed = changed_values(variant)
    return {"preset": variant.preset, **changed} if changed else variant.preset
