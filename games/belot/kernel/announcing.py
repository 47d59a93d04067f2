"""Announcements with first cards (authority: `announcing` and `declarations`)."""

from games.belot.cards import NO_TRUMPS
from games.belot.compiling import Ints, kernel
from games.belot.kernel.rules import (
    BEST_RUN_OFFSET,
    BID,
    CARRE_STRENGTH,
    CARRE_WORTHS,
    CARRES,
    DEALER,
    DECLARED,
    EIGHT,
    EIGHT_WINS,
    EQUAL_VOID,
    IN_TWO,
    RUNS,
    STARTS,
    STRENGTHS,
    TOGETHER,
    TRUMPS_FIRST,
)
from games.belot.suit_tables import (
    best_eight,
    best_run,
    carres_to_announce,
    runs_to_announce,
    value_of_carres,
    value_of_runs,
    winning_side,
)


@kernel
def announce(rules: Ints, deal: Ints) -> None:
    """Store each seat's announcements and the points that count."""
    family = max(deal[BID] - NO_TRUMPS + 1, 0)
    worths = rules[CARRE_WORTHS + family]
    first = (deal[DEALER] + 1) & 3
    any_carres = any_runs = 0
    for seat in range(4):
        hand = deal[STARTS + seat]
        carres = carres_to_announce(hand, worths, rules[IN_TWO], rules[EIGHT])
        runs = runs_to_announce(hand, worths, rules[IN_TWO], rules[EIGHT])
        deal[CARRES + seat] = carres
        deal[RUNS + seat] = runs
        any_carres |= carres
        any_runs |= runs
    deal[DECLARED] = deal[DECLARED + 1] = 0
    if not any_carres and not any_runs:
        return
    side_of_carres = _side_of_carres(rules, deal, CARRE_STRENGTH + 8 * family, first)
    side_of_runs = -1
    if any_runs:
        trump = deal[BID] if rules[TRUMPS_FIRST] else -1
        for seat in range(4):
            deal[STRENGTHS + seat] = best_run(deal[RUNS + seat], rules[BEST_RUN_OFFSET], trump)
        side_of_runs = winning_side(deal, STRENGTHS, first, rules[EQUAL_VOID])
    if rules[TOGETHER]:
        side_of_runs = side_of_carres if any_carres else side_of_runs
        side_of_carres = side_of_runs
    for seat in range(4):
        side = seat & 1
        if side == side_of_runs:
            deal[DECLARED + side] += value_of_runs(deal[RUNS + seat], worths, rules[EIGHT])
        if side == side_of_carres:
            deal[DECLARED + side] += value_of_carres(deal[CARRES + seat], worths)


@kernel
def _side_of_carres(rules: Ints, deal: Ints, at: int, first: int) -> int:
    for seat in range(4):
        best = 0
        for rank in range(8):
            if deal[CARRES + seat] >> rank & 1:
                best = max(best, rules[at + rank])
        deal[STRENGTHS + seat] = best
    return winning_side(deal, STRENGTHS, first, rules[EQUAL_VOID])


@kernel
def side_of_eight(rules: Ints, deal: Ints) -> int:
    if not rules[EIGHT_WINS]:
        return -1
    trump = deal[BID] if rules[TRUMPS_FIRST] else -1
    for seat in range(4):
        deal[STRENGTHS + seat] = best_eight(deal[RUNS + seat], trump)
    return winning_side(deal, STRENGTHS, (deal[DEALER] + 1) & 3, rules[EQUAL_VOID])
