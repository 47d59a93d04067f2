"""Rules of thumb for auctions in which numbers are bid; interpreted and compiled play share them.

A hand says at once what it expects to reach with an average partner, from its worth as trumps
(`bidding.worth`): the number that is made about three times in five, measured over 60,000 deals of
each contract. The partner adds what it holds above the average, once; the other side says contra
where the bid and what this hand will take are clearly more than there is.
"""

from typing import Final

from games.belot.cards import ALL_TRUMPS, CONTRA, NO_TRUMPS, PASS
from games.belot.compiling import Ints, kernel
from games.belot.heuristics.bidding import worth
from games.belot.numbers import (
    FAMILY,
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

SURE_OF_ALL: Final = 170
"""Card points, of 162, from which all tricks are bid."""
AVERAGE: Final = 25
"""The worth of an average hand in its partner's suit."""
OVER_PARTNER: Final = 20
"""How many card points more it takes to bid over the partner's contract."""
TOO_MUCH: Final = 20
"""So many card points more than there are, and a bid is doubled."""
AGAINST_ALL: Final = 40
"""The worth from which a bid of all tricks is doubled."""
TO_REDOUBLE: Final = 30
"""So many card points above the bid, and contra is answered."""


@kernel
def points_expected(row: Ints, at: int, hand: int, contract: int, boldness: int) -> int:
    """The card points that a hand reaches in its contract about three times in five."""
    value = worth(hand, contract) + boldness
    if contract == NO_TRUMPS:
        return (400 + 4 * value) * row[at + WHOLE + 1] // 1300
    if contract == ALL_TRUMPS:
        return (80 + value) * row[at + WHOLE + 2] // 258
    return (114 + 2 * value) * row[at + WHOLE] // 486


@kernel
def all_points(row: Ints, at: int, contract: int) -> int:
    """All card points of a contract as its totals have them."""
    return row[at + WHOLE + max(contract - NO_TRUMPS + 1, 0)]


@kernel
def support(row: Ints, at: int, hand: int, contract: int) -> int:
    """The card points that a hand adds to its partner's contract above the average; may be < 0."""
    more = worth(hand, contract) - AVERAGE
    return 2 * more * all_points(row, at, contract) // 486


@kernel
def is_too_high(row: Ints, at: int, rank: int, hand: int, contract: int, boldness: int) -> bool:
    """Whether the other side has bid more than this hand will leave it."""
    strength = worth(hand, contract) + boldness
    if rank >= row[at + STEPS]:
        return strength >= AGAINST_ALL
    taken = (90 + 2 * strength) * all_points(row, at, contract) // 486
    bid = number_at(row, at, rank) * row[at + UNIT]
    return bid + taken >= all_points(row, at, contract) + TOO_MUCH


@kernel
def call_with(row: Ints, at: int, rank: int, points: int, contract: int) -> int:
    """The highest number up to so many card points, above a standing rank; PASS if there is none.

    All tricks are bid where they stand above the numbers and seem sure.
    """
    steps = row[at + STEPS]
    if rank >= steps:
        return PASS
    sure = SURE_OF_ALL * all_points(row, at, contract) // 162
    if row[at + MARKS] == TOP and points >= sure:
        return FIRST_NUMBER + FAMILY * steps + contract
    reached = min((points // row[at + UNIT] - row[at + LOW]) // row[at + STEP], steps - 1)
    return FIRST_NUMBER + FAMILY * reached + contract if reached > rank else PASS


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
    """The call of a hand where numbers are bid.

    `row` holds the scale from `at` on; `rank` and `standing` are the number and the contract of
    the last bid, or -1. `legal` is the mask of pass and contra, `is_open` whether numbers can be
    bid, `ours` whether the last bid is the partner's or the own, `has_bid` whether this seat has
    bid before. Half of what could be announced counts: what carrés count in suits, in no-trumps
    and in all-trumps, `in_two` and `eight` are those of `suit_tables.premium`.
    """
    most = best = -1
    for contract in range(FAMILY):
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
        lowest_rank = (nth_above(row, at, rank, 0) - FIRST_NUMBER) // FAMILY
        return FIRST_NUMBER + FAMILY * lowest_rank + best
    if standing >= 0 and not ours:
        if legal >> CONTRA & 1 and is_too_high(row, at, rank, hand, standing, boldness):
            return CONTRA
    elif standing >= 0:
        more = support(row, at, hand, standing)
        if legal >> (CONTRA + 1) & 1 and not has_bid and more >= TO_REDOUBLE:
            return CONTRA + 1
        bid = number_at(row, at, rank) * row[at + UNIT]
        if has_bid:
            return PASS
        if most < bid + OVER_PARTNER or most < bid + more:
            most = bid + more
            best = standing
    return call_with(row, at, rank, most, best) if is_open else PASS
