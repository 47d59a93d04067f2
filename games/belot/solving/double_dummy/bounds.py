"""What is certain at the beginning of a trick without playing a card."""

from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.compiling import Cells, inline
from games.belot.solving.double_dummy.labels import ALL_CARDS, LAST_SLOT
from games.belot.solving.double_dummy.room import (
    CAPOT,
    FAR,
    HANDS,
    LEFT,
    NEED,
    POINTS,
    REST,
    SEAT,
    STATE,
    TRUMPS,
    VALUE,
)

NOTHING: Final = -1
"""No trick is certain; 0 would be a trick without points."""


@inline
def points_in(w: Cells, mask: int) -> int:
    """The points of a mask of labels."""
    total = 0
    while mask:
        total += w[POINTS + lowest(mask)]
        mask &= mask - 1
    return total


@inline
def top_of(mask: int) -> int:
    """The highest card of a mask that lies within one suit; 0 for none."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    return mask & ~(mask >> 1)


@inline
def above(label: int, trumps: int) -> int:
    """The mask of cards that beat a card."""
    move = 1 << label
    higher = (0xFF << (label & 24)) & -(move << 1)
    return higher if trumps & move else higher | trumps


@inline
def answer_by_bounds(w: Cells, f: int) -> bool:
    """Whether the question of frame f is answered at once; its value is set then."""
    left = w[f + LEFT]
    state = w[f + STATE]
    need = w[f + NEED]
    if left == 0:
        w[f + VALUE] = capot_premium(state)
        return True
    most = w[f + REST]
    cards = popcount(left)
    if cards == 4:
        east_west = last_winner(w, w[f + SEAT]) & 1
        w[f + VALUE] = capot_premium(state | 1 << east_west) + (0 if east_west else most)
        return True
    low = 0 if state & 1 else -CAPOT
    high = most if state & 2 else most + CAPOT
    if need > high or need <= low:
        w[f + VALUE] = high if need > high else low
        return True
    side = w[f + SEAT] & 1
    sure = cash(w, w[f + SEAT], cards >> 2, most)
    if sure == most:
        # The leader takes every trick that is left.
        w[f + VALUE] = low if side else high
        return True
    if sure == NOTHING:
        sure = sure_points(w, w[f + SEAT], left, cards >> 2, most)
        side ^= 1
    if sure == NOTHING:
        return False
    if side == 0:
        w[f + VALUE] = sure
        return sure >= need
    w[f + VALUE] = most - sure
    return most - sure < need


@inline
def capot_premium(state: int) -> int:
    """The premium for every trick: for North-South, against them, or none."""
    if state == 1:
        return CAPOT
    return -CAPOT if state == 2 else 0


@inline
def last_winner(w: Cells, leader: int) -> int:
    """The winner of the last trick, each hand holding one card."""
    best = w[HANDS + leader]
    winner = leader
    for step in range(1, 4):
        seat = (leader + step) & 3
        if above(lowest(best), w[TRUMPS]) & w[HANDS + seat]:
            best = w[HANDS + seat]
            winner = seat
    return winner


@inline
def cash(w: Cells, seat: int, tricks: int, most: int) -> int:
    """The points that a seat on lead takes by cashing from the top, trumps first.

    `most` if that takes all tricks left, `NOTHING` if none is sure. A suit is cashed as long as
    its cards are higher than all others, and to the end where that exhausts the others. While
    anybody can still trump, only as often as that player follows suit. Whoever has no more cards
    of a cashed suit than are cashed loses them all, be it by following or by throwing them off.
    """
    own = w[HANDS + seat]
    a = w[HANDS + ((seat + 1) & 3)]
    b = w[HANDS + ((seat + 2) & 3)]
    c = w[HANDS + ((seat + 3) & 3)]
    with_trump_suit = w[TRUMPS] == LAST_SLOT
    trumpers = 0
    rounds = 0
    total = 0
    for shift in range(24, -8, -8):
        suit = 0xFF << shift
        mine = own & suit
        long_a = popcount(a & suit)
        long_b = popcount(b & suit)
        long_c = popcount(c & suit)
        count = 0
        if mine:
            tops = mine & -(top_of((a | b | c) & suit) << 1) if (a | b | c) & suit else mine
            count = popcount(tops)
            if count >= max(long_a, long_b, long_c):
                tops = mine
                count = popcount(mine)
            safe = 8
            if trumpers & 1:
                safe = min(safe, long_a)
            if trumpers & 2:
                safe = min(safe, long_b)
            if trumpers & 4:
                safe = min(safe, long_c)
            while count > safe:
                tops &= tops - 1
                count -= 1
            if count:
                rounds += count
                total += points_in(w, tops)
                total += points_in(w, a & suit) if long_a <= count else 0
                total += points_in(w, b & suit) if long_b <= count else 0
                total += points_in(w, c & suit) if long_c <= count else 0
        if shift == 24 and with_trump_suit:
            trumpers = (long_a > count) | (long_b > count) << 1 | (long_c > count) << 2
    if rounds >= tricks:
        return most
    return total if rounds else NOTHING


@inline
def sure_points(w: Cells, leader: int, left: int, tricks: int, most: int) -> int:
    """The points sure for the other side: whatever is led, a seat wins it and then cashes.

    `NOTHING` where some lead may be won by the leader's side or trumped.
    """
    hand = w[HANDS + leader]
    trumps = w[TRUMPS]
    first = (leader + 1) & 3
    third = (leader + 3) & 3
    void_matters = trumps if trumps != ALL_CARDS else 0
    with_first = FAR
    with_third = FAR
    for shift in range(0, 32, 8):
        suit = 0xFF << shift
        if hand & suit:
            top = top_of(left & suit)
            if void_matters & ~suit:
                for step in range(1, 4):
                    other = w[HANDS + ((leader + step) & 3)]
                    if other & suit == 0 and other & trumps:
                        return NOTHING
            if w[HANDS + first] & top:
                with_first = 0
            elif w[HANDS + third] & top:
                with_third = 0
            else:
                return NOTHING
    if with_first == 0:
        with_first = cash(w, first, tricks, most)
    if with_third == 0:
        with_third = cash(w, third, tricks, most)
    return min(with_first, with_third)
