"""What is certain at the beginning of a trick without playing a card."""

from games.belot.bits import lowest, popcount
from games.belot.compiling import Ints, kernel
from games.belot.double_dummy.room import (
    CAPOT,
    HANDS,
    LAST_TEN,
    LEFT,
    NEED,
    POINTS,
    SEAT,
    STATE,
    TRUMPS,
    VALUE,
)


@kernel
def points_in(w: Ints, mask: int) -> int:
    """The points of a mask of labels."""
    total = 0
    while mask:
        total += w[POINTS + lowest(mask)]
        mask &= mask - 1
    return total


@kernel
def bounded(w: Ints, f: int) -> bool:
    """Whether the question of frame f is answered at once; its value is set then."""
    left = w[f + LEFT]
    state = w[f + STATE]
    need = w[f + NEED]
    if left == 0:
        w[f + VALUE] = ending(state)
        return True
    most = points_in(w, left) + LAST_TEN
    if popcount(left) == 4:
        winner = last_winner(w, w[f + SEAT])
        w[f + VALUE] = ending(state | (2 if winner & 1 else 1)) + (0 if winner & 1 else most)
        return True
    least = 0
    high = most
    if not state & 1:
        least = -CAPOT
    if not state & 2:
        high = most + CAPOT
    if need > high:
        w[f + VALUE] = high
        return True
    if need <= least:
        w[f + VALUE] = least
        return True
    return False


@kernel
def ending(state: int) -> int:
    """The premium for every trick: for North-South, against them, or none."""
    if state == 1:
        return CAPOT
    return -CAPOT if state == 2 else 0


@kernel
def last_winner(w: Ints, leader: int) -> int:
    """Who wins the last trick, each hand holding one card."""
    trumps = w[TRUMPS]
    best = w[HANDS + leader]
    winner = leader
    for step in range(1, 4):
        seat = (leader + step) & 3
        card = w[HANDS + seat]
        suit = 0xFF << (lowest(best) & 24)
        higher = (suit & -(best << 1)) | (0 if trumps & best else trumps)
        if higher & card:
            best = card
            winner = seat
    return winner
