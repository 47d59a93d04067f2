"""From a question to its exact answer: null-window tests, doubling the step, then bisection."""

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
from games.belot.solving.double_dummy.moves import legal_at
from games.belot.solving.double_dummy.room import (
    CAPOT,
    COUNT,
    DUTIES,
    FRAME,
    FRAMES,
    GAIN,
    HANDS,
    HIGHER,
    HISTORY,
    LAST_TEN,
    LED,
    LEFT,
    POINTS,
    POT,
    REST,
    SEAT,
    STATE,
    TRUMPED,
    TRUMPS,
    TURN_OF_TABLE,
    WINNER,
)
from games.belot.solving.double_dummy.search import play, reach
from games.belot.solving.double_dummy.transpositions import learn_patterns


@kernel
def lay_out(w: Cells, hands: Ints, contract: int, duties: int) -> None:
    """Put a deal into the row in the labels of a contract, and forget what was known."""
    w[TRUMPS] = trumps_of(contract)
    w[DUTIES] = duties
    w[TURN_OF_TABLE] += 1
    for seat in range(4):
        w[HANDS + seat] = relabel(hands[seat], contract)
    for label in range(32):
        w[POINTS + label] = points_at(label, contract)
        w[HISTORY + label] = 0
        w[HISTORY + 32 + label] = 0
    learn_patterns(w)


@kernel
def root(w: Cells, leader: int, state: int) -> None:
    """Begin a trick in the first frame."""
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


@kernel
def exact(w: Cells, tt: Cells, top: int, guess: int) -> int:
    """The points that North-South get from frame `top` on; `guess` only saves time."""
    state = w[top + STATE]
    left = w[HANDS] | w[HANDS + 1] | w[HANDS + 2] | w[HANDS + 3]
    most = w[top + POT] + points_in(w, left)
    if left:
        most += LAST_TEN
    low = 0 if state & 1 else -CAPOT
    high = most if state & 2 else most + CAPOT
    step = 2
    need = guess
    met = 0
    while low < high:
        if need <= low:
            need = low + 1
        if need > high:
            need = high
        value = reach(w, tt, top, need)
        if value >= need:
            low = value if value <= most else most + CAPOT
            if low < 0 and low > -CAPOT:
                low = 0
            met |= 1
            need = low + step
        else:
            high = value if value >= 0 else -CAPOT
            if high > most and high < most + CAPOT:
                high = most
            met |= 2
            need = high - step + 1
        if met == 3:
            need = (low + high + 1) >> 1
        elif step < 64:
            step *= 2
    return low


@entry
def answer(
    row: Ints,
    memory: Ints,
    hands: Ints,
    contracts: int,
    leaders: int,
    duties: int,
    trick: Ints,
    count: int,
    state: int,
    wanted: int,
    answers: Ints,
) -> int:
    """Everything that is asked, in one function, so that the search is compiled once.

    With a `count` of -1: whole deals, as `board`. Else one contract and leader, as `values`.
    """
    w = cells(row)
    tt = cells(memory)
    if count < 0:
        board(w, tt, hands, contracts, leaders, duties, answers)
        return 0
    contract = lowest(contracts)
    leader = lowest(leaders)
    return values(w, tt, hands, contract, duties, leader, trick, count, state, wanted, answers)


@kernel
def board(
    w: Cells, tt: Cells, hands: Ints, contracts: int, leaders: int, duties: int, answers: Ints
) -> None:
    """The points of North-South by contract x 4 + leader, for masks of contracts and leaders."""
    for contract in range(6):
        if contracts >> contract & 1:
            lay_out(w, hands, contract, duties)
            root(w, 0, 0)
            guess = points_in(w, w[FRAMES + LEFT]) >> 1
            for leader in range(4):
                if leaders >> leader & 1:
                    root(w, leader, 0)
                    guess = exact(w, tt, FRAMES, guess)
                    answers[4 * contract + leader] = guess


@kernel
def values(
    w: Cells,
    tt: Cells,
    hands: Ints,
    contract: int,
    duties: int,
    leader: int,
    trick: Ints,
    count: int,
    state: int,
    wanted: int,
    answers: Ints,
) -> int:
    """The points of North-South from the trick on the table on, for each legal card 0..31.

    `hands` are the four masks before the trick that `leader` led, of which the first `count`
    cards of `trick` lie on the table. Answers the mask of the legal cards among those wanted.
    """
    lay_out(w, hands, contract, duties)
    root(w, leader, state)
    f = FRAMES
    for place in range(count):
        play(w, f, 1 << label_of(trick[place], contract))
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
        if last and w[POINTS + label] == w[POINTS + lowest(last)] and same_run(last, move, others):
            answers[card] = guess
        else:
            play(w, f, move)
            gain = w[f + GAIN]
            guess = gain + exact(w, tt, f + FRAME, guess - gain)
            w[HANDS + seat] |= move
            answers[card] = guess
        last = move
    return cards


@kernel
def same_run(low: int, high: int, others: int) -> bool:
    """Whether two cards of one hand lie in one suit with no card of others between."""
    return lowest(low) >> 3 == lowest(high) >> 3 and (high - (low << 1)) & others == 0
