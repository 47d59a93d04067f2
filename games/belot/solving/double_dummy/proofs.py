"""What the value of a frame rests on: ranks that matter, and cards whose points it counts.

A value is a promise: North-South get at least so much where it reaches `NEED`, else East-West get
at least the rest. Its proof is a tree of lines, one card for the promised side and all open cards
for the other. Which ranks it needs: of the winner of a trick in which somebody else played the
suit, of the best card so far where a duty compares with it, of what is cashed. All other cards may
be any lower ones of their suit: their number in each hand settles what may be played. `LOW`, `ALL`
and `ANY` of a frame tell this.
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
def add(w: Cells, f: int, value: int, low: int, every: int, some: int) -> None:
    """Add what came of a card to what frame f rests on; its player promises nothing."""
    if (value < w[f + VALUE]) == (w[f + SEAT] & 1 == 1):
        w[f + VALUE] = value
    w[f + LOW] |= low
    w[f + ALL] &= every
    w[f + ANY] |= some


@inline
def was_compared(w: Cells, f: int) -> bool:
    """Whether the best card so far beat another one of its suit."""
    here = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    top = w[f + TOP]
    return w[f + LEFT] & ~here & 0xFF << (lowest(top) & 24) != top


@inline
def what_closes(w: Cells, f: int, legal: int) -> int:
    """The best card so far where only its rank lets no more than `legal` be played, else 0.

    Lower ranks could open other cards then: those that the proof has not tried.
    """
    hand = w[HANDS + w[f + SEAT]]
    if w[f + COUNT] == 0 or legal == hand:
        return 0
    follow = hand & w[f + LED]
    if follow:
        return w[f + TOP] if legal != follow else 0
    if w[f + TRUMPED] or (w[DUTIES] & FREE_WHEN_VOID and was_compared(w, f)):
        return w[f + TOP]
    return 0


@inline
def what_opens(w: Cells, f: int, move: int) -> int:
    """The card whose rank makes a card legal in frame f; 0 where it is so under any ranks."""
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
    return w[f + TOP] if move & trumps == 0 and was_compared(w, f) else 0


@inline
def swap(mask: int, one: int, other: int) -> int:
    """A mask in which two labels changed places."""
    differ = (mask >> one ^ mask >> other) & 1
    return mask ^ (differ << one | differ << other)
