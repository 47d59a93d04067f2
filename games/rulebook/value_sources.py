"""Sources of the values of switches and presets.

Empty where no source states the value: this project decided, or a source implies it by
omission.
"""

from collections.abc import Mapping
from typing import Final

from games.rulebook.rule import Value

CONTREE: Final = "FFB 27/01/2016 §10; Cannes 2016"
CONTREE_CALLS: Final = "FFB 27/01/2016; Cannes 2016"

VALUE_SOURCES: Final[Mapping[str, Mapping[Value, str]]] = {
    "direction": {"counter_clockwise": "S0 Раздаване; S4 Dealing", "clockwise": "NKU Rotterdam"},
    "packets": {
        "3+2 / 3": "S0 Раздаване; S1 §1; S4 Dealing",
        "2+3 / 3": "S3 4 players",
        "3+3 / 2": "S3 4 players",
        "3+3 / 3": "S4 Belot",
        "3+2, next card turned up / taker: the turn-up and 2; others 3": "S4 French",
        "3+2+3": "FFB 27/01/2016",
        "4+4": "Bazar Blot",
    },
    "contracts": {
        "C D H S NT AT": "S0 Наддаване; S1 §2; S4 Bidding",
        "C D H S NT": "Bazar Blot",
        "C D H S": "S3 4 players; S4 French",
    },
    "auction": {
        "ladder": "S0 Наддаване; S1 §2; S4 Bidding",
        "name": "S3 4 players",
        "turn_up": "S4 French",
        "eldest": "",
        "numeric": CONTREE_CALLS,
    },
    "first_call": {"eldest": "S1 §2", "dealer": "NKU Rotterdam"},
    "bids": {
        "80-160 by 10": "FFB 27/01/2016",
        "80-260 by 10": "Cannes 2016",
        "80+ by 10": "FFB Coinche 2015",
        "8-80 by 1 in tens": "Bazar Blot",
    },
    "capot_bid": {"none": "", "top": CONTREE_CALLS, "with_number": "Bazar Blot"},
    "capot_value": {250: "FFB 27/01/2016", 270: "Cannes 2016", 0: ""},
    "solo_value": {0: "", 500: "Pagat"},
    "turn_up_goes_to": {"taker": "S4 French", "dealer": "", "out": "Klaberjass"},
    "turn_up_again": {False: "S4 French", True: ""},
    "turn_up_no_trumps": {False: "", True: "Baloot"},
    "exchange_seven": {False: "", True: "Klaberjass"},
    "contra_levels": {0: "", 1: "", 2: "S0 Наддаване; S1 §2; S4 Bidding", 3: "S4 Bidding"},
    "factors": {
        "double": "S0 Точкуване; S1 §4; S4 Scoring",
        "1 2 3": "Cannes 2016",
        "1 2 3 4": "",
        "1 2 4 / NT 2 3 5": "Bazar Blot",
        "1 2 4 / NT 2 4 6": "",
        "1 2 3 4 match / NT 1 2": "Validator",
    },
    "contra_closes": {False: "S4 Belot", True: CONTREE_CALLS},
    "recontra_by": {"side": "S1 §2", "bidder": "Bazar Blot"},
    "recontra_ends": {"never": "S0 Наддаване", "all_trumps": "S4 Bidding", "always": CONTREE_CALLS},
    "nobody_bids": {
        "thrown_in": "S0 Наддаване; S1 §2; S4 Bidding",
        "dealer_names": "S3 4 players",
        "first_names": "NKU Rotterdam",
    },
    "dealer_may_cancel": {False: "S3 4 players", 7: "S3 4 players"},
    "beat_plain": {False: "S1 §3.1; S4 Play", True: "S3 Playing"},
    "beat_trump": {
        "always": "S1 §3.3; S2 §3.1; S3 Playing; S4 Belot",
        "unless_partner_wins": "S4 Play",
    },
    "trump_when_void": {"unless_partner_wins": "S1 §3.1", "always": "S3 Playing; S4 Play"},
    "overtrump": {
        "or_any_card": "S1 §3.1; S2 §3.1",
        "or_any_trump": "NKU Rotterdam",
        "no_duty": "S4 Play",
        "not_under": "KBN",
    },
    "trump_lead": {"free": "S1 §3", "by_contra": "Validator"},
    "irregularity": {"director": "", "forfeit": "S3 Playing; S4 Belot"},
    "fault_points": {0: "", 100: "NKU Rotterdam"},
    "declarations": {
        "hand": "S1 Премии",
        "trick": "NKU Rotterdam",
        "none": CONTREE_CALLS,
    },
    "long_runs": {
        "full": "S2 Bonuses",
        "five": "S3 Declarations; S4 Declarations",
        "four": "Klaberjass",
    },
    "run_of_eight": {
        "quinte": "S1 Премии",
        "quinte_and_tierce": "S4 Declarations",
        "wins_match": "S3 Declarations",
    },
    "equal_sequences": {
        "void": "S0 Анонси; S1 Премии; S4 Belot",
        "earlier": "S3 Declarations",
        "trump_then_earlier": "Bazar Blot; Klaberjass",
    },
    "contest": {
        "by_kind": "S0 Анонси; S1 Премии; S2 Bonuses; S4 Belot",
        "together": "S3 Declarations",
    },
    "carre_order": {
        "J 9 A T K Q": "S1 Премии",
        "J 9 A K Q T": "S3 Declarations; S4 Belot",
        "A K Q J T 9": "Baloot",
        "J 9 A K Q T / NT A K Q J T 9": "Bazar Blot",
    },
    "carre_points": {
        "J 200 9 150": "S1 Премии; S3 Declarations; S4 Declarations",
        "J 200 9 140 A 110 / NT A 190 9 0": "Bazar Blot",
        "9 0 / NT A 200 9 0": "Baloot",
        "7 100 8 100": "NKU Rotterdam",
        "J 200 7 100 8 100": "KBN",
        "9 0 T 0 J 0 Q 0 K 0 A 0": "Klaberjass",
    },
    "card_in_two": {False: "S0 Анонси; S1 Премии; S4 Declarations", True: "S3 Declarations"},
    "trick_needed": {False: "S4 Scoring", "but_belote": "S4 Belot", "all": "S3 Playing"},
    "belote_when": {
        "lead_follow_trump": "S0 Анонси; S1 Премии; S4 Belot",
        "always": "S3 Declarations; S4 Declarations",
    },
    "no_trumps_four_aces": {0: "S0 Анонси; S4 Belot", 200: "S4 Declarations"},
    "no_trumps_declarations": {False: "S0 Анонси", True: "Baloot; Bazar Blot"},
    "points": {"classic": "S1 §4", "level": "Pagat", "scaled": "FFB 27/01/2016 §11"},
    "no_trumps_factor": {2: "S1 §4", 1: "FFB 27/01/2016 §11"},
    "capot_points": {90: "S1 Премии; S4 Scoring", 100: "NKU Rotterdam", 0: ""},
    "capot_for": {"both": "S1 Премии", "declarer": "NKU Rotterdam"},
    "capot_doubled_in_no_trumps": {False: "S0 Точкуване; S1 §4", True: "S4 Scoring"},
    "goal": {"more": "S1 §4", "bid": CONTREE, "bid_and_more": "FFB Coinche 2015"},
    "goal_floor": {0: "", 82: "Pagat"},
    "on_equal": {
        "hang": "S0 Точкуване; S1 §4; S4 Scoring",
        "lost": "S3 Playing; S4 French",
        "lost / NT own": "Validator",
    },
    "equal_under_contra": {"as_on_equal": "S0 Точкуване; S1 §4", "last_doubler_loses": "Validator"},
    "made_award": {"taken": "S0 Точкуване; S1 §4", "taken_and_bid": CONTREE, "bid": ""},
    "lost_base": {
        "total": "S0 Точкуване; S1 §4",
        0: "",
        16: "Bazar Blot",
        160: "FFB 27/01/2016 §10",
        162: "Cannes 2016",
    },
    "lost_base_capot": {
        "total": "S0 Точкуване; S1 §4",
        0: "",
        25: "Bazar Blot",
        250: "FFB 27/01/2016 §10",
        252: "Cannes 2016",
    },
    "lost_declarations": {"both": "S0 Точкуване; S1 §4", "defence": "Bazar Blot"},
    "factors_on": {"deal": "S1 §4; FFB 27/01/2016 §10", "bid": "Cannes 2016"},
    "belote_multiplied": {True: "S0 Точкуване; S1 §4", False: CONTREE},
    "belote_when_lost": {
        "other_side": "S0 Точкуване; S1 §4",
        "kept": "FFB Belote 2015",
        "nobody": "Bazar Blot",
    },
    "capot_multiplied": {True: "S0 Точкуване; S1 §4; S4 Scoring", False: "S4 Belot"},
    "sheet": {"match_points": "S0 Точкуване; S1 §4; S4 Scoring", "card_points": "S3 Winning"},
    "rounding": {
        "paired": "S0 Закръгляне; S1 Закръгляване; S4 Scoring",
        "half_up": "FFB 27/01/2016 §10",
        "half_down": "Cannes 2016",
        "none": "NKU Rotterdam",
    },
    "last_deal": {"rounded": "", "exact": "Cannes 2016"},
    "no_trumps_tens_first": {False: "S0 Закръгляне; S1 Закръгляване", True: "Validator"},
    "kirtik": {0: "", 10: "S4 Belot"},
    "target": {
        151: "S0 Точкуване; S1 §4; S2 §4; S4 Scoring",
        501: "S3 Winning",
        701: "S3 Winning",
        1001: "S3 Winning",
    },
    "match_deals": {False: "", 16: "NKU Rotterdam"},
    "capot_exit": {False: "S0 Точкуване; S1 §4; S4 Scoring", "raised": "S2 §4", True: ""},
    "until": {"deal": "S3 Winning", "enough": "S3 Winning"},
}

S4_COMMON: Final = ("S4 Dealing", "S4 Bidding", "S4 Play", "S4 Declarations", "S4 Scoring")
BELA_TEXTS: Final = ("S3",)
BELOT_TEXTS: Final = (*S4_COMMON, "S4 Belot")
FRENCH_TEXTS: Final = (*S4_COMMON, "S4 French", "FFB Belote 2015")
GAME_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "bulgarian": ("S0", "S1", "S2"),
    "belote": S4_COMMON,
    "belot": BELOT_TEXTS,
    "belot3": BELOT_TEXTS,
    "belot2": BELOT_TEXTS,
    "open_belot": BELOT_TEXTS,
    "french": FRENCH_TEXTS,
    "french_ffb": FRENCH_TEXTS,
    "bela": BELA_TEXTS,
    "bela3": BELA_TEXTS,
    "bela2": BELA_TEXTS,
}
"""Other presets have `PRESET_SOURCES`."""


def value_source(key: str, value: Value) -> str:
    sources = VALUE_SOURCES[key]
    return next((at for each, at in sources.items() if is_same(each, value)), "")


def citations_about_game(preset: str, brief: str) -> str:
    texts = GAME_TEXTS[preset]
    return "; ".join(each for each in brief.split("; ") if each.startswith(texts))


def is_same(one: Value, other: Value) -> bool:
    """Whether two values are equal and of one type: False is not 0."""
    return type(one) is type(other) and one == other
