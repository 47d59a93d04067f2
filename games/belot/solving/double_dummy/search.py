"""Null-window alpha-beta search over relabelled cards, with frames in one row.

Points are North-South's for the rest of the deal, including the current trick, the last
ten, the premium for all tricks and half of the roem.
"""

from games.belot.bits import lowest
from games.belot.compiling import Cells, inline, kernel
from games.belot.solving.double_dummy.bounds import beating_cards, is_decided_by_bounds
from games.belot.solving.double_dummy.moves import next_move, open_moves, prune_moves
from games.belot.solving.double_dummy.proofs import add_to_proof, permitting_card
from games.belot.solving.double_dummy.roem import max_roem, roem_of
from games.belot.solving.double_dummy.room import (
    ALL,
    ANY,
    BEST,
    COUNT,
    DUTY,
    FRAME,
    GAIN,
    HANDS,
    HIGHER,
    INFINITE_POINTS,
    LAST_TEN,
    LED,
    LEFT,
    LOW,
    MOVE,
    NEED,
    NODES,
    OPEN,
    POINTS,
    POT,
    REST,
    SEAT,
    SLACK,
    STATE,
    TOP,
    TRUMPED,
    TRUMPS,
    VALUE,
    WINNER,
)
from games.belot.solving.double_dummy.transpositions import is_decided_by_table, store


@kernel
def null_window_search(w: Cells, tt: Cells, top: int, need: int) -> int:
    """Return at least `need` (a lower bound) if North-South can get it, else an upper bound."""
    f = top
    w[f + NEED] = need
    while True:
        w[NODES] += 1
        back = w[f + COUNT] == 0 and (is_decided_by_bounds(w, f) or is_decided_by_table(w, tt, f))
        if not back:
            open_moves(w, f)
            w[f + VALUE] = INFINITE_POINTS if w[f + SEAT] & 1 else -INFINITE_POINTS
        while back:
            if f == top:
                return w[f + VALUE]
            f -= FRAME
            back = update_value(w, tt, f)
        play_card(w, f, next_move(w, f))
        f += FRAME


@inline
def play_card(w: Cells, f: int, move: int) -> None:
    seat = w[f + SEAT]
    count = w[f + COUNT]
    label = lowest(move)
    w[f + MOVE] = move
    w[f + GAIN] = 0
    w[HANDS + seat] ^= move
    g = f + FRAME
    pot = w[f + POT] + w[POINTS + label]
    w[g + NEED] = w[f + NEED]
    w[g + STATE] = w[f + STATE]
    w[g + POT] = pot
    w[g + LEFT] = w[f + LEFT]
    w[g + REST] = w[f + REST]
    w[g + SLACK] = w[f + SLACK]
    w[g + LED] = w[f + LED] if count else 0xFF << (label & 24)
    if count == 0 or w[f + HIGHER] & move:
        w[g + TOP] = move
        w[g + HIGHER] = beating_cards(label, w[TRUMPS])
        w[g + TRUMPED] = 0 if w[g + LED] & move else 1
        w[g + WINNER] = winner = seat
    else:
        w[g + TOP] = w[f + TOP]
        w[g + HIGHER] = w[f + HIGHER]
        w[g + TRUMPED] = w[f + TRUMPED]
        w[g + WINNER] = winner = w[f + WINNER]
    if count < 3:
        w[g + SEAT] = (seat + 1) & 3
        w[g + COUNT] = count + 1
    else:
        take_trick(w, f, g, winner, pot)


@inline
def take_trick(w: Cells, f: int, g: int, winner: int, pot: int) -> None:
    """Start the next trick in frame g; store the finished one's points in frame f."""
    left = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    gain = 0
    if winner & 1 == 0:
        gain = pot if left else pot + LAST_TEN
    slack = w[f + SLACK]
    if slack:
        roem = roem_of(w, w[f + LEFT] & ~left)
        gain += -roem if winner & 1 else roem
        slack = max_roem(w, left)
    w[g + SLACK] = slack
    w[f + GAIN] = gain
    w[g + NEED] = w[f + NEED] - gain
    w[g + STATE] = w[f + STATE] | (2 if winner & 1 else 1)
    w[g + SEAT] = winner
    w[g + COUNT] = 0
    w[g + LED] = 0
    w[g + HIGHER] = 0
    w[g + TRUMPED] = 0
    w[g + POT] = 0
    w[g + LEFT] = left
    w[g + REST] = w[f + REST] - pot


@inline
def update_value(w: Cells, tt: Cells, f: int) -> bool:
    """Undo the last card and use its value; return whether the frame is finished."""
    seat = w[f + SEAT]
    move = w[f + MOVE]
    g = f + FRAME
    value = w[g + VALUE] + w[f + GAIN]
    need = w[f + NEED]
    low = w[g + LOW]
    won = 0
    if w[f + COUNT] == 3:
        trick = w[f + LEFT] & ~(w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3])
        if (w[g + SEAT] & 1 == 0) == (value >= need):
            won = trick
        top = w[g + TOP]
        if trick & 0xFF << (lowest(top) & 24) != top:
            low |= top
    w[HANDS + seat] ^= move
    if (value >= need) == (seat & 1 == 0):
        w[f + VALUE] = value
        w[f + BEST] = lowest(move)
        w[f + LOW] = low | permitting_card(w, f, move)
        w[f + ALL] = w[g + ALL] | won
        w[f + ANY] = w[g + ANY] | won
    else:
        add_to_proof(w, f, value, low, w[g + ALL] | won, w[g + ANY] | won)
        if w[f + OPEN]:
            prune_moves(w, f, value, low, w[g + ALL] | won, w[g + ANY] | won)
            if w[f + OPEN]:
                return False
        w[f + LOW] |= w[f + DUTY]
    if w[f + COUNT] == 0:
        store(w, tt, f)
    return True
