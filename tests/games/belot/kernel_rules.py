"""Four-handed rules to try: every preset, and house rules that reach each switch of the kernel."""

import pytest

from games.belot import PRESETS, SWITCHES, variant_from_json
from games.belot.errors import RuleError
from tests.selection import ONE_IN

FOUR_HANDED = {name: variant for name, variant in PRESETS.items() if variant.players == 4}
VALUES = {
    "contra_levels": (0, 1, 3),
    "dealer_may_cancel": (0, 7),
    "target": (1, 501),
}


def house_rules():
    """Each preset with each switch at each other value, by name."""
    found = dict(FOUR_HANDED)
    known = set(found.values())
    for name in FOUR_HANDED:
        for key, switch in SWITCHES.items():
            for value in VALUES.get(key, switch.choices):
                changed = {"preset": name, key: value}
                if key == "auction" and value in ("turn_up", "name", "eldest"):
                    changed |= {"contracts": "C D H S", "contra_levels": 0}
                try:
                    variant = variant_from_json(changed)
                except RuleError:
                    continue
                if variant not in known:
                    known.add(variant)
                    found[f"{name} {key}={value}"] = variant
    return found


def each_of(rules):
    """All names, for a test each; without ``--long`` one in so many, and no switch is left out."""
    usual = usual_of(rules)
    for name in rules:
        yield pytest.param(name, marks=() if name in usual else pytest.mark.slow)


def usual_of(rules):
    """Each preset, one in so many of its house rules, and each change that none of them makes."""
    changes = {name: name.partition(" ")[2] for name in rules}
    usual = {*FOUR_HANDED, *list(rules)[::ONE_IN]}
    tried = {changes[name] for name in usual}
    return usual | {name for change, name in first_with(changes).items() if change not in tried}


def first_with(changes):
    """The first name with each change."""
    return {change: name for name, change in reversed(changes.items())}
