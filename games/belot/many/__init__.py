"""Thousands of deals at once: questions answered by simulation, deals found by wish."""

from games.belot.kernel.tally import HANGING, LOST, MADE, PASSED_OUT, RUN_OF_EIGHT, Tally
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
    "FixedContract",
    "Found",
    "Question",
    "Tally",
    "find_deals",
    "simulate",
    "wishes_of",
]
