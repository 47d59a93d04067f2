"""Likelihood of a hand given its player's calls (rules of thumb) and announcements
(complete).

Not rules of the game: players err, so a mismatch makes a hand rarer, never impossible.
"""

from typing import Final

from games.belot.bits import popcount
from games.belot.compiling import Ints, kernel
from games.belot.declarations import runs_in
from games.belot.heuristics.bidding import thumb_call
from games.belot.heuristics.numbers import thumb_number
from games.belot.numbers import CALLS_PER_RANK, FIRST_NUMBER, SCALE_SIZE

CERTAIN: Final = 1 << 30
BY_THE_BOOK: Final = 256
NEAR_THE_BOOK: Final = 60
OFF_THE_BOOK: Final = 6
STEPS_OFF: Final = (256, 150, 60, 20)
"""The same for a number in the book's contract, by how many steps it is higher or lower."""
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

SEAT: Final = 0
LEGAL: Final = 1
"""The calls that were open, as a mask."""
COMES_WITH: Final = 2
"""The card turned up that comes with a bid, as a mask."""
TURNED: Final = 3
STANDING: Final = 4
OURS: Final = 5
"""Whether the standing bid is the partner's or the own."""
ACTUAL_CALL: Final = 6
CARRES: Final = 7
"""Three numbers: what carrés count in suits, no-trumps and all-trumps."""
IN_TWO: Final = 10
EIGHT: Final = 11
HAS_BID: Final = 12
"""Where numbers are bid: whether this seat had bid one before."""
SCALE: Final = 13
"""The numbers that could be bid, then; zeros elsewhere. COMES_WITH says whether any still could,
TURNED which rank stood."""
CALL: Final = SCALE + SCALE_SIZE
"""The numbers that say what a seat could call, what it did, and the rules it went by."""


@kernel
def book_call(asked: Ints, at: int, hand: int, boldness: int) -> int:
    """Call by the rules of thumb; `asked` holds CALL numbers from `at`."""
    if asked[at + SCALE]:
        return thumb_number(
            asked,
            at + SCALE,
            asked[at + TURNED],
            asked[at + STANDING],
            hand,
            asked[at + LEGAL],
            asked[at + COMES_WITH] != 0,
            asked[at + OURS] != 0,
            asked[at + HAS_BID] != 0,
            boldness,
            asked[at + CARRES],
            asked[at + CARRES + 1],
            asked[at + CARRES + 2],
            asked[at + IN_TWO],
            asked[at + EIGHT],
        )
    return thumb_call(
        asked[at + LEGAL],
        hand,
        hand | asked[at + COMES_WITH],
        asked[at + TURNED],
        asked[at + STANDING],
        asked[at + OURS] != 0,
        boldness,
        asked[at + CARRES],
        asked[at + CARRES + 1],
        asked[at + CARRES + 2],
        asked[at + IN_TWO],
        asked[at + EIGHT],
    )


@kernel
def call_likelihood(asked: Ints, at: int, hand: int) -> int:
    """How often, of 256, this hand is assumed to make the call.

    A number near the book's in the same contract is nearly as likely.
    """
    said = asked[at + ACTUAL_CALL]
    book = book_call(asked, at, hand, 0)
    if book >= FIRST_NUMBER and said >= FIRST_NUMBER and (book - said) % CALLS_PER_RANK == 0:
        steps = abs(book - said) // CALLS_PER_RANK
        return STEPS_OFF[min(steps, len(STEPS_OFF) - 1)]
    if book == said:
        return BY_THE_BOOK
    if book_call(asked, at, hand, NEAR) == said or book_call(asked, at, hand, -NEAR) == said:
        return NEAR_THE_BOOK
    return OFF_THE_BOOK


@kernel
def announcement_counts(hand: int, fours: int) -> int:
    """Declarations in a first hand: RUN_COUNTS of its suits plus its carrés.

    `fours`: ranks whose carrés count, as a byte.
    """
    counts = 0
    for suit in range(4):
        counts += RUN_COUNTS[(hand >> (8 * suit)) & 255]
    found = hand & hand >> 8 & hand >> 16 & hand >> 24 & fours
    return counts + CARRE * popcount(found)


@kernel
def announcement_likelihood(hand: int, fours: int, counts: int) -> int:
    """How often, of 256, this first hand is assumed to announce these counts."""
    return BY_THE_BOOK if announcement_counts(hand, fours) == counts else MISANNOUNCED


@kernel
def silence_likelihood(hand: int, silent: int) -> int:
    """How often, of 256, a hand with a `silent` card is assumed not to announce its belote."""
    return MISANNOUNCED if popcount(hand & silent) > 0 else BY_THE_BOOK
