"""The rules of belot in every variant of the sources: deals, records, scores.

Everything outside this package imports from here.
"""

from games.belot.bots import Choice, play_out, random_bot, thumb_bot
from games.belot.cards import CARDS, CONTRACTS, RANKS, SEATS, SEATS_OF, SIDES_OF, SUITS
from games.belot.claims import Claim, PossiblePoints, claims, possible_points
from games.belot.errors import MESSAGES, RuleError
from games.belot.explain import Step, explain
from games.belot.explain_words import STEP_TEXTS
from games.belot.game import Deal
from games.belot.notation import from_text, to_text
from games.belot.packs import random_pack, seeded_pack
from games.belot.par import Making, Par, hands_if_taken, par, tables_by_taker, what_makes
from games.belot.playthrough import playthrough
from games.belot.presets import DEFAULT_PRESET, PRESETS
from games.belot.rotation import rotate_seats
from games.belot.score import check, score, score_text
from games.belot.solver import BoardTable, best_cards, card_values, solve_board, solve_deal
from games.belot.summary import summary_of
from games.belot.switches import SWITCHES, Switch, switch_value, variant_from_json, variant_to_json
from games.belot.variant import Variant
from games.belot.view import View

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
    "STEP_TEXTS",
    "SUITS",
    "SWITCHES",
    "BoardTable",
    "Choice",
    "Claim",
    "Deal",
    "Making",
    "Par",
    "PossiblePoints",
    "RuleError",
    "Step",
    "Switch",
    "Variant",
    "View",
    "best_cards",
    "card_values",
    "check",
    "claims",
    "explain",
    "from_text",
    "hands_if_taken",
    "par",
    "play_out",
    "playthrough",
    "possible_points",
    "random_bot",
    "random_pack",
    "rotate_seats",
    "score",
    "score_text",
    "seeded_pack",
    "solve_board",
    "solve_deal",
    "summary_of",
    "switch_value",
    "tables_by_taker",
    "thumb_bot",
    "to_text",
    "variant_from_json",
    "variant_to_json",
    "what_makes",
]
