"""Legal cards of a frame in search order."""

from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.compiling import Cells, inline
from games.belot.solving.double_dummy.labels import ALL_CARDS, LAST_SLOT
from games.belot.solving.double_dummy.proofs import add_to_proof, restricting_card, swap_labels
from games.belot.solving.double_dummy.roem import roem_of
from games.belot.solving.double_dummy.room import (
    ALL,
    ANY,
    BEST,
    COUNT,
    DUTIES,
    DUTY,
    HANDS,
    HIGHER,
    INFINITE_POINTS,
    LED,
    LEFT,
    LOW,
    MOVE,
    NEED,
    OPEN,
    POINTS,
    POT,
    SEAT,
    SLACK,
    TOP,
    TRUMPED,
    TRUMPS,
    WINNER,
)
from games.belot.tricks import legal_cards, legal_leads

VOID_PENALTY: Final = 20
"""Points per opponent without the suit led."""
HIGHEST_PENALTY: Final = 24
"""For another suit than led: points if none left is higher."""
LENGTH_PENALTY: Final = 4
"""For another suit than led: points per card of it in hand."""


@inline
def legal_at(w: Cells, f: int) -> int:
    seat = w[f + SEAT]
    hand = w[HANDS + seat]
    if w[f + COUNT] == 0:
        return legal_leads(hand, w[TRUMPS], w[DUTIES])
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
def open_moves(w: Cells, f: int) -> None:
    legal = legal_at(w, f)
    w[f + LOW] = 0
    w[f + ALL] = ALL_CARDS
    w[f + ANY] = 0
    w[f + DUTY] = restricting_card(w, f, legal)
    w[f + OPEN] = legal


@inline
def next_move(w: Cells, f: int) -> int:
    """Take the next untried card of a frame, as a mask."""
    cards = w[f + OPEN]
    move = cards
    if cards & (cards - 1):
        move = 0
        if w[f + COUNT] == 0:
            move = 1 << w[f + BEST] & cards
        if move == 0:
            move = best_scored_card(w, f, cards)
    w[f + OPEN] = cards ^ move
    return move


@inline
def best_scored_card(w: Cells, f: int, cards: int) -> int:
    """Card with the best heuristic score, as a mask.

    The side that can play the highest card is assumed to win the trick. Penalties: leading to
    void opponents, and discarding the highest card left or from length.
    """
    seat = w[f + SEAT]
    count = w[f + COUNT]
    next_hand = w[HANDS + ((seat + 1) & 3)]
    partner = w[HANDS + ((seat + 2) & 3)]
    last_hand = w[HANDS + ((seat + 3) & 3)]
    ruffs = LAST_SLOT if w[TRUMPS] == LAST_SLOT else 0
    led = w[f + LED]
    ours = 0
    theirs = 0
    if count:
        if (w[f + WINNER] ^ seat) & 1:
            theirs = w[f + TOP]
        else:
            ours = w[f + TOP]
        if count < 3:
            theirs |= possible_winners(next_hand, led, ruffs)
        if count == 1:
            ours |= possible_winners(partner, led, ruffs)
    best = -INFINITE_POINTS << 5
    while cards:
        label = lowest(cards)
        move = cards & -cards
        suit = 0xFF << (label & 24)
        cards ^= move
        spoilt = 0
        if count == 0:
            led = suit
            ours = possible_winners(partner, led, ruffs)
            theirs = possible_winners(next_hand, led, ruffs) | possible_winners(
                last_hand, led, ruffs
            )
            spoilt = VOID_PENALTY if next_hand & suit == 0 else 0
            spoilt += VOID_PENALTY if last_hand & suit == 0 else 0
        elif move & led == 0:
            spoilt = LENGTH_PENALTY * popcount(w[HANDS + seat] & suit)
            if w[f + LEFT] & suit & -(move << 1) == 0:
                spoilt += HIGHEST_PENALTY
        pot = w[f + POT] + w[POINTS + label]
        if count == 3 and w[f + SLACK]:
            rest = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
            pot += 2 * roem_of(w, w[f + LEFT] & ~rest | move)
        is_won = (ours | move & (led | ruffs)) > theirs
        score = (80 + pot if is_won else 60 - pot - 2 * (label & 7)) - spoilt
        best = max(best, score << 5 | label)
    return 1 << (best & 31)


@inline
def possible_winners(hand: int, led: int, ruffs: int) -> int:
    """Cards of a hand that can win a trick; the highest bit of them wins."""
    return hand & led or hand & ruffs


@inline
def prune_moves(w: Cells, f: int, value: int, low: int, every: int, some: int) -> None:
    """Drop untried cards that cannot do better than the one just tried, which failed.

    A card of its suit differs only by points if the proof needs neither rank, or if no other
    hand holds a card in between. Not used while roem is possible.
    """
    if w[f + SLACK]:
        return
    move = w[f + MOVE]
    label = lowest(move)
    seat = w[f + SEAT]
    need = w[f + NEED]
    others = w[f + LEFT] & ~w[HANDS + seat]
    suit = 0xFF << (label & 24)
    ranked = low & suit
    free = (ranked & -ranked) - 1 if ranked else ALL_CARDS
    rivals = w[f + OPEN] & suit
    while rivals:
        other = lowest(rivals)
        bit = rivals & -rivals
        rivals ^= bit
        between = move - (bit << 1) if bit < move else bit - (move << 1)
        alike = free & bit and free & move
        if alike or between & others == 0:
            lost = max_loss(w, label, other, every, some)
            bound = value - lost if seat & 1 else value + lost
            if (bound >= need) == (seat & 1 == 1):
                w[f + OPEN] ^= bit
                ranks = 0 if alike else bit | move
                add_to_proof(
                    w,
                    f,
                    bound,
                    ranks,
                    swap_labels(every, label, other),
                    swap_labels(some, label, other),
                )


@inline
def max_loss(w: Cells, label: int, other: int, every: int, some: int) -> int:
    gap = w[POINTS + label] - w[POINTS + other]
    sure, seen = every >> label & 1, some >> label & 1
    sure_other, seen_other = every >> other & 1, some >> other & 1
    lost = -INFINITE_POINTS
    if (seen and seen_other) or (sure == 0 and sure_other == 0):
        lost = 0
    if seen and sure_other == 0:
        lost = max(lost, gap)
    if seen_other and sure == 0:
        lost = max(lost, -gap)
    return lost
