from dataclasses import replace
from typing import Any

from games.belot import PRESETS, Variant
from games.belot.records.summary import slip_of

FFB = replace(
    PRESETS["french"],
    auction="ladder",
    contra_levels=2,
    goal="bid",
    made_award="taken_and_bid",
    lost_base=160,
    lost_base_capot=250,
    belote_multiplied=False,
    rounding="half_up",
)
"""The FFB's belote contrée of 27/01/2016, points made and bid."""
POINTS_MADE = replace(FFB, made_award="taken")
NOTE_1 = replace(FFB, factors_on="bid")
CANNES = replace(
    FFB,
    lost_base=162,
    lost_base_capot=252,
    factors="1 2 3",
    factors_on="bid",
    rounding="half_down",
)
EXACT = replace(CANNES, rounding="none")
PAGAT = replace(NOTE_1, goal_floor=82, belote_when_lost="kept")
COINCHE = replace(FFB, goal="bid_and_more", belote_when_lost="kept")
BAZAR = replace(
    PRESETS["bulgarian"],
    contracts="C D H S NT",
    goal="bid",
    made_award="taken_and_bid",
    lost_base=16,
    lost_base_capot=25,
    lost_declarations="defence",
    factors="1 2 4 / NT 2 3 5",
    factors_on="bid",
    rounding="half_down",
)


def result(variant: Variant, ns: int, ew: int, **more: Any) -> dict[str, Any]:
    slip = {"contract": "H", "declarer": "N", "points": {"NS": ns, "EW": ew}, **more}
    return slip_of(slip, variant).result()


def score_of(variant: Variant, ns: int, ew: int, **more: Any) -> tuple[int, int]:
    score = result(variant, ns, ew, **more)["score"]
    return score["NS"], score["EW"]


def belote(ns: int = 0, ew: int = 0) -> dict[str, Any]:
    both = {"NS": ns, "EW": ew}
    return {"announced": both, "belote": both}


def premiums(ns: int, ew: int, belote_ns: int = 0, belote_ew: int = 0) -> dict[str, Any]:
    """All announcements, and the belotes among them."""
    return {"announced": {"NS": ns, "EW": ew}, "belote": {"NS": belote_ns, "EW": belote_ew}}
