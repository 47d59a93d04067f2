"""Transposition table whose entries apply wherever their proof holds.

That is in positions with equal suit lengths, leader and capot state in which the same
seats own the highest cards, down to the lowest that matters. Mapped card by card within
each hand, a bound changes by the points of cards always counted, and loses where cards
sometimes counted are worth less. While roem is possible, every rank matters and every card
counts sometimes. Entries of equal lengths form a chain, newest first.

An entry is four numbers: owners by suit (`OWNERS`); mask of the owners that matter; cards
left, previous entry, value, bound's side, and index of the best card in the leader's hand;
`ALL` and `ANY`.
"""

from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.compiling import Cells, inline, kernel
from games.belot.solving.double_dummy.bounds import points_in
from games.belot.solving.double_dummy.labels import ALL_CARDS
from games.belot.solving.double_dummy.roem import max_fours
from games.belot.solving.double_dummy.room import (
    ALL,
    ANY,
    BEST,
    ENTRIES,
    ENTRY_BITS,
    ENTRY_SIZE,
    HANDS,
    HAS_ROEM,
    HEAD_BITS,
    HEADS,
    INITIAL_HANDS,
    KEY,
    LAST_TEN,
    LEFT,
    LENGTHS,
    LOW,
    MAX_ROEM,
    NEED,
    OWNERS,
    POINTS,
    REST,
    SEAT,
    SLACK,
    STATE,
    TABLE_GENERATION,
    USED_ENTRIES,
    VALUE,
)

LOWEST_VALUE: Final = -1024
VALUE_BITS: Final = 12
VALUE_AT: Final = 32 + ENTRY_BITS
SIDE_AT: Final = VALUE_AT + VALUE_BITS
BEST_AT: Final = SIDE_AT + 1
NO_BEST: Final = 8
BEST_CARD_MASK: Final = 15
MAX_PROBES: Final = 8
OWNERS_OF_SUIT: Final = 0xFFFF


def _kth_highest() -> tuple[int, ...]:
    """For each byte x 16 + k: its k-th highest bit, counted from 1; else 0."""
    table = [0] * (256 * 16)
    for byte in range(256):
        bits = [1 << bit for bit in range(7, -1, -1) if byte >> bit & 1]
        for place, bit in enumerate(bits):
            table[16 * byte + place + 1] = bit
    return tuple(table)


KTH_HIGHEST: Final = _kth_highest()


@kernel
def fill_pattern_tables(w: Cells) -> None:
    for seat in range(4):
        w[INITIAL_HANDS + seat] = w[HANDS + seat]
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
def clear_table(w: Cells) -> None:
    w[TABLE_GENERATION] += 1
    w[USED_ENTRIES] = 0


@inline
def owners_of(w: Cells, left: int) -> int:
    """Owners of each suit's cards, highest first: 16 bits per suit."""
    return (
        w[OWNERS + (left & 255)]
        | w[OWNERS + 256 + (left >> 8 & 255)] << 16
        | w[OWNERS + 512 + (left >> 16 & 255)] << 32
        | w[OWNERS + 768 + (left >> 24)] << 48
    )


@inline
def position_key(w: Cells, f: int) -> int:
    """Suit lengths of all hands, leader and capot state.

    Where every rank matters, seven hash bits of the owners shorten the chains.
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
def head_index(w: Cells, tt: Cells, key: int) -> int:
    """Index of a key's slot: its own, else a free one, else another key's."""
    mixed = (key ^ key >> 29) * 0x9E3779B97F4A7C1 >> 44
    for step in range(MAX_PROBES):
        head = HEADS + 2 * (mixed + step & (1 << HEAD_BITS) - 1)
        if tt[head] == key or tt[head + 1] >> ENTRY_BITS != w[TABLE_GENERATION]:
            return head
    return HEADS + 2 * (mixed & (1 << HEAD_BITS) - 1)


@inline
def is_decided_by_table(w: Cells, tt: Cells, f: int) -> bool:
    """Return whether the table decides the test of frame f; if so, set its value."""
    key = position_key(w, f)
    head = head_index(w, tt, key)
    w[f + KEY] = key
    w[f + BEST] = 32
    if tt[head] != key or tt[head + 1] >> ENTRY_BITS != w[TABLE_GENERATION]:
        return False
    left = w[f + LEFT]
    owners = owners_of(w, left)
    entry = tt[head + 1] & ENTRIES - 1
    place = tt[ENTRY_SIZE * entry + 2] >> BEST_AT & BEST_CARD_MASK
    if place != NO_BEST:
        hand = w[HANDS + w[f + SEAT]]
        while place:
            hand &= hand - 1
            place -= 1
        w[f + BEST] = lowest(hand)
    while entry:
        at = ENTRY_SIZE * entry
        if (owners ^ tt[at]) & tt[at + 1] == 0 and is_decided_by_entry(w, tt, f, at):
            set_proof_ranks(w, f, tt[at + 1])
            return True
        entry = tt[at + 2] >> 32 & ENTRIES - 1
    return False


@inline
def is_decided_by_entry(w: Cells, tt: Cells, f: int, at: int) -> bool:
    """Return whether an entry's bound, carried over to frame f, decides its test."""
    packed = tt[at + 2]
    known = packed & ALL_CARDS
    left = w[f + LEFT]
    value = (packed >> VALUE_AT & (1 << VALUE_BITS) - 1) + LOWEST_VALUE
    east_west = packed >> SIDE_AT & 1
    every = tt[at + 3] & ALL_CARDS
    some = tt[at + 3] >> 32 & ALL_CARDS
    if known != left:
        gain = 0
        now_every = 0
        now_some = 0
        for seat in range(4):
            old = known & w[INITIAL_HANDS + seat]
            new = left & w[INITIAL_HANDS + seat]
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
        if w[HAS_ROEM]:
            gain -= max_roem_difference(w, known, left)
        if east_west:
            value += w[f + REST] - LAST_TEN - points_in(w, known) - gain
        else:
            value += gain
    w[f + VALUE] = value
    w[f + ALL] = every
    w[f + ANY] = some
    return value < w[f + NEED] if east_west else value >= w[f + NEED]


@inline
def set_proof_ranks(w: Cells, f: int, mask: int) -> None:
    """Set `LOW` of frame f to as many highest cards as an entry's mask counts."""
    low = 0
    for slot in range(4):
        count = popcount(mask >> (16 * slot) & OWNERS_OF_SUIT) >> 1
        byte = w[f + LEFT] >> (8 * slot) & 255
        low |= KTH_HIGHEST[16 * byte + count] << (8 * slot)
    w[f + LOW] = low


@inline
def max_roem_difference(w: Cells, known: int, left: int) -> int:
    """Largest possible roem difference between two sets of cards with the same pattern."""
    apart = max_fours(w, known) + max_fours(w, left)
    for slot in range(4):
        old = known >> (8 * slot) & 255
        new = left >> (8 * slot) & 255
        if old != new:
            apart += w[MAX_ROEM + 256 * slot + old] + w[MAX_ROEM + 256 * slot + new]
    return apart


@inline
def store(w: Cells, tt: Cells, f: int) -> None:
    if w[USED_ENTRIES] == ENTRIES - 1:
        clear_table(w)
    w[USED_ENTRIES] += 1
    key = w[f + KEY]
    left = w[f + LEFT]
    head = head_index(w, tt, key)
    before = 0
    if tt[head] == key and tt[head + 1] >> ENTRY_BITS == w[TABLE_GENERATION]:
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
    packed_value = w[f + VALUE] - LOWEST_VALUE | place << VALUE_BITS + 1
    if w[f + VALUE] < w[f + NEED]:
        packed_value |= 1 << VALUE_BITS
    at = ENTRY_SIZE * w[USED_ENTRIES]
    tt[at] = owners_of(w, left)
    tt[at + 1] = mask
    tt[at + 2] = left | before << 32 | packed_value << VALUE_AT
    tt[at + 3] = every | some << 32
    tt[head] = key
    tt[head + 1] = w[USED_ENTRIES] | w[TABLE_GENERATION] << ENTRY_BITS
