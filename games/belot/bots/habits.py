"""How well a hand fits what its player said: calls by the rules of thumb, announcements in full.

Nothing here is a rule of the game: people err, hide a tierce and bid on courage, so a misfit makes
a hand rarer, never impossible.
"""

from typing import Final

from games.belot.bits import popcount
from games.belot.cards import RANK_MASK, RANKS
from games.belot.compiling import Ints, kernel
from games.belot.declarations import CARRE_VALUES, runs_in
from games.belot.thumb.bidding import thumb_call

CERTAIN: Final = 1 << 30
BY_THE_BOOK: Final = 256
NEAR_THE_BOOK: Final = 60
OFF_THE_BOOK: Final = 6
MISANNOUNCED: Final = 10
"""How often, in 256, a hand is taken to be played so."""
NEAR: Final = 12
"""So much bolder or shyer than the book is near it."""


def _run_lengths(ranks: int) -> list[int]:
    return [min(run.length, 5) for run in runs_in(ranks, 0)]


RUN_COUNTS: Final = tuple(
    sum(1 << 4 * (length - 3) for length in _run_lengths(ranks)) for ranks in range(256)
)
"""Tierces, quartes and quintes counted in sixteens."""
CARRE: Final = 1 << 12
"""What a carré adds to the counts."""
CARRE_MASKS: Final = tuple(RANK_MASK[RANKS.index(rank)] for rank in CARRE_VALUES)

SEAT: Final = 0
LEGAL: Final = 1
"""The calls that were open, as a mask."""
COMES_WITH: Final = 2
"""The card turned up that comes with a bid, as a mask."""
TURNED: Final = 3
STANDING: Final = 4
OURS: Final = 5
"""Whether the standing bid is the partner's or the own."""
SAID: Final = 6
ACES: Final = 7
IN_TWO: Final = 8
EIGHT: Final = 9
CALL: Final = 10
"""The numbers that say what a seat could call, what it did, and the rules it went by."""


@kernel
def book_call(asked: Ints, at: int, hand: int, boldness: int) -> int:
    """The call by the rules of thumb of a hand that was asked so (CALL numbers from `at`)."""
    return thumb_call(
        asked[at + LEGAL],
        hand,
        hand | asked[at + COMES_WITH],
        asked[at + TURNED],
        asked[at + STANDING],
        asked[at + OURS] != 0,
        boldness,
        asked[at + ACES],
        asked[at + IN_TWO],
        asked[at + EIGHT],
    )


@kernel
def call_fit(asked: Ints, at: int, hand: int) -> int:
    """How often, in 256, a player with this hand is taken to call so."""
    said = asked[at + SAID]
    if book_call(asked, at, hand, 0) == said:
        return BY_THE_BOOK
    if book_call(asked, at, hand, NEAR) == said or book_call(asked, at, hand, -NEAR) == said:
        return NEAR_THE_BOOK
    return OFF_THE_BOOK


@kernel
def announcement_counts(hand: int) -> int:
    """Which declarations a first hand holds: RUN_COUNTS of its suits, and its carrés."""
    counts = 0
    for suit in range(4):
        counts += RUN_COUNTS[(hand >> (8 * suit)) & 255]
    for number in range(6):
        if hand & CARRE_MASKS[number] == CARRE_MASKS[number]:
            counts += CARRE
    return counts


@kernel
def announcement_fit(hand: int, counts: int) -> int:
    """How often, in 256, a player with this first hand is taken to announce so much."""
    return BY_THE_BOOK if announcement_counts(hand) == counts else MISANNOUNCED


@kernel
def silence_fit(hand: int, silent: int) -> int:
    """How often, in 256, somebody holds `silent` cards and did not say belote with their mates."""
    return MISANNOUNCED if popcount(hand & silent) > 0 else BY_THE_BOOK
