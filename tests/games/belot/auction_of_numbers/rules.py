from typing import Any

from games.belot import Deal, Variant, variant_from_json


def numeric_rules(**changed: Any) -> Variant:
    """Contrée on the Bulgarian preset, without no-trumps, with `changed` switches."""
    rules = {
        "preset": "bulgarian",
        "packets": "3+2+3",
        "contracts": "C D H S",
        "auction": "numeric",
        "capot_bid": "top",
        "contra_closes": True,
        "recontra_ends": "always",
        "declarations": "none",
        "goal": "bid",
        "made_award": "taken_and_bid",
        "lost_base": 160,
        "lost_base_capot": 250,
        "sheet": "card_points",
        "rounding": "half_up",
    }
    return variant_from_json(rules | changed)


def deal_after(*calls: str, **changed: Any) -> Deal:
    deal = Deal(numeric_rules(**changed), "N", seed=1)
    for call in calls:
        deal.call(call)
    return deal
