"""Roem: combinations within a trick, whose points go to the side that wins it.

A value is half the difference of both sides above half of the card points, so half of roem
counts, positive for North-South.
"""

from typing import Final

from games.belot.cards import KING, QUEEN
from games.belot.compiling import Cells, Ints, inline, kernel
from games.belot.declarations import BELOTE_VALUE
from games.belot.roem import trick_carre_points
from games.belot.solving.double_dummy.labels import (
    ALL_CARDS,
    PLAIN_BYTES,
    PLAIN_RANKS,
    TRUMP_BYTES,
    TRUMP_RANKS,
)
from games.belot.solving.double_dummy.room import (
    CAPOT_EW,
    CAPOT_NS,
    FOUR_ROEM,
    FOURS,
    HANDS,
    HAS_ROEM,
    MAX_ROEM,
    ROEM,
    TRUMPS,
)
from games.belot.suit_tables import RUN_VALUES
from games.belot.variant import Variant

OF_NORTH_SOUTH, OF_EAST_WEST, OF_THREE, OF_FOUR, OF_PAIR, OF_EQUALS = 0, 1, 2, 3, 4, 5
WORTH_LENGTH: Final = OF_EQUALS + 8
"""All tricks by side, runs of three and four, pair, four by rank."""
WORTH_WITHOUT_ROEM: Final = (90, 90) + (0,) * (WORTH_LENGTH - 2)
"""The premium only distinguishes all tricks from all points; any would do."""
PAIR: Final = 1 << KING | 1 << QUEEN
BOTH_SIDES: Final = -1


def worth_of(variant: Variant, declarer: int = BOTH_SIDES) -> tuple[int, ...]:
    """Values listed at `WORTH_LENGTH` for a variant and declaring side.

    With roem, half of the premium for all tricks counts. `BOTH_SIDES`: a premium not paid to
    the defence does not affect a contract that is made.
    """
    if variant.declarations != "trick":
        return WORTH_WITHOUT_ROEM
    half = variant.capot_points // 2
    paid = BOTH_SIDES if variant.capot_for == "both" else declarer
    premiums = [half if paid in (BOTH_SIDES, side) else 0 for side in (0, 1)]
    runs = RUN_VALUES[0b111], RUN_VALUES[0b1111]
    return (*premiums, *runs, BELOTE_VALUE, *trick_carre_points(variant))


def _natural(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << rank for bit, rank in enumerate(ranks) if byte >> bit & 1) for byte in range(256)
    )


NATURAL_TRUMPS: Final = _natural(TRUMP_RANKS)
"""By byte of labels."""
NATURAL_PLAIN: Final = _natural(PLAIN_RANKS)
RUN_BYTES: Final = tuple(
    length << high for length in (0b1111, 0b111) for high in range(9 - length.bit_length())
)
"""Of four, then of three."""


@kernel
def has_roem(worth: Ints) -> bool:
    total = 0
    for place in range(OF_THREE, WORTH_LENGTH):
        total += worth[place]
    return total > 0


@kernel
def suit_roem(worth: Ints, natural: int, is_trump: bool) -> int:
    """Half of the roem of one suit's cards in a trick, given as a byte of ranks."""
    pairs = natural & natural >> 1
    threes = pairs & natural >> 2
    points = 0
    if threes & natural >> 3:
        points = worth[OF_FOUR]
    elif threes:
        points = worth[OF_THREE]
    if is_trump and natural & PAIR == PAIR:
        points += worth[OF_PAIR]
    return points >> 1


@kernel
def fill_roem_tables(w: Cells, worth: Ints) -> None:
    w[CAPOT_NS] = worth[OF_NORTH_SOUTH]
    w[CAPOT_EW] = worth[OF_EAST_WEST]
    counts = has_roem(worth)
    w[HAS_ROEM] = 1 if counts else 0
    for rank in range(8):
        w[FOURS + rank] = 0
    for slot in range(4):
        fill_suit_tables(w, worth, slot, counts)
    for rank in range(8):
        mask = 0
        for slot in range(4):
            is_trump = w[TRUMPS] >> (8 * slot) & 1 != 0
            byte = TRUMP_BYTES[1 << rank] if is_trump else PLAIN_BYTES[1 << rank]
            mask |= byte << (8 * slot)
        if counts and worth[OF_EQUALS + rank] and can_share_trick(w, mask):
            w[FOURS + rank] = mask
            w[FOUR_ROEM + rank] = worth[OF_EQUALS + rank] >> 1


@kernel
def fill_suit_tables(w: Cells, worth: Ints, slot: int, counts: bool) -> None:
    is_trump = w[TRUMPS] >> (8 * slot) & 1 != 0
    here = ROEM + 256 * slot
    most = MAX_ROEM + 256 * slot
    for byte in range(256):
        natural = NATURAL_TRUMPS[byte] if is_trump else NATURAL_PLAIN[byte]
        w[here + byte] = suit_roem(worth, natural, is_trump) if counts else 0
        w[most + byte] = 0
    if not counts:
        return
    for byte in range(1, 256):
        lowest_card = byte & -byte
        best = w[most + (byte ^ lowest_card)]
        for number in range(len(RUN_BYTES) + 1):
            natural = RUN_BYTES[number] if number < len(RUN_BYTES) else PAIR
            group = TRUMP_BYTES[natural] if is_trump else PLAIN_BYTES[natural]
            fits = group & lowest_card and group & byte == group
            if fits and w[here + group] and can_share_trick(w, group << (8 * slot)):
                best = max(best, w[here + group] + w[most + (byte ^ group)])
        w[most + byte] = best


@kernel
def can_share_trick(w: Cells, cards: int) -> bool:
    """Return whether all cards are in different hands."""
    for seat in range(4):
        mine = cards & w[HANDS + seat]
        if mine & (mine - 1):
            return False
        cards ^= mine
    return cards == 0


@inline
def roem_of(w: Cells, trick: int) -> int:
    """Half of a trick's roem."""
    total = (
        w[ROEM + (trick & 255)]
        + w[ROEM + 256 + (trick >> 8 & 255)]
        + w[ROEM + 512 + (trick >> 16 & 255)]
        + w[ROEM + 768 + (trick >> 24 & 255)]
    )
    if trick & 0xFF and trick & 0xFF00 and trick & 0xFF0000 and trick & 0xFF000000:
        for rank in range(8):
            if w[FOURS + rank] == trick:
                total += w[FOUR_ROEM + rank]
    return total


@inline
def max_roem(w: Cells, left: int) -> int:
    """Upper bound of half the roem of the remaining cards."""
    total = (
        w[MAX_ROEM + (left & 255)]
        + w[MAX_ROEM + 256 + (left >> 8 & 255)]
        + w[MAX_ROEM + 512 + (left >> 16 & 255)]
        + w[MAX_ROEM + 768 + (left >> 24 & 255)]
    )
    return total + max_fours(w, left)


@inline
def max_fours(w: Cells, left: int) -> int:
    total = 0
    for rank in range(8):
        if w[FOURS + rank] and w[FOURS + rank] & ~left & ALL_CARDS == 0:
            total += w[FOUR_ROEM + rank]
    return total
