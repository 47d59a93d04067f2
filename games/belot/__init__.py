"""Belot rules in all variants: deals, records, scoring.

Code outside imports only this package or its subpackages `records`, `heuristics`,
`solving`, `bots` and `simulation`.
"""

from games.belot.cards import (
    CARD_OF,
    CARDS,
    CONTRACTS,
    LEVEL_POINTS,
    MOVES,
    PLAIN_POINTS,
    RANKS,
    SEATS,
    SIDES_OF,
    SUITS,
    TRUMP_POINTS,
    card_list,
)
from games.belot.carres import carres_in
from games.belot.claims import Claim, PossiblePoints, claims, possible_points
from games.belot.deal import deal_hands, pack_places, parse_pack
from games.belot.declarations import (
    BELOTE_VALUE,
    QUINTE_VALUE,
    SEQUENCE_VALUES,
    value_of,
)
from games.belot.errors import MESSAGES, RuleError
from games.belot.heuristics.bots import BotMove, play_out, random_bot, thumb_bot
from games.belot.level import USUAL_LEVEL, Level
from games.belot.numbers import WrittenBid, biddable_numbers, parse_bid
from games.belot.packs import random_pack, seeded_pack
from games.belot.presets import DEFAULT_PRESET, PRESET_SOURCES, PRESETS
from games.belot.records.explain import ScoringStep, explain
from games.belot.records.explain_words import STEP_TEXTS
from games.belot.records.game import Deal
from games.belot.records.notation import from_text, to_text
from games.belot.records.score import check, score, score_text
from games.belot.records.summary import summary_of
from games.belot.roem import TrickCombination, combinations_in, roem_by_trick
from games.belot.scoring import LAST_TRICK
from games.belot.sheet import Amount
from games.belot.switches import (
    SWITCHES,
    Switch,
    changed_values,
    is_identical,
    switch_value,
    variant_from_json,
    variant_to_json,
)
from games.belot.table import VariantTable, hand_packets, next_seat, seats_of, table_of
from games.belot.tricks import CONTRACT_TABLES
from games.belot.variant import Variant
from games.belot.view import SeatView

__all__ = [
    "BELOTE_VALUE",
    "CARDS",
    "CARD_OF",
    "CONTRACTS",
    "CONTRACT_TABLES",
    "DEFAULT_PRESET",
    "LAST_TRICK",
    "LEVEL_POINTS",
    "MESSAGES",
    "MOVES",
    "PLAIN_POINTS",
    "PRESETS",
    "PRESET_SOURCES",
    "QUINTE_VALUE",
    "RANKS",
    "SEATS",
    "SEQUENCE_VALUES",
    "SIDES_OF",
    "STEP_TEXTS",
    "SUITS",
    "SWITCHES",
    "TRUMP_POINTS",
    "USUAL_LEVEL",
    "Amount",
    "BotMove",
    "Claim",
    "Deal",
    "Level",
    "PossiblePoints",
    "RuleError",
    "ScoringStep",
    "SeatView",
    "Switch",
    "TrickCombination",
    "Variant",
    "VariantTable",
    "WrittenBid",
    "biddable_numbers",
    "card_list",
    "carres_in",
    "changed_values",
    "check",
    "claims",
    "combinations_in",
    "deal_hands",
    "explain",
    "from_text",
    "hand_packets",
    "is_identical",
    "next_seat",
    "pack_places",
    "parse_bid",
    "parse_pack",
    "play_out",
    "possible_points",
    "random_bot",
    "random_pack",
    "roem_by_trick",
    "score",
    "score_text",
    "seats_of",
    "seeded_pack",
    "summary_of",
    "switch_value",
    "table_of",
    "thumb_bot",
    "to_text",
    "value_of",
    "variant_from_json",
    "variant_to_json",
]
