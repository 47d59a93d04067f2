"""What is known of positions met before, under the pattern of who owns which of the cards left.

For a deal the pattern of a suit is a function of its cards left alone, so the key holds, for each
suit, the first cards (`CANON`) with the same owners in the same order. Two positions with one key
offer the same lines of play; they differ by the points of the cards that correspond, and bounds
are widened by that.
"""

from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.compiling import Cells, inline, kernel
from games.belot.solving.double_dummy.labels import ALL_CARDS
from games.belot.solving.double_dummy.room import (
    BEST,
    CANON,
    FAR,
    HANDS,
    KEY,
    LEFT,
    NEED,
    POINTS,
    SEAT,
    STATE,
    TABLE_BITS,
    TURN_OF_TABLE,
    VALUE,
)

NO_LOW: Final = -256
NO_HIGH: Final = 767


@kernel
def learn_patterns(w: Cells) -> None:
    """Fill `CANON` for the hands in the row."""
    for slot in range(4):
        base = CANON + 256 * slot
        w[base] = 0
        for byte in range(1, 256):
            top = 7
            while not byte >> top & 1:
                top -= 1
            before = w[base + (byte ^ (1 << top))] >> (8 * slot) & 0xFF
            place = 0
            while before >> place:
                place += 1
            while not same_owner(w, 8 * slot + place, 8 * slot + top):
                place += 1
            w[base + byte] = (before | 1 << place) << (8 * slot)


@kernel
def same_owner(w: Cells, one: int, other: int) -> bool:
    """Whether two labels lie in one hand."""
    for seat in range(4):
        if w[HANDS + seat] >> one & 1:
            return w[HANDS + seat] >> other & 1 == 1
    held = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    return held >> other & 1 == 0


@inline
def key_of(w: Cells, f: int) -> int:
    """The pattern, leader, capot state and generation of a frame."""
    left = w[f + LEFT]
    return (
        w[CANON + (left & 255)]
        | w[CANON + 256 + (left >> 8 & 255)]
        | w[CANON + 512 + (left >> 16 & 255)]
        | w[CANON + 768 + (left >> 24)]
        | w[f + SEAT] << 32
        | w[f + STATE] << 34
        | w[TURN_OF_TABLE] << 36
    )


@inline
def place_of(key: int) -> int:
    """The place of the first of the four entries for a key."""
    mixed = (key ^ key >> 17) * 0x9E3779B1
    return (mixed >> 20 & ((1 << (TABLE_BITS - 2)) - 1)) << 3


@inline
def recall(w: Cells, tt: Cells, f: int) -> bool:
    """Whether the table answers the question of frame f; its value is set then."""
    key = key_of(w, f)
    w[f + KEY] = key
    w[f + BEST] = 32
    need = w[f + NEED]
    left = w[f + LEFT]
    place = place_of(key)
    for entry in range(place, place + 8, 2):
        if tt[entry] == key:
            known = tt[entry + 1]
            low = (known >> 32 & 1023) + NO_LOW
            high = (known >> 42 & 1023) + NO_LOW
            if known & ALL_CARDS == left:
                w[f + BEST] = known >> 52
            elif low < need <= high:
                continue
            else:
                gaps = slack(w, known & ALL_CARDS, left)
                low -= gaps & 4095
                high += gaps >> 12
            if low >= need:
                w[f + VALUE] = low
                return True
            if high < need:
                w[f + VALUE] = high
                return True
    return False


@inline
def slack(w: Cells, known: int, left: int) -> int:
    """How much more and how much less cards of the same pattern can bring: more x 4096 + less."""
    more = 0
    less = 0
    for shift in range(0, 32, 8):
        old = known & 255 << shift
        new = left & 255 << shift
        if old != new:
            while old:
                gap = w[POINTS + lowest(new)] - w[POINTS + lowest(old)]
                if gap > 0:
                    more += gap
                else:
                    less -= gap
                old &= old - 1
                new &= new - 1
    return more << 12 | less


@inline
def store(w: Cells, tt: Cells, f: int) -> None:
    """Keep the value of frame f as a bound; the least useful of four entries makes room."""
    key = w[f + KEY]
    value = w[f + VALUE]
    left = w[f + LEFT]
    place = place_of(key)
    low = NO_LOW
    high = NO_HIGH
    victim = place
    least = FAR
    for entry in range(place, place + 8, 2):
        known = tt[entry + 1]
        if tt[entry] == key and known & ALL_CARDS == left:
            victim = entry
            low = (known >> 32 & 1023) + NO_LOW
            high = (known >> 42 & 1023) + NO_LOW
            break
        worth = popcount(known & ALL_CARDS) if tt[entry] >> 36 == key >> 36 else 0
        if worth < least:
            least = worth
            victim = entry
    if value >= w[f + NEED]:
        low = value
    else:
        high = value
    tt[victim] = key
    tt[victim + 1] = left | (low - NO_LOW) << 32 | (high - NO_LOW) << 42 | w[f + BEST] << 52
