import random
from dataclasses import replace
from typing import Any, Final

from games.belot import PRESETS, Variant, table_of

TO_MATCH: Final = "1 2 3 4 match / NT 1 2"
FOUR: Final = [variant for variant in PRESETS.values() if variant.players == 4]
ANY: Final[dict[str, tuple[Any, ...]]] = {
    "goal": ("more", "bid", "bid_and_more"),
    "goal_floor": (0, 82),
    "on_equal": ("hang", "lost", "lost / NT own"),
    "equal_under_contra": ("as_on_equal", "last_doubler_loses"),
    "made_award": ("taken", "taken_and_bid", "bid"),
    "lost_base": ("total", "total", 0, 16, 160),
    "lost_base_capot": ("total", "total", 25, 252),
    "lost_declarations": ("both", "defence"),
    "factors_on": ("deal", "bid"),
    "belote_when_lost": ("other_side", "kept", "nobody"),
    "belote_multiplied": (True, False),
    "rounding": ("paired", "half_up", "half_down", "none"),
    "no_trumps_tens_first": (False, True),
    "capot_points": (90, 100, 0),
    "capot_for": ("both", "declarer"),
    "capot_multiplied": (True, False),
    "capot_doubled_in_no_trumps": (True, False),
    "trick_needed": (False, "but_belote", "all"),
    "kirtik": (0, 10),
    "points": ("classic", "level", "scaled"),
    "no_trumps_factor": (2, 1),
    "factors": ("double", "1 2 3", "2 3 5 9", "1 2 3 / NT 2 4 7 / AT 3 4 5", TO_MATCH),
}


def any_rules(rng: random.Random) -> Variant:
    values = {key: rng.choice(ANY[key]) for key in rng.sample(list(ANY), rng.randint(3, len(ANY)))}
    variant = replace(rng.choice(FOUR), **values)
    levels = {"double": rng.randint(0, 3), "2 3 5 9": 3, TO_MATCH: 4}.get(variant.factors, 2)
    variant = replace(variant, contra_levels=levels)
    if variant.sheet == "match_points" and variant.rounding == "none":
        variant = replace(variant, rounding="paired")
    return variant


def any_end(rng: random.Random, variant: Variant) -> dict[str, Any]:
    contract = rng.choice([0, 1, 2, 3, 4, 5])
    total = table_of(variant).contracts[contract].total
    tricks = rng.choice([rng.randint(0, 8), 8, 0, 4])
    declared = [rng.choice([0, 0, 20, 50, 150]) if contract != 4 else 0 for _ in range(2)]
    belotes = [0, 0]
    if contract != 4 and rng.random() < 0.5:
        belotes[rng.randrange(2)] = rng.randint(1, 3 if contract == 5 else 1)
    own = rng.randint(0, total)
    if rng.random() < 0.3:
        own = (total + declared[1] - declared[0] + 20 * (belotes[1] - belotes[0])) // 2
    own = {8: total, 0: 0}.get(tricks, min(max(own, 0), total))
    return {
        "contract": contract,
        "bidder": rng.randrange(4),
        "contra": rng.randint(0, table_of(variant).levels_of(contract)),
        "points": (own, total - own),
        "tricks": (tricks, 8 - tricks),
        "declared": declared,
        "belotes": belotes,
        "bid": rng.choice([80, 90, max(own // 10, 1) * 10, 110, 160]),
        "capot_bid": rng.random() < 0.15,
    }
