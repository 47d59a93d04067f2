from collections.abc import Sequence
from typing import Final

from django.urls import reverse

from games.belot import PRESETS, SWITCHES, Variant, variant_from_json
from games.rulebook import rule_of, rules_name, rules_summary
from games.rulebook.house import PAD_SWITCHES, encode_value
from games.scorepad.texts import pad_words
from games.slips.premiums import PREMIUMS
from games.slips.scoring import browser_rules, is_bid_forced
from games.wording.sides import side_words

TARGETS: Final = (151, 501, 701, 1001)
MATCH_DEALS: Final = (4, 8, 12, 16)
NEEDS_NO_TRUMPS: Final = frozenset({"no_trumps_four_aces", "capot_doubled_in_no_trumps"})
NEEDS_CONTRA: Final = frozenset({"contra_levels", "capot_multiplied"})
NEEDS_TARGET: Final = frozenset({"capot_exit", "until"})


def pad_config() -> dict[str, object]:
    return {
        "presets": {preset: preset_data(preset) for preset in PRESETS},
        "switches": {key: switch_data(key) for key in PAD_SWITCHES},
        "premiums": {
            kind: {"name": str(premium.name), "value": premium.value}
            for kind, premium in PREMIUMS.items()
        },
        "targets": TARGETS,
        "deals": MATCH_DEALS,
        "urls": {
            "calculator": reverse("calculator"),
            "rules": reverse("rules_index"),
            "worker": reverse("match_pad_worker"),
        },
        "words": pad_words(),
    }


def preset_data(preset: str) -> dict[str, object]:
    variant = PRESETS[preset]
    values = SWITCHES["nobody_bids"].choices
    return {
        "name": rules_name(preset),
        "summary": rules_summary(preset),
        "rules": browser_rules(variant),
        "sides": side_words(variant),
        "switches": [key for key in PAD_SWITCHES if is_changeable(key, variant)],
        "must_name": {str(value): is_contract_forced(preset, value) for value in values},
    }


def is_contract_forced(preset: str, value: object) -> bool:
    """Whether no deal is passed out when ``nobody_bids`` has this value."""
    return is_bid_forced(variant_from_json({"preset": preset, "nobody_bids": value}))


def is_changeable(key: str, variant: Variant) -> bool:
    """Whether a switch matters in this variant and fits its other rules."""
    if key in NEEDS_TARGET and variant.match_deals:
        return False
    if key == "sheet":
        is_fixed = variant.rounding == "none" or variant.no_trumps_tens_first
        return variant.lost_base == variant.lost_base_capot == "total" and not is_fixed
    if key == "last_deal":
        return variant.sheet == "card_points" and variant.rounding in {"half_up", "half_down"}
    if key in NEEDS_NO_TRUMPS:
        return "NT" in variant.contracts.split()
    return key not in NEEDS_CONTRA or variant.auction == "ladder"


def switch_data(key: str) -> dict[str, object]:
    rule, switch = rule_of(key), SWITCHES[key]
    values: Sequence[str | bool | int] = switch.choices
    if switch.minimum is not None and switch.maximum is not None:
        values = range(switch.minimum, switch.maximum + 1)
    return {
        "title": str(rule.title),
        "values": [
            {"value": value, "code": encode_value(value), "words": rule.sentence(value)}
            for value in values
        ],
    }
