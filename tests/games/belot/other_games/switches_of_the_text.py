"""Switches of the other games over a belot preset, as the rules' text has them.

A game's preset must have these values; without one the game is house rules.
"""

from games.belot import PRESETS, RuleError, variant_from_json

CONTREE = {
    "preset": "bulgarian",
    "packets": "3+2+3",
    "contracts": "C D H S",
    "auction": "numeric",
    "bids": "80-160 by 10",
    "capot_bid": "top",
    "capot_value": 250,
    "contra_levels": 2,
    "contra_closes": True,
    "recontra_ends": "always",
    "beat_trump": "always",
    "trump_when_void": "unless_partner_wins",
    "overtrump": "or_any_card",
    "declarations": "none",
    "belote_when": "always",
    "goal": "bid",
    "made_award": "taken_and_bid",
    "lost_base": 160,
    "lost_base_capot": 250,
    "factors_on": "deal",
    "belote_when_lost": "other_side",
    "belote_multiplied": False,
    "rounding": "half_up",
    "sheet": "card_points",
    "target": 2000,
    "capot_exit": True,
}
KLAVERJAS = {
    "preset": "bulgarian",
    "packets": "3+2+3",
    "contracts": "C D H S",
    "direction": "clockwise",
    "auction": "name",
    "contra_levels": 0,
    "nobody_bids": "first_names",
    "beat_trump": "always",
    "declarations": "trick",
    "goal": "more",
    "on_equal": "lost",
    "made_award": "taken",
    "lost_base": "total",
    "capot_points": 100,
    "capot_for": "declarer",
    "sheet": "card_points",
    "rounding": "none",
    "match_deals": 16,
    "irregularity": "forfeit",
}
SWITCHES_OF = {
    "contree_ffb": CONTREE,
    "contree_cannes": CONTREE
    | {
        "bids": "80-260 by 10",
        "capot_value": 270,
        "lost_base": 162,
        "lost_base_capot": 252,
        "factors": "1 2 3",
        "factors_on": "bid",
        "rounding": "half_down",
        "last_deal": "exact",
        "target": 2001,
    },
    "coinche_ffb": CONTREE
    | {
        "contracts": "C D H S NT AT",
        "bids": "80+ by 10",
        "declarations": "hand",
        "contest": "by_kind",
        "long_runs": "five",
        "points": "level",
        "no_trumps_factor": 1,
        "goal": "bid_and_more",
        "on_equal": "lost",
        "belote_when_lost": "kept",
    },
    "french_ffb": {"preset": "french", "on_equal": "hang", "belote_when_lost": "kept"},
    "bazar_blot": {
        "preset": "bulgarian",
        "packets": "4+4",
        "contracts": "C D H S NT",
        "direction": "clockwise",
        "auction": "numeric",
        "bids": "8-80 by 1 in tens",
        "capot_bid": "with_number",
        "contra_levels": 2,
        "factors": "1 2 4 / NT 2 3 5",
        "contra_closes": True,
        "recontra_by": "bidder",
        "recontra_ends": "always",
        "beat_trump": "always",
        "trump_when_void": "unless_partner_wins",
        "overtrump": "or_any_trump",
        "points": "level",
        "no_trumps_factor": 1,
        "declarations": "hand",
        "no_trumps_declarations": True,
        "long_runs": "full",
        "contest": "together",
        "carre_order": "J 9 A K Q T / NT A K Q J T 9",
        "carre_points": "J 200 9 140 A 110 / NT A 190 9 0",
        "equal_sequences": "trump_then_earlier",
        "belote_when": "always",
        "goal": "bid",
        "on_equal": "lost",
        "made_award": "taken_and_bid",
        "lost_base": 16,
        "lost_base_capot": 25,
        "lost_declarations": "defence",
        "factors_on": "bid",
        "belote_when_lost": "nobody",
        "belote_multiplied": False,
        "sheet": "match_points",
        "rounding": "half_down",
        "target": 301,
        "capot_exit": True,
    },
    "klaverjas_rotterdam": KLAVERJAS
    | {
        "first_call": "dealer",
        "carre_points": "7 100 8 100",
        "trump_when_void": "always",
        "overtrump": "or_any_trump",
    },
    "klaverjas_amsterdam": KLAVERJAS
    | {
        "first_call": "eldest",
        "trump_when_void": "unless_partner_wins",
        "overtrump": "not_under",
        "carre_points": "J 200 7 100 8 100",
    },
    "baloot": {
        "preset": "french",
        "contracts": "C D H S NT",
        "turn_up_no_trumps": True,
        "factors": "1 2 3 4 match / NT 1 2",
        "recontra_ends": "always",
        "trump_lead": "by_contra",
        "beat_trump": "always",
        "trump_when_void": "unless_partner_wins",
        "overtrump": "or_any_card",
        "contest": "together",
        "equal_sequences": "earlier",
        "carre_order": "A K Q J T 9",
        "carre_points": "9 0 / NT A 200 9 0",
        "capot_doubled_in_no_trumps": True,
        "no_trumps_four_aces": 200,
        "no_trumps_declarations": True,
        "on_equal": "lost / NT own",
        "equal_under_contra": "last_doubler_loses",
        "belote_multiplied": False,
        "sheet": "match_points",
        "no_trumps_tens_first": True,
        "target": 152,
    },
    "klaberjass2": {
        "preset": "bela2",
        "nobody_bids": "thrown_in",
        "turn_up_goes_to": "out",
        "exchange_seven": True,
        "equal_sequences": "trump_then_earlier",
        "on_equal": "hang",
        "target": 500,
    },
}


def rules_of(name):
    """Preset, or the text's switches as house rules; None without either."""
    if name in PRESETS:
        return name
    try:
        variant_from_json(SWITCHES_OF[name])
    except RuleError:
        return None
    return SWITCHES_OF[name]


RULES = {name: rules for name in SWITCHES_OF if (rules := rules_of(name)) is not None}
