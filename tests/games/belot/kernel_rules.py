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
    """Presets, and each preset with one switch at each other value, by name."""
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


def rule_params(rules):
    """Pytest params by name; rules that are not usual are marked slow."""
    usual = usual_rules(rules)
    for name in rules:
        yield pytest.param(name, marks=() if name in usual else pytest.mark.slow)


def usual_rules(rules):
    """Presets, one in ``ONE_IN`` house rule sets, and each change that these lack."""
    changes = {name: name.partition(" ")[2] for name in rules}
    usual = {*FOUR_HANDED, *list(rules)[::ONE_IN]}
    tried = {changes[name] for name in usual}
    return usual | {name for change, name in first_with(changes).items() if change not in tried}


def first_with(changes):
    return {change: name for name, change in reversed(changes.items())}
