"""The cards open in a frame, in the order in which they are tried."""

from games.belot.bits import lowest
from games.belot.compiling import Cells, inline
from games.belot.solving.double_dummy.bounds import above, top_of
from games.belot.solving.double_dummy.room import (
    BEST,
    COUNT,
    DUTIES,
    HANDS,
    HIGHER,
    HISTORY,
    LED,
    LEFT,
    LIST,
    MOVE,
    MOVES,
    NEED,
    POINTS,
    POT,
    SEAT,
    TRUMPED,
    TRUMPS,
    VALUE,
    WINNER,
)
from games.belot.tricks import legal_cards


@inline
def legal_at(w: Cells, f: int) -> int:
    """The mask of legal cards in a frame."""
    seat = w[f + SEAT]
    hand = w[HANDS + seat]
    if w[f + COUNT] == 0:
        return hand
    return legal_cards(
        hand,
        w[f + LED],
        w[TRUMPS],
        w[f + HIGHER],
        w[f + TRUMPED],
        1 if (w[f + WINNER] ^ seat) & 1 == 0 else 0,
        w[DUTIES],
    )


@inline
def list_moves(w: Cells, f: int) -> None:
    """Fill the list of a frame: each legal card with its promise."""
    legal = legal_at(w, f)
    count = 0
    if legal & (legal - 1) == 0:
        w[f + LIST] = lowest(legal)
        w[f + MOVES] = 1
        return
    while legal:
        label = lowest(legal)
        score = promise(w, f, label)
        if label == w[f + BEST] and w[f + COUNT] == 0:
            score += 1 << 40
        w[f + LIST + count] = score << 5 | label
        count += 1
        legal &= legal - 1
    w[f + MOVES] = count


@inline
def promise(w: Cells, f: int, label: int) -> int:
    """How good a card looks, the higher the better (not negative).

    Each player to come is taken to win with the highest card able to; a trick that goes to the
    own side promises its points, one that does not promises to have lost few and a low card.
    What settled positions before decides between equals.
    """
    seat = w[f + SEAT]
    count = w[f + COUNT]
    trumps = w[TRUMPS]
    winner = w[f + WINNER]
    led = w[f + LED] if count else 0xFF << (label & 24)
    higher = w[f + HIGHER]
    if count == 0 or higher >> label & 1:
        higher = above(label, trumps)
        winner = seat
    for step in range(1, 4 - count):
        other = (seat + step) & 3
        hand = w[HANDS + other]
        can = (hand & led or hand & trumps) & higher
        if can and (other ^ winner) & 1:
            higher = above(lowest(top_of(can)), trumps)
            winner = other
    pot = w[f + POT] + w[POINTS + label]
    score = 60 - pot - 2 * (label & 7)
    if (winner ^ seat) & 1 == 0:
        score = (70 if count == 0 and winner == seat else 80) + pot
    return score << 10 | min(w[HISTORY + 32 * (seat & 1) + label], 1023)


@inline
def next_move(w: Cells, f: int) -> int:
    """Take the most promising card from the list of a frame, as a mask."""
    count = w[f + MOVES] - 1
    best = f + LIST
    for place in range(f + LIST + 1, f + LIST + count + 1):
        if w[place] > w[best]:
            best = place
    label = w[best] & 31
    w[best] = w[f + LIST + count]
    w[f + MOVES] = count
    return 1 << label


@inline
def strike_out(w: Cells, f: int, value: int) -> None:
    """Drop cards that cannot do better than the one just tried, its neighbours in the same hand.

    No other hand holds a card between them, so they differ by their own points at most.
    """
    move = w[f + MOVE]
    label = lowest(move)
    seat = w[f + SEAT]
    need = w[f + NEED]
    others = w[f + LEFT] & ~w[HANDS + seat]
    suit = 0xFF << (label & 24)
    place = f + LIST
    end = place + w[f + MOVES]
    while place < end:
        other = w[place] & 31
        bit = 1 << other
        dropped = False
        if bit & suit:
            between = move - (bit << 1) if bit < move else bit - (move << 1)
            if between & others == 0:
                gap = w[POINTS + label] - w[POINTS + other]
                if gap < 0:
                    gap = -gap
                if seat & 1:
                    if value - gap >= need:
                        dropped = True
                        if value - gap < w[f + VALUE]:
                            w[f + VALUE] = value - gap
                elif value + gap < need:
                    dropped = True
                    if value + gap > w[f + VALUE]:
                        w[f + VALUE] = value + gap
        if dropped:
            end -= 1
            w[place] = w[end]
        else:
            place += 1
    w[f + MOVES] = end - f - LIST
