from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.chance import seed_stream
from games.belot.compiling import Ints, entry, kernel
from games.belot.kernel.deals import ASKED_DEALER, make_pack
from games.belot.kernel.rules import PLACES
from games.belot.suit_tables import fours_of
from games.belot.tricks import POINTS as CARD_POINTS

COUNT: Final = 0
"""`LOW` to `HIGH` cards of the mask `WHAT`."""
RUN: Final = 1
"""At least `LOW` consecutive cards in a suit of the mask `WHAT`."""
CARRE: Final = 2
"""All four cards of a rank in `WHAT` (bits 0..7)."""
PAIR: Final = 3
"""King and queen of a suit in the mask `WHAT`."""
POINTS: Final = 4
"""`LOW` to `HIGH` card points in the contract of table row `WHAT`."""

KIND, SEAT, WHAT, LOW, HIGH = 0, 1, 2, 3, 4
WISH_SIZE: Final = 5
KING_MASK: Final = 0x40404040
"""A queen is one bit below."""


@entry
def next_deal(
    rules: Ints,
    asked: Ints,
    wishes: Ints,
    seed: int,
    first: int,
    last: int,
    hands: Ints,
    pack: Ints,
    draws: Ints,
) -> int:
    """Number of the first deal from `first` to `last` that fits, or -1.

    `wishes` has WISH_SIZE numbers each; `hands` (4) and `pack` (PACK_SIZE) then show the
    deal.
    """
    count = len(wishes) // WISH_SIZE
    for number in range(first, last + 1):
        seed_stream(draws, seed, number)
        make_pack(rules, asked, asked[ASKED_DEALER], pack, draws)
        whole_hands(rules, asked[ASKED_DEALER], pack, hands)
        index = 0
        while index < count and is_wish_met(wishes, WISH_SIZE * index, hands):
            index += 1
        if index == count:
            return number
    return -1


@kernel
def whole_hands(rules: Ints, dealer: int, pack: Ints, hands: Ints) -> None:
    """Hand masks of a pack, where no taker changes them."""
    row = PLACES + 128 * dealer
    for seat in range(4):
        hand = 0
        for place in range(8):
            hand |= 1 << pack[rules[row + 8 * seat + place]]
        hands[seat] = hand


@kernel
def is_wish_met(wishes: Ints, at: int, hands: Ints) -> bool:
    hand, what = hands[wishes[at + SEAT]], wishes[at + WHAT]
    kind, low = wishes[at + KIND], wishes[at + LOW]
    if kind == COUNT:
        return low <= popcount(hand & what) <= wishes[at + HIGH]
    if kind == RUN:
        return has_run(hand & what, low)
    if kind == CARRE:
        return (fours_of(hand) & what) != 0
    if kind == PAIR:
        return (hand & what & KING_MASK & hand << 1) != 0
    return low <= hand_points(hand, what) <= wishes[at + HIGH]


@kernel
def has_run(hand: int, length: int) -> bool:
    left = hand
    for step in range(1, length):
        left &= (hand & WITHIN_SUIT[step - 1]) >> step
    return left != 0


@kernel
def hand_points(hand: int, row: int) -> int:
    total = 0
    while hand:
        total += CARD_POINTS[32 * row + lowest(hand)]
        hand &= hand - 1
    return total


WITHIN_SUIT: Final = tuple((0xFF << step & 0xFF) * 0x01010101 for step in range(1, 8))
"""By distance 1..7: ranks that a run can reach within its suit."""
