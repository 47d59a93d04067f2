"""Best play with all cards visible."""

from games.belot.solving.labelled import Trial, can_be_tried, trial_of, trial_with
from games.belot.solving.par import (
    Board,
    Making,
    Par,
    hands_if_taken,
    par,
    tables_by_taker,
    what_makes,
)
from games.belot.solving.solver import (
    BoardTable,
    best_cards,
    card_values,
    lost_roem,
    solve_board,
    solve_deal,
)

__all__ = [
    "Board",
    "BoardTable",
    "Making",
    "Par",
    "Trial",
    "best_cards",
    "can_be_tried",
    "card_values",
    "hands_if_taken",
    "lost_roem",
    "par",
    "solve_board",
    "solve_deal",
    "tables_by_taker",
    "trial_of",
    "trial_with",
    "what_makes",
]
