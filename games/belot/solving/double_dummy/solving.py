"""Exact values: null-window tests with doubling steps, then bisection."""

from typing import Final

from games.belot.bits import lowest
from games.belot.compiling import Cells, Ints, cells, entry, kernel
from games.belot.solving.double_dummy.bounds import points_in
from games.belot.solving.double_dummy.labels import (
    card_of,
    label_of,
    points_at,
    relabel,
    trumps_of,
)
from games.belot.solving.double_dummy.lost import min_half_roem
from games.belot.solving.double_dummy.moves import legal_at
from games.belot.solving.double_dummy.roem import fill_roem_tables, max_roem
from games.belot.solving.double_dummy.room import (
    CAPOT_EW,
    CAPOT_NS,
    COUNT,
    DEAL_GENERATION,
    DUTIES,
    FRAME,
    FRAMES,
    GAIN,
    HANDS,
    HIGHER,
    LAST_TEN,
    LED,
    LEFT,
    POINTS,
    POT,
    REST,
    SEAT,
    SLACK,
    STATE,
    TRUMPED,
    TRUMPS,
    WINNER,
)
from games.belot.solving.double_dummy.search import null_window_search, play_card
from games.belot.solving.double_dummy.transpositions import clear_table, fill_pattern_tables

DEALS, LOST = -1, -2

FIRST_STEP: Final = 8
"""For the first guess, half of the points."""
OTHER_SIDE_STEP: Final = 4
"""For a guess from the other side's lead."""
PARTNER_STEP: Final = 1
"""For a guess from the partner's lead, usually exact."""
CARD_STEP: Final = 2
"""For a guess from another card of the hand."""


@kernel
def load_deal(w: Cells, hands: Ints, contract: int, duties: int, worth: Ints) -> None:
    w[TRUMPS] = trumps_of(contract)
    w[DUTIES] = duties
    w[DEAL_GENERATION] += 1
    clear_table(w)
    for seat in range(4):
        w[HANDS + seat] = relabel(hands[seat], contract)
    for label in range(32):
        w[POINTS + label] = points_at(label, contract)
    fill_roem_tables(w, worth)
    fill_pattern_tables(w)


@kernel
def start_root_trick(w: Cells, leader: int, state: int) -> None:
    f = FRAMES
    w[f + SEAT] = leader
    w[f + COUNT] = 0
    w[f + STATE] = state
    w[f + LED] = 0
    w[f + HIGHER] = 0
    w[f + TRUMPED] = 0
    w[f + WINNER] = leader
    w[f + POT] = 0
    w[f + LEFT] = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    w[f + REST] = points_in(w, w[f + LEFT]) + LAST_TEN
    w[f + SLACK] = max_roem(w, w[f + LEFT])


@kernel
def exact_points(w: Cells, tt: Cells, top: int, guess: int, step: int) -> int:
    """Exact points of North-South from frame `top` on; `guess` and `step` only affect speed."""
    state = w[top + STATE]
    left = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    most = w[top + POT] + points_in(w, left)
    if left:
        most += LAST_TEN
    slack = w[top + SLACK]
    low = -slack if state & 1 else -slack - w[CAPOT_EW]
    high = most + slack if state & 2 else most + slack + w[CAPOT_NS]
    need = guess
    met = 0
    while low < high:
        if need <= low:
            need = low + 1
        if need > high:
            need = high
        value = null_window_search(w, tt, top, need)
        if value >= need:
            low = value
            if slack == 0:
                low = value if value <= most else most + w[CAPOT_NS]
                if low < 0 and low > -w[CAPOT_EW]:
                    low = 0
            met |= 1
            need = low + step
        else:
            high = value
            if slack == 0:
                high = value if value >= 0 else -w[CAPOT_EW]
                if high > most and high < most + w[CAPOT_NS]:
                    high = most
            met |= 2
            need = high - step + 1
        if met == 3:
            need = (low + high + 1) >> 1
        elif step < 64:
            step *= 2
    return low


@entry
def run_solver(
    row: Ints,
    memory: Ints,
    hands: Ints,
    contracts: int,
    leaders: int,
    duties: int,
    worth: Ints,
    trick: Ints,
    count: int,
    state: int,
    wanted: int,
    answers: Ints,
) -> int:
    """Single entry point, so that the search is compiled once.

    `count` selects: `DEALS` runs `board_points`, `LOST` `min_half_roem` (need: `wanted`),
    another number `move_values`.
    """
    w = cells(row)
    tt = cells(memory)
    if count == DEALS:
        board_points(w, tt, hands, contracts, leaders, duties, worth, answers)
        return 0
    contract = lowest(contracts)
    leader = lowest(leaders)
    if count == LOST:
        load_deal(w, hands, contract, duties, worth)
        start_root_trick(w, leader, state)
        return min_half_roem(w, tt, wanted)
    return move_values(
        w, tt, hands, contract, duties, worth, leader, trick, count, state, wanted, answers
    )


@kernel
def board_points(
    w: Cells,
    tt: Cells,
    hands: Ints,
    contracts: int,
    leaders: int,
    duties: int,
    worth: Ints,
    answers: Ints,
) -> None:
    """Write North-South's points at 4 x contract row + leader, for masks of both.

    Partners lead consecutively, as their results are close.
    """
    for contract in range(8):
        if contracts >> contract & 1:
            load_deal(w, hands, contract, duties, worth)
            start_root_trick(w, 0, 0)
            guess = points_in(w, w[FRAMES + LEFT]) >> 1
            step = FIRST_STEP
            for place in range(4):
                leader = (place & 1) << 1 | place >> 1
                if leaders >> leader & 1:
                    start_root_trick(w, leader, 0)
                    guess = exact_points(w, tt, FRAMES, guess, step)
                    answers[4 * contract + leader] = guess
                    step = PARTNER_STEP if place & 1 == 0 else OTHER_SIDE_STEP


@kernel
def move_values(
    w: Cells,
    tt: Cells,
    hands: Ints,
    contract: int,
    duties: int,
    worth: Ints,
    leader: int,
    trick: Ints,
    count: int,
    state: int,
    wanted: int,
    answers: Ints,
) -> int:
    """Write North-South's points from the current trick on for each legal card 0..31.

    `hands` are masks before the trick, whose first `count` cards are on the table. Return the
    mask of the legal cards in `wanted`.
    """
    load_deal(w, hands, contract, duties, worth)
    start_root_trick(w, leader, state)
    f = FRAMES
    for place in range(count):
        play_card(w, f, 1 << label_of(trick[place], contract))
        f += FRAME
    legal = legal_at(w, f)
    seat = w[f + SEAT]
    others = w[f + LEFT] & ~w[HANDS + seat]
    guess = points_in(w, w[f + LEFT]) >> 1
    cards = 0
    last = 0
    while legal:
        label = lowest(legal)
        move = 1 << label
        legal &= legal - 1
        card = card_of(label, contract)
        if wanted >> card & 1 == 0:
            continue
        cards |= 1 << card
        alike = last and w[f + SLACK] == 0 and is_same_run(last, move, others)
        if alike and w[POINTS + label] == w[POINTS + lowest(last)]:
            answers[card] = guess
        else:
            play_card(w, f, move)
            gain = w[f + GAIN]
            guess = gain + exact_points(w, tt, f + FRAME, guess - gain, CARD_STEP)
            w[HANDS + seat] |= move
            answers[card] = guess
        last = move
    return cards


@kernel
def is_same_run(low: int, high: int, others: int) -> bool:
    return lowest(low) >> 3 == lowest(high) >> 3 and (high - (low << 1)) & others == 0
