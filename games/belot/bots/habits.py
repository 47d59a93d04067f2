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
NUMBER_FITS: Final = (256, 150, 60, 20)
"""Of 256, by distance from the book's number."""
MISANNOUNCED_FIT: Final = 10
"""Of 256."""
NEAR_BOLDNESS: Final = 12
"""In units of `worth`."""


def _run_lengths(ranks: int) -> list[int]:
    return [min(run.length, 5) for run in runs_in(ranks, 0)]


RUN_COUNTS: Final = tuple(
    sum(1 << 4 * (length - 3) for length in _run_lengths(ranks)) for ranks in range(256)
)
"""By byte of ranks: tierces, quartes, quintes, four bits each."""
CARRE_COUNT: Final = 1 << 12

SEAT: Final = 0
LEGAL: Final = 1
"""Mask."""
COMES_WITH: Final = 2
"""Mask of the turned-up card."""
TURNED: Final = 3
STANDING: Final = 4
OURS: Final = 5
"""Whether the own side bid last."""
ACTUAL_CALL: Final = 6
CARRES: Final = 7
"""Three: suits, no-trumps, all-trumps."""
IN_TWO: Final = 10
EIGHT: Final = 11
HAS_BID: Final = 12
"""Whether this seat had bid a number."""
SCALE: Final = 13
"""With number bidding `numbers.Scale`, else zeros. Then `COMES_WITH` says whether a number can
be bid, `TURNED` is the last rank."""
CALL_SIZE: Final = SCALE + SCALE_SIZE


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
    actual_call = asked[at + ACTUAL_CALL]
    book = book_call(asked, at, hand, 0)
    if (
        book >= FIRST_NUMBER
        and actual_call >= FIRST_NUMBER
        and (book - actual_call) % CALLS_PER_RANK == 0
    ):
        steps = abs(book - actual_call) // CALLS_PER_RANK
        return NUMBER_FITS[min(steps, len(NUMBER_FITS) - 1)]
    if book == actual_call:
        return BY_THE_BOOK
    if (
        book_call(asked, at, hand, NEAR_BOLDNESS) == actual_call
        or book_call(asked, at, hand, -NEAR_BOLDNESS) == actual_call
    ):
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
    carre_bits = hand & hand >> 8 & hand >> 16 & hand >> 24 & fours
    return counts + CARRE_COUNT * popcount(carre_bits)


@kernel
def announcement_likelihood(hand: int, fours: int, counts: int) -> int:
    """How often, of 256, this first hand is assumed to announce these counts."""
    return BY_THE_BOOK if announcement_counts(hand, fours) == counts else MISANNOUNCED_FIT


@kernel
def silence_likelihood(hand: int, silent: int) -> int:
    """How often, of 256, a hand with a `silent` card is assumed not to announce its belote."""
    return MISANNOUNCED_FIT if popcount(hand & silent) > 0 else BY_THE_BOOK
