from games.belot.kernel.tally import HANGING, LOST, MADE, PASSED_OUT, RUN_OF_EIGHT, Tally
from games.belot.simulation.bids import BidTable, MadeBids, bids_told
from games.belot.simulation.finding import SearchProgress, find_deals
from games.belot.simulation.question import FixedContract, Question
from games.belot.simulation.simulate import simulate
from games.belot.simulation.wishes import wishes_of

__all__ = [
    "HANGING",
    "LOST",
    "MADE",
    "PASSED_OUT",
    "RUN_OF_EIGHT",
    "BidTable",
    "FixedContract",
    "MadeBids",
    "Question",
    "SearchProgress",
    "Tally",
    "bids_told",
    "find_deals",
    "simulate",
    "wishes_of",
]
