"""Minimal roem of a lost contract, which scores all roem of the deal.

The declaring side (here always North-South) minimises it; the defence maximises it while
still defeating the contract.
"""

from typing import Final

from games.belot.compiling import Cells, inline, kernel
from games.belot.solving.double_dummy.moves import next_move, open_moves
from games.belot.solving.double_dummy.roem import roem_of
from games.belot.solving.double_dummy.room import (
    ANSWER,
    COUNT,
    DEAL_GENERATION,
    FRAME,
    FRAMES,
    HANDS,
    LEFT,
    MEMO,
    MEMO_BITS,
    MOVE,
    NEED,
    OPEN,
    SEAT,
    SLACK,
    SPARE,
    STATE,
)
from games.belot.solving.double_dummy.search import null_window_search, play_card

ROEM_STEP: Final = 5
"""Half of roem is a multiple of five."""
MEMO_OFFSET: Final = 1 << 15
"""Added to stored values, which can be negative."""
LOW_16_BITS: Final = (1 << 16) - 1


@kernel
def min_half_roem(w: Cells, tt: Cells, need: int) -> int:
    """Half of the deal's minimal roem if North-South cannot get `need` points."""
    low = 0
    high = w[FRAMES + SLACK] // ROEM_STEP
    while low < high:
        middle = (low + high) >> 1
        if can_reach_or_limit_roem(w, tt, need, ROEM_STEP * middle):
            high = middle
        else:
            low = middle + 1
    return ROEM_STEP * low


@kernel
def can_reach_or_limit_roem(w: Cells, tt: Cells, need: int, spare: int) -> bool:
    """Return whether North-South can get `need` points or else limit roem to `spare`."""
    f = FRAMES
    w[f + NEED] = need
    w[f + SPARE] = spare
    while True:
        back = w[f + COUNT] == 0 and is_decided(w, tt, f)
        if not back:
            open_moves(w, f)
            w[f + ANSWER] = w[f + SEAT] & 1
        while back:
            if f == FRAMES:
                return w[f + ANSWER] == 1
            f -= FRAME
            back = update_answer(w, tt, f)
        play_card(w, f, next_move(w, f))
        spare = w[f + SPARE]
        if w[f + COUNT] == 3:
            spare -= roem_of(w, w[f + LEFT] & ~w[f + FRAME + LEFT])
        f += FRAME
        w[f + SPARE] = spare


@inline
def is_decided(w: Cells, tt: Cells, f: int) -> bool:
    """Return whether a frame is decided without search; if so, set its answer."""
    spare = w[f + SPARE]
    if spare >= w[f + SLACK]:
        w[f + ANSWER] = 1
        return True
    if null_window_search(w, tt, f, w[f + NEED]) >= w[f + NEED]:
        w[f + ANSWER] = 1
        return True
    if spare < 0:
        w[f + ANSWER] = 0
        return True
    return is_in_memo(w, tt, f)


@inline
def update_answer(w: Cells, tt: Cells, f: int) -> bool:
    """Undo the last card and use its answer; return whether the frame is finished."""
    seat = w[f + SEAT]
    move = w[f + MOVE]
    w[HANDS + seat] ^= move
    answer = w[f + FRAME + ANSWER]
    if answer == seat & 1:
        if w[f + OPEN]:
            return False
    else:
        w[f + ANSWER] = answer
    if w[f + COUNT] == 0:
        store_in_memo(w, tt, f)
    return True


@inline
def memo_index(key: int) -> int:
    """Index of the first of a position's four entries."""
    mixed = (key ^ key >> 17) * 0x9E3779B1
    return MEMO + ((mixed >> 20 & ((1 << (MEMO_BITS - 2)) - 1)) << 3)


@inline
def memo_key(w: Cells, f: int) -> int:
    return w[f + LEFT] | w[f + SEAT] << 32 | w[f + STATE] << 34 | w[DEAL_GENERATION] << 36


@inline
def is_in_memo(w: Cells, tt: Cells, f: int) -> bool:
    """Return whether a stored answer decides the frame; if so, set it."""
    key = memo_key(w, f)
    need = w[f + NEED] + MEMO_OFFSET
    spare = w[f + SPARE] + MEMO_OFFSET
    place = memo_index(key)
    for entry in range(place, place + 8, 2):
        if tt[entry] == key:
            known = tt[entry + 1]
            needed = known >> 16 & LOW_16_BITS
            spared = known >> 32 & LOW_16_BITS
            if known & 1:
                fits = need <= needed and spare >= spared
            else:
                fits = need >= needed and spare <= spared
            if fits:
                w[f + ANSWER] = known & 1
                return True
    return False


@inline
def store_in_memo(w: Cells, tt: Cells, f: int) -> None:
    key = memo_key(w, f)
    place = memo_index(key)
    for entry in range(place + 6, place, -2):
        tt[entry] = tt[entry - 2]
        tt[entry + 1] = tt[entry - 1]
    tt[place] = key
    tt[place + 1] = (
        w[f + ANSWER] | w[f + NEED] + MEMO_OFFSET << 16 | w[f + SPARE] + MEMO_OFFSET << 32
    )
