"""From tricks and premiums to what two sides write (authority: `result` and `scoring`)."""

from typing import Final

from games.belot.cards import NO_TRUMPS
from games.belot.compiling import Ints, kernel
from games.belot.declarations import BELOTE_VALUE
from games.belot.kernel.rules import (
    ACES,
    BELOTES,
    BID,
    BIDDER,
    BUT_BELOTE,
    CAPOT,
    CAPOT_DOUBLED,
    CAPOT_MULTIPLIED,
    CARD_POINTS,
    CARRE_STRENGTH,
    CARRES,
    CONTRA,
    DEALER,
    DECLARED,
    EIGHT,
    EIGHT_WINS,
    EQUAL_HANGS,
    EQUAL_VOID,
    EVERYTHING,
    HANGS,
    IN_TWO,
    KIRTIK,
    LAST,
    OUTCOME,
    POINTS,
    RUNS,
    RUNS_TO_FIVE,
    SCORES,
    STARTS,
    STRENGTHS,
    TARGET,
    TOGETHER,
    TOTALS,
    TRICK_NEEDED,
    TRICKS,
)
from games.belot.kernel.tally import HANGING, LOST, MADE, RUN_OF_EIGHT
from games.belot.scoring import CAPOT_PREMIUM, LIMIT_DIGIT, SUIT_LIMIT
from games.belot.suit_tables import (
    best_run,
    carres_to_announce,
    holds_eight,
    runs_to_announce,
    value_of_carres,
    value_of_runs,
    winning_side,
)

LIMITS: Final = tuple(LIMIT_DIGIT.get(contract, SUIT_LIMIT) for contract in range(6))


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


@kernel
def round_total(total: int, contract: int, up_at_limit: bool) -> int:
    """A total in match points, which is never below 0 here."""
    digit = total % 10 + int(up_at_limit)
    return total // 10 + int(digit > LIMITS[contract])


@kernel
def write(rules: Ints, deal: Ints, total: int, up_at_limit: bool, with_capot: bool) -> int:
    """One amount on the sheet, rounded and multiplied by contra."""
    premium = 0
    if with_capot and not rules[CAPOT_MULTIPLIED]:
        premium = capot_points(rules, deal[BID])
    if rules[CARD_POINTS]:
        return ((total - premium) << deal[CONTRA]) + premium
    return (round_total(total - premium, deal[BID], up_at_limit) << deal[CONTRA]) + premium // 10


@kernel
def capot_points(rules: Ints, contract: int) -> int:
    """The capot premium as it stands in a total."""
    return CAPOT_PREMIUM * (2 if contract == NO_TRUMPS and rules[CAPOT_DOUBLED] else 1)


@kernel
def own(rules: Ints, deal: Ints, side: int, hangs: bool) -> int:
    """The points that a side writes for its own total."""
    fewest = deal[TOTALS + side] < deal[TOTALS + 1 - side]
    return write(rules, deal, deal[TOTALS + side], fewest and not hangs, deal[CAPOT] == side)


@kernel
def count(rules: Ints, deal: Ints) -> None:
    """The totals of both sides and the side of a capot, after the last card."""
    last = deal[LAST]
    deal[CAPOT] = last if deal[TRICKS + last] == 8 else -1
    factor = 2 if deal[BID] == NO_TRUMPS else 1
    for side in range(2):
        points = deal[POINTS + side]
        if deal[TRICKS + side] or rules[TRICK_NEEDED] < BUT_BELOTE:
            points += deal[DECLARED + side]
        if deal[TRICKS + side] or rules[TRICK_NEEDED] < EVERYTHING:
            points += BELOTE_VALUE * deal[BELOTES + side]
        deal[TOTALS + side] = factor * points
    if deal[CAPOT] >= 0:
        deal[TOTALS + deal[CAPOT]] += capot_points(rules, deal[BID])


@kernel
def settle(rules: Ints, deal: Ints) -> None:
    """The outcome, what each side writes, and what hangs (`scoring.settle`)."""
    count(rules, deal)
    deal[HANGS] = deal[SCORES] = deal[SCORES + 1] = 0
    winner = side_of_eight(rules, deal)
    if winner >= 0:
        deal[OUTCOME] = RUN_OF_EIGHT
        deal[SCORES + winner] = rules[TARGET]
        return
    side = deal[BIDDER] & 1
    mine, other = deal[TOTALS + side], deal[TOTALS + 1 - side]
    outcome = LOST
    if mine > other:
        outcome = MADE
    elif mine == other and rules[EQUAL_HANGS]:
        outcome = HANGING
    deal[OUTCOME] = outcome
    _write_scores(rules, deal, side, outcome)
    if rules[KIRTIK] and outcome != HANGING:
        _fine(rules, deal, side, outcome)


@kernel
def _write_scores(rules: Ints, deal: Ints, side: int, outcome: int) -> None:
    whole = deal[TOTALS] + deal[TOTALS + 1]
    capot = deal[CAPOT]
    if deal[CONTRA] and outcome == HANGING:
        deal[HANGS] = write(rules, deal, whole, False, capot >= 0)
    elif deal[CONTRA] and outcome == MADE:
        deal[SCORES + side] = write(rules, deal, whole, False, capot >= 0)
    elif outcome == LOST:
        deal[SCORES + 1 - side] = write(rules, deal, whole, False, capot >= 0)
    else:
        hangs = outcome == HANGING
        deal[SCORES + 1 - side] = own(rules, deal, 1 - side, hangs)
        if hangs:
            deal[HANGS] = write(rules, deal, deal[TOTALS + side], True, capot == side)
        else:
            deal[SCORES + side] = own(rules, deal, side, hangs)


@kernel
def _fine(rules: Ints, deal: Ints, declarer: int, outcome: int) -> None:
    """What a side pays for a lost contract or for being capoted."""
    for side in range(2):
        lost = outcome == LOST and side == declarer
        capoted = deal[CAPOT] == 1 - side
        if lost or capoted:
            deal[SCORES + side] -= rules[KIRTIK]
