"""Thousands of deals at once: questions answered by simulation, deals found by wish."""

from games.belot.kernel.tally import HANGING, LOST, MADE, PASSED_OUT, RUN_OF_EIGHT, Tally
from games.belot.many.bids import BidsTold, MadeBids, bids_told
from games.belot.many.finding import Found, find_deals
from games.belot.many.question import FixedContract, Question
from games.belot.many.simulate import simulate
from games.belot.many.wishes import wishes_of

__all__ = [
    "HANGING",
    "LOST",
    "MADE",
    "PASSED_OUT",
    "RUN_OF_EIGHT",
    "BidsTold",
    "FixedContract",
    "Found",
    "MadeBids",
    "Question",
    "Tally",
    "bids_told",
    "find_deals",
    "simulate",
    "wishes_of",
]
