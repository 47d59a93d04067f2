"""Bounds on a position between tricks, without playing a card."""

from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.compiling import Cells, inline
from games.belot.solving.double_dummy.labels import ALL_CARDS, LAST_SLOT
from games.belot.solving.double_dummy.roem import roem_of
from games.belot.solving.double_dummy.room import (
    ALL,
    ANY,
    CAPOT_EW,
    CAPOT_NS,
    DUTIES,
    HANDS,
    INFINITE_POINTS,
    LEFT,
    LOW,
    NEED,
    POINTS,
    REST,
    SEAT,
    SLACK,
    STATE,
    SURE_ALL,
    SURE_ANY,
    SURE_LOW,
    TRUMPS,
    VALUE,
)
from games.belot.tricks import CLOSED_LEAD

NO_SURE_TRICK: Final = -1
"""0 would be a trick without points."""


@inline
def points_in(w: Cells, mask: int) -> int:
    total = 0
    while mask:
        total += w[POINTS + lowest(mask)]
        mask &= mask - 1
    return total


@inline
def highest_card(mask: int) -> int:
    """Highest card of a mask within one suit; 0 if empty."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    return mask & ~(mask >> 1)


@inline
def beating_cards(label: int, trumps: int) -> int:
    move = 1 << label
    higher = (0xFF << (label & 24)) & -(move << 1)
    return higher if trumps & move else higher | trumps


@inline
def is_decided_by_bounds(w: Cells, f: int) -> bool:
    """Return whether bounds decide the test of frame `f`; if so, set its value."""
    left = w[f + LEFT]
    state = w[f + STATE]
    need = w[f + NEED]
    w[f + LOW] = 0
    w[f + ALL] = 0
    w[f + ANY] = 0
    if left == 0:
        w[f + VALUE] = capot_premium(w, state)
        return True
    most = w[f + REST]
    slack = w[f + SLACK]
    cards = popcount(left)
    low = -slack if state & 1 else -slack - w[CAPOT_EW]
    high = most + slack if state & 2 else most + slack + w[CAPOT_NS]
    if need > high or need <= low:
        w[f + VALUE] = high if need > high else low
        return True
    if cards == 4:
        value_last_trick(w, f)
        return True
    side = w[f + SEAT] & 1
    sure = points_by_cashing(w, w[f + SEAT], left, most)
    w[SURE_ANY] = w[SURE_ALL]
    if sure == NO_SURE_TRICK:
        sure = sure_points(w, w[f + SEAT], left, most)
        side ^= 1
        if sure == NO_SURE_TRICK:
            return False
    w[f + LOW] = w[SURE_LOW]
    w[f + ALL] = w[SURE_ALL]
    w[f + ANY] = w[SURE_ANY]
    if sure == most and side == w[f + SEAT] & 1:
        w[f + VALUE] = low + slack if side else high - slack
        return w[f + VALUE] < need if side else w[f + VALUE] >= need
    if side == 0:
        w[f + VALUE] = sure - slack
        return sure - slack >= need
    w[f + VALUE] = most - sure + slack
    return most - sure + slack < need


@inline
def capot_premium(w: Cells, state: int) -> int:
    if state == 1:
        return w[CAPOT_NS]
    return -w[CAPOT_EW] if state == 2 else 0


@inline
def value_last_trick(w: Cells, f: int) -> None:
    left = w[f + LEFT]
    winner = last_winner(w, w[f + SEAT])
    east_west = winner & 1
    value = capot_premium(w, w[f + STATE] | 1 << east_west) + (0 if east_west else w[f + REST])
    if w[f + SLACK]:
        value += -roem_of(w, left) if east_west else roem_of(w, left)
    w[f + VALUE] = value
    if (value >= w[f + NEED]) == (east_west == 0):
        w[f + ALL] = left
        w[f + ANY] = left
    best = w[HANDS + winner]
    if left & 0xFF << (lowest(best) & 24) != best:
        w[f + LOW] = best


@inline
def last_winner(w: Cells, leader: int) -> int:
    best = w[HANDS + leader]
    winner = leader
    for step in range(1, 4):
        seat = (leader + step) & 3
        if beating_cards(lowest(best), w[TRUMPS]) & w[HANDS + seat]:
            best = w[HANDS + seat]
            winner = seat
    return winner


@inline
def points_by_cashing(w: Cells, seat: int, left: int, most: int) -> int:
    """Points that a seat on lead takes by cashing its top cards, trumps first.

    `most` if that takes all remaining tricks, `NO_SURE_TRICK` if none is certain. While
    another player can still trump, a suit is only cashed as often as that player follows. A
    player with no more cards of a suit than are cashed loses them all. Sets `SURE_LOW` (lowest
    top card) and `SURE_ALL` (cards won).
    """
    own = w[HANDS + seat]
    a = w[HANDS + ((seat + 1) & 3)]
    b = w[HANDS + ((seat + 2) & 3)]
    c = w[HANDS + ((seat + 3) & 3)]
    with_trump_suit = w[TRUMPS] == LAST_SLOT
    closed = with_trump_suit and w[DUTIES] & CLOSED_LEAD and own & ~LAST_SLOT
    trumpers = 0
    rounds = 0
    low = 0
    won = 0
    for shift in range(24, -8, -8):
        suit = 0xFF << shift
        mine = own & suit
        long_a = popcount(a & suit)
        long_b = popcount(b & suit)
        long_c = popcount(c & suit)
        count = 0
        if mine and not (closed and shift == 24):
            others = (a | b | c) & suit
            tops = mine & -(highest_card(others) << 1) if others else mine
            sure = tops if others else 0
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
                sure &= tops
                low |= sure & -sure
                won |= tops
                won |= a & suit if long_a <= count else 0
                won |= b & suit if long_b <= count else 0
                won |= c & suit if long_c <= count else 0
        if shift == 24 and with_trump_suit:
            trumpers = (long_a > count) | (long_b > count) << 1 | (long_c > count) << 2
    w[SURE_LOW] = low
    w[SURE_ALL] = won
    if 4 * rounds >= popcount(left):
        w[SURE_ALL] = left
        return most
    return points_in(w, won) if rounds else NO_SURE_TRICK


@inline
def sure_points(w: Cells, leader: int, left: int, most: int) -> int:
    """Points certain for the opponents: they win any lead and then cash.

    `NO_SURE_TRICK` if the leader's side can win or trump a lead.
    """
    hand = w[HANDS + leader]
    trumps = w[TRUMPS]
    first = (leader + 1) & 3
    third = (leader + 3) & 3
    void_matters = trumps if trumps != ALL_CARDS else 0
    with_first = INFINITE_POINTS
    with_third = INFINITE_POINTS
    low = 0
    for shift in range(0, 32, 8):
        suit = 0xFF << shift
        if hand & suit:
            top = highest_card(left & suit)
            low |= top
            if void_matters & ~suit:
                for step in range(1, 4):
                    other = w[HANDS + ((leader + step) & 3)]
                    if other & suit == 0 and other & trumps:
                        return NO_SURE_TRICK
            if w[HANDS + first] & top:
                with_first = 0
            elif w[HANDS + third] & top:
                with_third = 0
            else:
                return NO_SURE_TRICK
    every = ALL_CARDS
    some = 0
    if with_first == 0:
        with_first = points_by_cashing(w, first, left, most)
        low |= w[SURE_LOW]
        every &= w[SURE_ALL]
        some |= w[SURE_ALL]
    if with_third == 0:
        with_third = points_by_cashing(w, third, left, most)
        low |= w[SURE_LOW]
        every &= w[SURE_ALL]
        some |= w[SURE_ALL]
    w[SURE_LOW] = low
    w[SURE_ALL] = every
    w[SURE_ANY] = some
    return min(with_first, with_third)
