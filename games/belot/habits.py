"""How well a hand fits what its player said: calls by the rules of thumb, announcements in full.

Whole-number twins of `thumb_bidding`, for hands that are only supposed. Nothing here is a rule of
the game: people err, hide a tierce and bid on courage, so a misfit makes a hand rarer, never
impossible.
"""

from typing import Final

from games.belot.bits import popcount
from games.belot.cards import (
    ALL_TRUMPS,
    NO_TRUMPS,
    RANK_MASK,
    RANKS,
)
from games.belot.compiling import Ints, kernel
from games.belot.declarations import CARRE_VALUES, QUINTE_VALUE, SEQUENCE_VALUES, runs_in
from games.belot.thumb_bidding import ENOUGH, OVER_PARTNER, TO_DOUBLE, TO_REDOUBLE, worth

PASSED: Final = 6
DOUBLED: Final = 7
"""What a call can be besides a contract (0 to 5)."""

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


def _premium(length: int) -> int:
    return SEQUENCE_VALUES.get(length, QUINTE_VALUE) // 4


# For each byte of ranks in one suit: its worth as trumps, beside trumps, and without suit trumps.
AS_TRUMPS: Final = tuple(worth(ranks, 0) for ranks in range(256))
BESIDE_TRUMPS: Final = tuple(worth(ranks << 8, 0) for ranks in range(256))
IN_NO_TRUMPS: Final = tuple(worth(ranks, NO_TRUMPS) for ranks in range(256))
IN_ALL_TRUMPS: Final = tuple(worth(ranks, ALL_TRUMPS) for ranks in range(256))
RUN_PREMIUMS: Final = tuple(sum(map(_premium, _run_lengths(ranks))) for ranks in range(256))
RUN_COUNTS: Final = tuple(
    sum(1 << 4 * (length - 3) for length in _run_lengths(ranks)) for ranks in range(256)
)
"""Tierces, quartes and quintes counted in sixteens."""
CARRE: Final = 1 << 12
"""What a carré adds to the counts."""
CARRE_MASKS: Final = tuple(RANK_MASK[RANKS.index(rank)] for rank in CARRE_VALUES)
CARRE_PREMIUMS: Final = tuple(value // 4 for value in CARRE_VALUES.values())


@kernel
def worth_of(hand: int, contract: int, four_aces: int) -> int:
    """What a hand is worth in a contract with a part of its premiums; as `worth_with_premiums`."""
    total = 0
    for suit in range(4):
        ranks = (hand >> (8 * suit)) & 255
        if contract == NO_TRUMPS:
            total += IN_NO_TRUMPS[ranks]
        elif contract == ALL_TRUMPS:
            total += IN_ALL_TRUMPS[ranks] + RUN_PREMIUMS[ranks]
        elif suit == contract:
            total += AS_TRUMPS[ranks] + RUN_PREMIUMS[ranks]
        else:
            total += BESIDE_TRUMPS[ranks] + RUN_PREMIUMS[ranks]
    for number in range(6):
        if hand & CARRE_MASKS[number] == CARRE_MASKS[number]:
            if contract != NO_TRUMPS:
                total += CARRE_PREMIUMS[number]
            elif number == 2:
                total += four_aces // 4
    return total


@kernel
def plain_worth(hand: int, contract: int) -> int:
    """What a hand is worth without premiums; as `worth`."""
    total = 0
    for suit in range(4):
        ranks = (hand >> (8 * suit)) & 255
        if contract == NO_TRUMPS:
            total += IN_NO_TRUMPS[ranks]
        elif contract == ALL_TRUMPS:
            total += IN_ALL_TRUMPS[ranks]
        elif suit == contract:
            total += AS_TRUMPS[ranks]
        else:
            total += BESIDE_TRUMPS[ranks]
    return total


SEAT: Final = 0
BIDS: Final = 1
"""The contracts that may be bid, as six bits."""
COMES_WITH: Final = 2
"""The card turned up that comes with a bid, as a mask."""
MAY_PASS: Final = 3
LEVEL: Final = 4
"""The contra that may be said: 0 contra, 1 recontra, more; -1 none."""
STANDING: Final = 5
OURS: Final = 6
"""Whether the standing bid is the partner's or the own."""
SAID: Final = 7
"""What was called: a contract, PASSED or DOUBLED."""
FOUR_ACES: Final = 8
CALL: Final = 9
"""The numbers that say what a seat could call, and what it did."""


@kernel
def book_call(asked: Ints, at: int, hand: int, boldness: int) -> int:
    """The call by the rules of thumb, as `call_by_thumb`; `asked` holds CALL numbers from `at`."""
    best = PASSED
    most = -1
    for contract in range(6):
        if (asked[at + BIDS] >> contract) & 1:
            here = worth_of(hand | asked[at + COMES_WITH], contract, asked[at + FOUR_ACES])
            if here > most:
                best = contract
                most = here
    if asked[at + MAY_PASS] == 0:
        return best
    level = asked[at + LEVEL]
    if level == 0 or level == 1:
        needed = TO_DOUBLE if level == 0 else TO_REDOUBLE
        if plain_worth(hand, asked[at + STANDING]) + boldness >= needed:
            return DOUBLED
    if most >= ENOUGH + OVER_PARTNER * asked[at + OURS] - boldness:
        return best
    return PASSED


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
