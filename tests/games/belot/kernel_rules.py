"""Four-handed rules to try: every preset, and house rules that reach each switch of the kernel."""

from games.belot import PRESETS, SWITCHES, variant_from_json
from games.belot.errors import RuleError

FOUR_HANDED = {name: variant for name, variant in PRESETS.items() if variant.players == 4}
VALUES = {
    "contra_levels": (0, 1, 3),
    "dealer_may_cancel": (0, 7),
    "target": (1, 501),
}


def house_rules():
    """Each preset with each switch at each other value, by name."""
    found = dict(FOUR_HANDED)
    for name in FOUR_HANDED:
        for key, switch in SWITCHES.items():
            for value in VALUES.get(key, switch.choices):
                changed = {"preset": name, key: value}
                if key == "auction" and value != "ladder":
                    changed |= {"contracts": "C D H S", "contra_levels": 0}
                try:
                    variant = variant_from_json(changed)
                except RuleError:
                    continue
                if variant not in found.values():
                    found[f"{name} {key}={value}"] = variant
    return found
