"""What each seat announces with its first card (authority: `announcing` and `declarations`)."""

from games.belot.cards import NO_TRUMPS
from games.belot.compiling import Ints, kernel
from games.belot.kernel.rules import (
    ACES,
    BID,
    CARRE_STRENGTH,
    CARRES,
    DEALER,
    DECLARED,
    EIGHT,
    EIGHT_WINS,
    EQUAL_VOID,
    IN_TWO,
    RUNS,
    RUNS_TO_FIVE,
    STARTS,
    STRENGTHS,
    TOGETHER,
)
from games.belot.suit_tables import (
    best_run,
    carres_to_announce,
    holds_eight,
    runs_to_announce,
    value_of_carres,
    value_of_runs,
    winning_side,
)


@kernel
def announce(rules: Ints, deal: Ints) -> None:
    """Note what each seat announces with its first card, and what counts in the contest."""
    contract = deal[BID]
    first = (deal[DEALER] + 1) & 3
    any_carres = any_runs = 0
    for seat in range(4):
        hand = deal[STARTS + seat]
        carres = carres_to_announce(hand, contract, rules[ACES], rules[IN_TWO], rules[EIGHT])
        runs = runs_to_announce(hand, contract, rules[IN_TWO], rules[EIGHT])
        deal[CARRES + seat] = carres
        deal[RUNS + seat] = runs
        any_carres |= carres
        any_runs |= runs
    deal[DECLARED] = deal[DECLARED + 1] = 0
    if not any_carres and not any_runs:
        return
    side_of_carres = _side_of_carres(rules, deal, first)
    side_of_runs = -1
    if any_runs:
        for seat in range(4):
            deal[STRENGTHS + seat] = best_run(deal[RUNS + seat], rules[RUNS_TO_FIVE])
        side_of_runs = winning_side(deal, STRENGTHS, first, rules[EQUAL_VOID])
    if rules[TOGETHER]:
        side_of_runs = side_of_carres if any_carres else side_of_runs
        side_of_carres = side_of_runs
    for seat in range(4):
        side = seat & 1
        if side == side_of_runs:
            deal[DECLARED + side] += value_of_runs(deal[RUNS + seat], rules[EIGHT])
        if side == side_of_carres and contract != NO_TRUMPS:
            deal[DECLARED + side] += value_of_carres(deal[CARRES + seat])
        elif side == side_of_carres and deal[CARRES + seat]:
            deal[DECLARED + side] += rules[ACES]


@kernel
def _side_of_carres(rules: Ints, deal: Ints, first: int) -> int:
    for seat in range(4):
        best = 0
        for rank in range(8):
            if deal[CARRES + seat] >> rank & 1:
                best = max(best, rules[CARRE_STRENGTH + rank])
        deal[STRENGTHS + seat] = best
    return winning_side(deal, STRENGTHS, first, rules[EQUAL_VOID])


@kernel
def side_of_eight(rules: Ints, deal: Ints) -> int:
    """The side whose run of eight wins the match, or -1."""
    if not rules[EIGHT_WINS]:
        return -1
    for seat in range(4):
        deal[STRENGTHS + seat] = int(holds_eight(deal[RUNS + seat]))
    return winning_side(deal, STRENGTHS, (deal[DEALER] + 1) & 3, rules[EQUAL_VOID])
