"""Rules of thumb for bidding numbers; shared with compiled play.

A hand bids directly the number it makes about three times in five (measured over 60,000
deals per contract). The partner raises once by its worth above average; opponents say
contra where bid plus own expected points clearly exceed the total.
"""

from typing import Final

from games.belot.cards import ALL_TRUMPS, CONTRA, NO_TRUMPS, PASS
from games.belot.compiling import Ints, kernel
from games.belot.heuristics.bidding import worth
from games.belot.numbers import (
    CALLS_PER_RANK,
    FIRST_NUMBER,
    LOW,
    MARKS,
    OPEN,
    STEP,
    STEPS,
    TOP,
    UNIT,
    WHOLE,
    nth_above,
    number_at,
)
from games.belot.suit_tables import premium

ALL_TRICKS_POINTS: Final = 170
"""Expected, of 162."""
AVERAGE_WORTH: Final = 25
"""In the partner's suit."""
OVER_PARTNER_POINTS: Final = 20
DOUBLE_MARGIN: Final = 20
"""By which bid plus own expectation exceed the total."""
DOUBLE_ALL_WORTH: Final = 40
REDOUBLE_MARGIN: Final = 30
"""Card points above the bid."""


@kernel
def points_expected(row: Ints, at: int, hand: int, contract: int, boldness: int) -> int:
    value = worth(hand, contract) + boldness
    if contract == NO_TRUMPS:
        return (400 + 4 * value) * row[at + WHOLE + 1] // 1300
    if contract == ALL_TRUMPS:
        return (80 + value) * row[at + WHOLE + 2] // 258
    return (114 + 2 * value) * row[at + WHOLE] // 486


@kernel
def all_points(row: Ints, at: int, contract: int) -> int:
    return row[at + WHOLE + max(contract - NO_TRUMPS + 1, 0)]


@kernel
def support_points(row: Ints, at: int, hand: int, contract: int) -> int:
    """Card points that a hand adds to its partner's contract, relative to average; can be < 0."""
    surplus = worth(hand, contract) - AVERAGE_WORTH
    return 2 * surplus * all_points(row, at, contract) // 486


@kernel
def is_too_high(row: Ints, at: int, rank: int, hand: int, contract: int, boldness: int) -> bool:
    """Return whether the opponents bid more than this hand will leave them."""
    strength = worth(hand, contract) + boldness
    if rank >= row[at + STEPS]:
        return strength >= DOUBLE_ALL_WORTH
    taken = (90 + 2 * strength) * all_points(row, at, contract) // 486
    bid = number_at(row, at, rank) * row[at + UNIT]
    return bid + taken >= all_points(row, at, contract) + DOUBLE_MARGIN


@kernel
def highest_bid(row: Ints, at: int, rank: int, points: int, contract: int) -> int:
    """Highest number up to `points` and above `rank`, or all tricks if sure; PASS if none."""
    steps = row[at + STEPS]
    if rank >= steps:
        return PASS
    sure = ALL_TRICKS_POINTS * all_points(row, at, contract) // 162
    if row[at + MARKS] == TOP and points >= sure:
        return FIRST_NUMBER + CALLS_PER_RANK * steps + contract
    reached = min((points // row[at + UNIT] - row[at + LOW]) // row[at + STEP], steps - 1)
    return FIRST_NUMBER + CALLS_PER_RANK * reached + contract if reached > rank else PASS


@kernel
def thumb_number(
    row: Ints,
    at: int,
    rank: int,
    standing: int,
    hand: int,
    legal: int,
    is_open: bool,
    ours: bool,
    has_bid: bool,
    boldness: int,
    in_suits: int,
    in_none: int,
    in_all: int,
    in_two: int,
    eight: int,
) -> int:
    """A hand's call where numbers are bid.

    `row` holds the scale from `at` on; `rank` and `standing` are the last bid's number and
    contract, or -1; `legal` is the mask of pass and contra; `is_open`: numbers can be bid;
    `ours`: the own side bid last. Other arguments as in `bidding.thumb_call`.
    """
    most = best = -1
    for contract in range(CALLS_PER_RANK):
        if row[at + OPEN] >> contract & 1:
            points = points_expected(row, at, hand, contract, boldness)
            worths = in_suits
            if contract >= NO_TRUMPS:
                worths = in_none if contract == NO_TRUMPS else in_all
            points += premium(hand, worths, in_two, eight) // 2
            if points > most:
                most = points
                best = contract
    if legal >> PASS & 1 == 0:
        if not is_open:
            return CONTRA
        lowest_rank = (nth_above(row, at, rank, 0) - FIRST_NUMBER) // CALLS_PER_RANK
        return FIRST_NUMBER + CALLS_PER_RANK * lowest_rank + best
    if standing >= 0 and not ours:
        if legal >> CONTRA & 1 and is_too_high(row, at, rank, hand, standing, boldness):
            return CONTRA
    elif standing >= 0:
        support = support_points(row, at, hand, standing)
        if legal >> (CONTRA + 1) & 1 and not has_bid and support >= REDOUBLE_MARGIN:
            return CONTRA + 1
        bid = number_at(row, at, rank) * row[at + UNIT]
        if has_bid:
            return PASS
        if most < bid + OVER_PARTNER_POINTS or most < bid + support:
            most = bid + support
            best = standing
    return highest_bid(row, at, rank, most, best) if is_open else PASS
