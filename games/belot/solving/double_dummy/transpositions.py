"""What is known of positions met before, wherever its proof holds again.

The proof of a promise (`proofs`) rests on how many cards of each suit each seat holds, on who
holds the highest cards down to the lowest that matters, and on the points of the cards that it
counts. So it holds in every position with the same lengths, leader and capot state in which the
same seats hold as many highest cards in the same order; card by card in each hand, the promise
differs by the points of the cards that it counts always, and loses where cards that it counts
sometimes are worth less. Entries of the same lengths lie in a chain, newest first. A full table
begins anew.

While combinations can fall into tricks, every rank matters and every card counts sometimes;
bounds are widened by what combinations can bring, too.

An entry is four numbers: who holds the cards of each suit (`OWNERS`); a mask of those that matter;
the cards left, the entry before in the chain, the value, whether East-West are promised, and the
place of the best card in the leader's hand; `ALL` and `ANY`.
"""

from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.compiling import Cells, inline, kernel
from games.belot.solving.double_dummy.bounds import points_in
from games.belot.solving.double_dummy.labels import ALL_CARDS
from games.belot.solving.double_dummy.roem import most_fours
from games.belot.solving.double_dummy.room import (
    ALL,
    ANY,
    BEST,
    COUNTS,
    ENTRIES,
    ENTRY,
    ENTRY_BITS,
    HANDS,
    HEAD_BITS,
    HEADS,
    HELD,
    KEY,
    LAST_TEN,
    LEFT,
    LENGTHS,
    LOW,
    MOST_ROEM,
    NEED,
    OWNERS,
    POINTS,
    REST,
    SEAT,
    SLACK,
    STATE,
    TURN_OF_TABLE,
    USED,
    VALUE,
)

LOWEST_VALUE: Final = -1024
VALUE_BITS: Final = 12
VALUE_AT: Final = 32 + ENTRY_BITS
SIDE_AT: Final = VALUE_AT + VALUE_BITS
BEST_AT: Final = SIDE_AT + 1
NO_BEST: Final = 8
CARDS: Final = 15
"""Of the four bits that tell the best card."""
TRIES: Final = 8
"""How many places a key can have."""
OWNERS_OF_SUIT: Final = 0xFFFF


def _kth_highest() -> tuple[int, ...]:
    """For each byte x 16 + k: its k-th highest bit, counted from 1; else 0."""
    found = [0] * (256 * 16)
    for byte in range(256):
        bits = [1 << bit for bit in range(7, -1, -1) if byte >> bit & 1]
        for place, bit in enumerate(bits):
            found[16 * byte + place + 1] = bit
    return tuple(found)


KTH_HIGHEST: Final = _kth_highest()


@kernel
def learn_patterns(w: Cells) -> None:
    """Fill `HELD`, `OWNERS` and `LENGTHS` for the hands in the row."""
    for seat in range(4):
        w[HELD + seat] = w[HANDS + seat]
    for slot in range(4):
        owners = OWNERS + 256 * slot
        lengths = LENGTHS + 256 * slot
        w[owners] = 0
        w[lengths] = 0
        for byte in range(1, 256):
            rest = byte & (byte - 1)
            label = 8 * slot + lowest(byte)
            seat = 0
            while seat < 3 and w[HANDS + seat] >> label & 1 == 0:
                seat += 1
            w[owners + byte] = w[owners + rest] | seat << (14 - 2 * popcount(rest))
            w[lengths + byte] = w[lengths + rest] + (1 << 4 * seat)


@kernel
def forget(w: Cells) -> None:
    """Begin the table anew."""
    w[TURN_OF_TABLE] += 1
    w[USED] = 0


@inline
def owners_of(w: Cells, left: int) -> int:
    """Who holds the cards of each suit, highest first: 16 bits a suit."""
    return (
        w[OWNERS + (left & 255)]
        | w[OWNERS + 256 + (left >> 8 & 255)] << 16
        | w[OWNERS + 512 + (left >> 16 & 255)] << 32
        | w[OWNERS + 768 + (left >> 24)] << 48
    )


@inline
def key_of(w: Cells, f: int) -> int:
    """The lengths of all hands, leader and capot state; one suit follows from the others.

    Where every rank matters, seven bits of who holds which make chains shorter.
    """
    left = w[f + LEFT]
    mixed = 0
    if w[f + SLACK]:
        owners = owners_of(w, left)
        mixed = (owners ^ owners >> 29) * 0x9E3779B97F4A7C1 >> 40 & 127
    return (
        w[LENGTHS + (left & 255)]
        | w[LENGTHS + 256 + (left >> 8 & 255)] << 16
        | w[LENGTHS + 512 + (left >> 16 & 255)] << 32
        | popcount(left) >> 2 << 48
        | w[f + SEAT] << 52
        | w[f + STATE] << 54
        | mixed << 56
    )


@inline
def head_of(w: Cells, tt: Cells, key: int) -> int:
    """The place of a key: where it is, or a free one, or that of another key."""
    mixed = (key ^ key >> 29) * 0x9E3779B97F4A7C1 >> 44
    for step in range(TRIES):
        head = HEADS + 2 * (mixed + step & (1 << HEAD_BITS) - 1)
        if tt[head] == key or tt[head + 1] >> ENTRY_BITS != w[TURN_OF_TABLE]:
            return head
    return HEADS + 2 * (mixed & (1 << HEAD_BITS) - 1)


@inline
def recall(w: Cells, tt: Cells, f: int) -> bool:
    """Whether the table answers the question of frame f; its value is set then."""
    key = key_of(w, f)
    head = head_of(w, tt, key)
    w[f + KEY] = key
    w[f + BEST] = 32
    if tt[head] != key or tt[head + 1] >> ENTRY_BITS != w[TURN_OF_TABLE]:
        return False
    left = w[f + LEFT]
    owners = owners_of(w, left)
    entry = tt[head + 1] & ENTRIES - 1
    place = tt[ENTRY * entry + 2] >> BEST_AT & CARDS
    if place != NO_BEST:
        hand = w[HANDS + w[f + SEAT]]
        while place:
            hand &= hand - 1
            place -= 1
        w[f + BEST] = lowest(hand)
    while entry:
        at = ENTRY * entry
        if (owners ^ tt[at]) & tt[at + 1] == 0 and holds(w, tt, f, at):
            rest_on_highest(w, f, tt[at + 1])
            return True
        entry = tt[at + 2] >> 32 & ENTRIES - 1
    return False


@inline
def holds(w: Cells, tt: Cells, f: int, at: int) -> bool:
    """Whether the promise of an entry, carried to frame f, answers its question."""
    told = tt[at + 2]
    known = told & ALL_CARDS
    left = w[f + LEFT]
    value = (told >> VALUE_AT & (1 << VALUE_BITS) - 1) + LOWEST_VALUE
    east_west = told >> SIDE_AT & 1
    every = tt[at + 3] & ALL_CARDS
    some = tt[at + 3] >> 32 & ALL_CARDS
    if known != left:
        gain = 0
        now_every = 0
        now_some = 0
        for seat in range(4):
            old = known & w[HELD + seat]
            new = left & w[HELD + seat]
            if old == new:
                now_every |= every & old
                now_some |= some & old
            else:
                while old:
                    label = lowest(old)
                    if some >> label & 1:
                        bit = new & -new
                        now_some |= bit
                        gap = w[POINTS + lowest(new)] - w[POINTS + label]
                        if every >> label & 1:
                            now_every |= bit
                            gain += gap
                        elif gap < 0:
                            gain += gap
                    old &= old - 1
                    new &= new - 1
        every = now_every
        some = now_some
        if w[COUNTS]:
            gain -= roem_apart(w, known, left)
        if east_west:
            value += w[f + REST] - LAST_TEN - points_in(w, known) - gain
        else:
            value += gain
    w[f + VALUE] = value
    w[f + ALL] = every
    w[f + ANY] = some
    return value < w[f + NEED] if east_west else value >= w[f + NEED]


@inline
def rest_on_highest(w: Cells, f: int, mask: int) -> None:
    """Let frame f rest on the highest cards of its suits, as many as an entry's mask tells."""
    low = 0
    for slot in range(4):
        count = popcount(mask >> (16 * slot) & OWNERS_OF_SUIT) >> 1
        byte = w[f + LEFT] >> (8 * slot) & 255
        low |= KTH_HIGHEST[16 * byte + count] << (8 * slot)
    w[f + LOW] = low


@inline
def roem_apart(w: Cells, known: int, left: int) -> int:
    """By how much combinations of cards of the same pattern can differ.

    In a suit with the same cards they are the same, card by card.
    """
    apart = most_fours(w, known) + most_fours(w, left)
    for slot in range(4):
        old = known >> (8 * slot) & 255
        new = left >> (8 * slot) & 255
        if old != new:
            apart += w[MOST_ROEM + 256 * slot + old] + w[MOST_ROEM + 256 * slot + new]
    return apart


@inline
def store(w: Cells, tt: Cells, f: int) -> None:
    """Keep the value of frame f as the newest entry of its key."""
    if w[USED] == ENTRIES - 1:
        forget(w)
    w[USED] += 1
    key = w[f + KEY]
    left = w[f + LEFT]
    head = head_of(w, tt, key)
    before = 0
    if tt[head] == key and tt[head + 1] >> ENTRY_BITS == w[TURN_OF_TABLE]:
        before = tt[head + 1] & ENTRIES - 1
    low = w[f + LOW]
    every = w[f + ALL]
    some = w[f + ANY]
    if w[f + SLACK]:
        low = ALL_CARDS
        every = 0
        some = left
    mask = 0
    for slot in range(4):
        suit = 0xFF << (8 * slot)
        ranked = low & left & suit
        if ranked:
            count = popcount(left & suit & -(ranked & -ranked))
            mask |= (0xFFFF0000 >> 2 * count & OWNERS_OF_SUIT) << (16 * slot)
    place = NO_BEST
    if w[f + BEST] < 32:
        place = popcount(w[HANDS + w[f + SEAT]] & (1 << w[f + BEST]) - 1)
    told = w[f + VALUE] - LOWEST_VALUE | place << VALUE_BITS + 1
    if w[f + VALUE] < w[f + NEED]:
        told |= 1 << VALUE_BITS
    at = ENTRY * w[USED]
    tt[at] = owners_of(w, left)
    tt[at + 1] = mask
    tt[at + 2] = left | before << 32 | told << VALUE_AT
    tt[at + 3] = every | some << 32
    tt[head] = key
    tt[head + 1] = w[USED] | w[TURN_OF_TABLE] << ENTRY_BITS
