from typing import Any

CONTREE: dict[str, Any] = {
    "preset": "bulgarian",
    "packets": "3+2+3",
    "contracts": "C D H S",
    "auction": "numeric",
    "capot_bid": "top",
    "contra_closes": True,
    "recontra_ends": "always",
    "contra_levels": 2,
    "declarations": "none",
    "goal": "bid",
    "made_award": "taken_and_bid",
    "lost_base": 160,
    "lost_base_capot": 250,
    "belote_multiplied": False,
    "sheet": "card_points",
    "rounding": "half_up",
}
TENS = CONTREE | {"bids": "8-80 by 1 in tens", "capot_bid": "with_number"}
