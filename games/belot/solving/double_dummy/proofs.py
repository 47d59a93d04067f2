"""Proofs of frame values: which ranks matter, and which cards' points count.

A proof is a tree: one card for the side that the bound favours, all cards for the other.
Ranks matter of the winner of a trick in which another player followed suit, of the best
card so far where a duty compares with it, and of cashed cards. `LOW`, `ALL` and `ANY` of a
frame store it.
"""

from games.belot.bits import lowest
from games.belot.compiling import Cells, inline
from games.belot.solving.double_dummy.room import (
    ALL,
    ANY,
    COUNT,
    DUTIES,
    HANDS,
    HIGHER,
    LED,
    LEFT,
    LOW,
    SEAT,
    TOP,
    TRUMPED,
    TRUMPS,
    VALUE,
)
from games.belot.tricks import BEAT_PLAIN, FREE_WHEN_VOID, OVERTRUMP


@inline
def add_to_proof(w: Cells, f: int, value: int, low: int, every: int, some: int) -> None:
    """Add a failed card's value and proof to frame f."""
    if (value < w[f + VALUE]) == (w[f + SEAT] & 1 == 1):
        w[f + VALUE] = value
    w[f + LOW] |= low
    w[f + ALL] &= every
    w[f + ANY] |= some


@inline
def has_beaten_own_suit(w: Cells, f: int) -> bool:
    """Return whether the best card so far beat another one of its suit."""
    here = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    top = w[f + TOP]
    return w[f + LEFT] & ~here & 0xFF << (lowest(top) & 24) != top


@inline
def restricting_card(w: Cells, f: int, legal: int) -> int:
    """Best card so far if cards are illegal only because of its rank, else 0."""
    hand = w[HANDS + w[f + SEAT]]
    if w[f + COUNT] == 0 or legal == hand:
        return 0
    follow = hand & w[f + LED]
    if follow:
        return w[f + TOP] if legal != follow else 0
    if w[f + TRUMPED] or (w[DUTIES] & FREE_WHEN_VOID and has_beaten_own_suit(w, f)):
        return w[f + TOP]
    return 0


@inline
def permitting_card(w: Cells, f: int, move: int) -> int:
    """Card whose rank makes `move` legal; 0 if it is legal under any ranks."""
    if w[f + COUNT] == 0:
        return 0
    hand = w[HANDS + w[f + SEAT]]
    follow = hand & w[f + LED]
    trumps = w[TRUMPS]
    if follow:
        must_beat = w[f + LED] & trumps or (w[DUTIES] & BEAT_PLAIN and w[f + TRUMPED] == 0)
        if follow == move or not must_beat:
            return 0
        return move if w[f + HIGHER] & move else w[f + TOP]
    if hand & trumps == 0 or w[f + LED] & trumps:
        return 0
    if w[f + TRUMPED]:
        if w[f + HIGHER] & move:
            return move
        return 0 if move & trumps and w[DUTIES] & OVERTRUMP == 0 else w[f + TOP]
    return w[f + TOP] if move & trumps == 0 and has_beaten_own_suit(w, f) else 0


@inline
def swap_labels(mask: int, one: int, other: int) -> int:
    differ = (mask >> one ^ mask >> other) & 1
    return mask ^ (differ << one | differ << other)
