"""The rules of belot in every variant of the sources: deals, records, scores.

Everything outside this package imports from here or from the fronts of its rooms: `records`,
`thumb`, `solving`, `bots`, `many`.
"""

from games.belot.cards import (
    CARD_OF,
    CARDS,
    CONTRACTS,
    MOVES,
    PLAIN_POINTS,
    RANKS,
    SEATS,
    SEATS_OF,
    SIDES_OF,
    SUITS,
    TRUMP_POINTS,
    card_list,
)
from games.belot.claims import Claim, PossiblePoints, claims, possible_points
from games.belot.deal import deal_hands, parse_pack, places
from games.belot.declarations import (
    BELOTE_VALUE,
    CARRE_VALUES,
    QUINTE_VALUE,
    SEQUENCE_VALUES,
    value_of,
)
from games.belot.errors import MESSAGES, RuleError
from games.belot.level import USUAL_LEVEL, Level
from games.belot.packs import random_pack, seeded_pack
from games.belot.presets import DEFAULT_PRESET, PRESETS
from games.belot.records.explain import Step, explain
from games.belot.records.explain_words import STEP_TEXTS
from games.belot.records.game import Deal
from games.belot.records.notation import from_text, to_text
from games.belot.records.score import check, score, score_text
from games.belot.records.summary import summary_of
from games.belot.scoring import LAST_TRICK
from games.belot.sheet import Amount
from games.belot.switches import (
    SWITCHES,
    Switch,
    changed_values,
    identical,
    switch_value,
    variant_from_json,
    variant_to_json,
)
from games.belot.table import hand_packets
from games.belot.thumb.bots import Choice, play_out, random_bot, thumb_bot
from games.belot.tricks import CONTRACT_TABLES
from games.belot.variant import Variant
from games.belot.view import View

__all__ = [
    "BELOTE_VALUE",
    "CARDS",
    "CARD_OF",
    "CARRE_VALUES",
    "CONTRACTS",
    "CONTRACT_TABLES",
    "DEFAULT_PRESET",
    "LAST_TRICK",
    "MESSAGES",
    "MOVES",
    "PLAIN_POINTS",
    "PRESETS",
    "QUINTE_VALUE",
    "RANKS",
    "SEATS",
    "SEATS_OF",
    "SEQUENCE_VALUES",
    "SIDES_OF",
    "STEP_TEXTS",
    "SUITS",
    "SWITCHES",
    "TRUMP_POINTS",
    "USUAL_LEVEL",
    "Amount",
    "Choice",
    "Claim",
    "Deal",
    "Level",
    "PossiblePoints",
    "RuleError",
    "Step",
    "Switch",
    "Variant",
    "View",
    "card_list",
    "changed_values",
    "check",
    "claims",
    "deal_hands",
    "explain",
    "from_text",
    "hand_packets",
    "identical",
    "parse_pack",
    "places",
    "play_out",
    "possible_points",
    "random_bot",
    "random_pack",
    "score",
    "score_text",
    "seeded_pack",
    "summary_of",
    "switch_value",
    "thumb_bot",
    "to_text",
    "value_of",
    "variant_from_json",
    "variant_to_json",
]
