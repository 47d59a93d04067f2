"""The play with all cards in sight: its best result, par, what each contract makes."""

from games.belot.solving.par import (
    Board,
    Making,
    Par,
    hands_if_taken,
    par,
    tables_by_taker,
    what_makes,
)
from games.belot.solving.solver import BoardTable, best_cards, card_values, solve_board, solve_deal

__all__ = [
    "Board",
    "BoardTable",
    "Making",
    "Par",
    "best_cards",
    "card_values",
    "hands_if_taken",
    "par",
    "solve_board",
    "solve_deal",
    "tables_by_taker",
    "what_makes",
]
