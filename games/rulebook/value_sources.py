"""Which source says which value of a switch: a citation belongs to the value, not to the switch.

A switch that is missing here is cited as a whole (``games.belot.switches``). A value that no source
says is empty: it was settled here, or a source says it by leaving it out.
"""

from collections.abc import Mapping
from typing import Final

from games.rulebook.rule import Value

S1_BONUSES: Final = "S1 Премии"
S3_DECLARATIONS: Final = "S3 Declarations"
S4_DECLARATIONS: Final = "S4 Declarations"

VALUE_SOURCES: Final[Mapping[str, Mapping[Value, str]]] = {
    "direction": {"counter_clockwise": "S0 Раздаване; S4 Dealing", "clockwise": "NKU Rotterdam"},
    "packets": {
        "3+2 / 3": "S0 Раздаване; S1 §1; S4 Dealing",
        "2+3 / 3": "S3 4 players",
        "3+3 / 2": "S3 4 players",
        "3+2, next card turned up / taker: the turn-up and 2; others 3": "S4 French",
        "3+2+3": "FFB 27/01/2016",
        "4+4": "Bazar Blot",
    },
    "contracts": {"C D H S NT AT": "S0 Наддаване; S1 §2", "C D H S": "S3 4 players; S4 French"},
    "auction": {
        "ladder": "S0 Наддаване; S1 §2; S4 Bidding",
        "name": "S3 4 players",
        "turn_up": "S4 Bidding, turned-up card",
    },
    "contra_levels": {0: "", 1: "", 2: "S0 Наддаване; S1 §2; S4 Bidding", 3: "S4 Bidding"},
    "recontra_ends": {"never": "S0 Наддаване", "all_trumps": "S4 Bidding", "always": ""},
    "nobody_bids": {"thrown_in": "S0 Наддаване; S1 §2", "dealer_names": "S3 4 players"},
    "beat_plain": {False: "S1 §3.1", True: "S3 Playing"},
    "beat_trump": {"always": "S1 §3.3; S2 §3.1", "unless_partner_wins": "S4 Play"},
    "trump_when_void": {
        "unless_partner_wins": "S1 §3.1",
        "always": "S3 Playing; S4 Play",
    },
    "overtrump": {
        "or_any_card": "S1 §3.1; S2 §3.1",
        "or_any_trump": "S4 Belot",
        "no_duty": "S4 Play",
    },
    "long_runs": {"full": "S2 Bonuses", "five": f"{S3_DECLARATIONS}; {S4_DECLARATIONS}"},
    "run_of_eight": {
        "quinte": S1_BONUSES,
        "quinte_and_tierce": S4_DECLARATIONS,
        "wins_match": S3_DECLARATIONS,
    },
    "equal_sequences": {"void": f"S0 Анонси; {S1_BONUSES}", "earlier": S3_DECLARATIONS},
    "contest": {"by_kind": "S0 Анонси", "together": S3_DECLARATIONS},
    "carre_order": {"J 9 A T K Q": S1_BONUSES, "J 9 A K Q T": S3_DECLARATIONS},
    "card_in_two": {False: S1_BONUSES, True: ""},
    "trick_needed": {False: "", "but_belote": "S4 Scoring", "all": "S3 Playing"},
    "belote_when": {
        "lead_follow_trump": S1_BONUSES,
        "always": f"{S3_DECLARATIONS}; {S4_DECLARATIONS}",
    },
    "capot_doubled_in_no_trumps": {False: "S0 Точкуване; S1 §4", True: "S4 Scoring"},
    "no_trumps_four_aces": {0: "S0 Анонси", 200: S4_DECLARATIONS},
    "on_equal": {"hang": "S0 Точкуване; S1 §4", "lost": "S3 Playing; S4 French"},
    "capot_multiplied": {True: "S0 Точкуване", False: "S4 Belot"},
    "sheet": {"match_points": "S0 Точкуване; S1 §4", "card_points": "S3 Winning"},
    "target": {151: "S1 §4; S2 §4", 501: "S3 Winning", 701: "S3 Winning", 1001: "S3 Winning"},
    "capot_exit": {False: "S1 §4", "raised": "S2 §4", True: ""},
    "kirtik": {0: "", 10: "S4 Scoring"},
    "irregularity": {"director": "", "forfeit": "S3 Playing; S4 Belot"},
    "until": {"deal": "S0 Точкуване", "enough": ""},
}


def value_source(key: str, value: Value, usual: str) -> str:
    """What is cited for a value; ``usual``, that of the switch, where values are not told apart.

    A number that no source names has none.
    """
    said = VALUE_SOURCES.get(key)
    if said is None:
        return usual
    return next((at for each, at in said.items() if is_same(each, value)), "")


def is_same(one: Value, other: Value) -> bool:
    """Whether two values are equal and of one kind: false is no 0."""
    return type(one) is type(other) and one == other
