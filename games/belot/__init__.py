"""The rules of belot in every variant of the sources: deals, records, scores.

Everything outside this package imports from here.
"""

from games.belot.cards import CARDS, CONTRACTS, RANKS, SEATS, SEATS_OF, SIDES_OF, SUITS
from games.belot.errors import MESSAGES, RuleError
from games.belot.game import Deal
from games.belot.packs import random_pack, seeded_pack
from games.belot.presets import DEFAULT_PRESET, PRESETS
from games.belot.score import check, score, score_text
from games.belot.switches import SWITCHES, Switch, variant_from_json, variant_to_json
from games.belot.variant import Variant

__all__ = [
    "CARDS",
    "CONTRACTS",
    "DEFAULT_PRESET",
    "MESSAGES",
    "PRESETS",
    "RANKS",
    "SEATS",
    "SEATS_OF",
    "SIDES_OF",
    "SUITS",
    "SWITCHES",
    "Deal",
    "RuleError",
    "Switch",
    "Variant",
    "check",
    "random_pack",
    "score",
    "score_text",
    "seeded_pack",
    "variant_from_json",
    "variant_to_json",
]
