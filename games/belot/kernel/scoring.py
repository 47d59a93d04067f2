"""Score of a deal (authority: `result`, `scoring`, `sheet`)."""

from games.belot.cards import NO_TRUMPS
from games.belot.compiling import Ints, kernel
from games.belot.declarations import BELOTE_VALUE
from games.belot.factors import MATCH, MAX_LEVELS
from games.belot.kernel.announcing import side_of_eight
from games.belot.kernel.rules import (
    AUCTION,
    AWARD,
    BELOTE_KEPT,
    BELOTE_MULTIPLIED,
    BELOTE_WHEN_LOST,
    BELOTES,
    BELOTES_COUNTED,
    BID,
    BID_ONLY,
    BIDDER,
    BUT_BELOTE,
    BY_BID,
    CAPOT,
    CAPOT_BID,
    CAPOT_DOUBLED,
    CAPOT_FOR_DECLARER,
    CAPOT_MULTIPLIED,
    CAPOT_POINTS,
    CAPOT_PREMIUM,
    CARD_POINTS,
    CONTRA,
    CONTRA_FACTOR,
    DECLARED,
    DECLARED_COUNTED,
    EQUAL,
    EQUAL_HANGS,
    EQUAL_OWN_IN_NO_TRUMPS,
    EVERYTHING,
    FACTORS,
    GOAL,
    GOAL_FLOOR,
    HALF_DOWN,
    HALF_UP,
    HANGS,
    KIRTIK,
    LAST,
    LAST_DOUBLER_LOSES,
    LIMITS,
    LOST_BASE,
    LOST_BASE_CAPOT,
    LOST_ON_TOP,
    MORE,
    NUMBER,
    NUMERIC,
    ON_BID,
    OUTCOME,
    OWN_DECLARATIONS,
    PAIRED,
    POINTS,
    ROUNDING,
    SCALED,
    SCORES,
    TAKEN,
    TAKEN_AND_BID,
    TAKERS,
    TARGET,
    TENS_FIRST,
    TIMES,
    TOTAL,
    TOTALS,
    TRICK_NEEDED,
    TRICKS,
)
from games.belot.kernel.tally import HANGING, LOST, MADE, NO_REACH, RUN_OF_EIGHT
from games.belot.numbers import ALL_TRICKS, ALONE
from games.belot.scoring import scale_to_suit_total

LEVELS = MAX_LEVELS + 1


@kernel
def round_total(total: int, limit: int, up_at_limit: bool) -> int:
    """Total in match points; never negative here."""
    digit = total % 10 + int(up_at_limit)
    return total // 10 + int(digit > limit)


@kernel
def round_points(rules: Ints, contract: int, total: int, up_at_limit: bool) -> int:
    how = rules[ROUNDING]
    if how in (HALF_UP, HALF_DOWN):
        tens = (total + (5 if how == HALF_UP else 4)) // 10
        return tens * 10 if rules[CARD_POINTS] else tens
    if rules[CARD_POINTS]:
        return total
    if contract == NO_TRUMPS and rules[TENS_FIRST] and how == PAIRED:
        digit = total // 2 % 10
        return total // 20 * 2 + int(digit >= 5) + int(digit > 5)
    return round_total(total, rules[LIMITS + contract], up_at_limit)


@kernel
def factor_of(rules: Ints, deal: Ints) -> int:
    return rules[FACTORS + LEVELS * max(deal[BID] - NO_TRUMPS + 1, 0) + deal[CONTRA]]


@kernel
def sheet_amount(
    rules: Ints,
    deal: Ints,
    total: int,
    up_at_limit: bool,
    premium: int,
    belote: int,
    base: int,
    number: int,
) -> int:
    """Amount on the sheet, rounded and multiplied by contra (`Sheet.amount`).

    `total` includes capot premium and belotes; `base` is in match points, `number` the bid or
    0.
    """
    factor = deal[CONTRA_FACTOR]
    if factor == MATCH:
        return rules[TARGET]
    on_deal = 1 if rules[ON_BID] else factor
    apart = 0
    if on_deal != 1 and not rules[CAPOT_MULTIPLIED]:
        apart += premium
    if on_deal != 1 and not rules[BELOTE_MULTIPLIED]:
        apart += belote
    points = (round_points(rules, deal[BID], total - apart, up_at_limit) + base) * on_deal
    once = apart + number * factor
    return points + (once if rules[CARD_POINTS] else once // 10)


@kernel
def capot_points(rules: Ints, contract: int) -> int:
    return rules[CAPOT_POINTS] * (2 if contract == NO_TRUMPS and rules[CAPOT_DOUBLED] else 1)


@kernel
def premium_for_capot(rules: Ints, deal: Ints) -> int:
    capot = deal[CAPOT]
    if capot < 0 or (rules[CAPOT_FOR_DECLARER] and capot != deal[BIDDER] & 1):
        return 0
    return capot_points(rules, deal[BID])


@kernel
def award_of(rules: Ints, deal: Ints) -> int:
    """Award of a contract made; a bid of all tricks always counts."""
    award = rules[AWARD]
    return TAKEN_AND_BID if award == TAKEN and deal[CAPOT_BID] else award


@kernel
def own(rules: Ints, deal: Ints, side: int, hangs: bool) -> int:
    is_declarer = side == deal[BIDDER] & 1
    award = award_of(rules, deal)
    belote = deal[BELOTES_COUNTED + side]
    number = deal[NUMBER] if is_declarer and award != TAKEN else 0
    if award == BID_ONLY:
        if not is_declarer:
            return 0
        return sheet_amount(
            rules, deal, deal[DECLARED_COUNTED + side] + belote, hangs, 0, belote, 0, number
        )
    fewest = deal[TOTALS + side] < deal[TOTALS + 1 - side]
    up = is_declarer if hangs else fewest
    premium = deal[CAPOT_PREMIUM] if deal[CAPOT] == side else 0
    return sheet_amount(rules, deal, deal[TOTALS + side], up, premium, belote, 0, number)


@kernel
def whole_deal(rules: Ints, deal: Ints, winner: int, is_won: bool) -> int:
    declarer = deal[BIDDER] & 1
    by_defence = deal[CAPOT] == 1 - declarer and not rules[CAPOT_FOR_DECLARER]
    bid_on_top = deal[CAPOT_BID] and rules[LOST_ON_TOP]
    base = rules[LOST_BASE_CAPOT if bid_on_top or by_defence else LOST_BASE]
    belote = deal[BELOTES_COUNTED] + deal[BELOTES_COUNTED + 1]
    left = 0
    if is_won and rules[BELOTE_WHEN_LOST]:
        left = deal[BELOTES_COUNTED + 1 - winner]
        belote -= left
    if is_won and rules[OWN_DECLARATIONS]:
        left += deal[DECLARED_COUNTED + 1 - winner]
    number = 0 if award_of(rules, deal) == TAKEN else deal[NUMBER]
    if base == TOTAL:
        total = deal[TOTALS] + deal[TOTALS + 1] - left
        return sheet_amount(rules, deal, total, False, deal[CAPOT_PREMIUM], belote, 0, number)
    total = deal[DECLARED_COUNTED] + deal[DECLARED_COUNTED + 1] - left
    total += deal[BELOTES_COUNTED] + deal[BELOTES_COUNTED + 1]
    if rules[CARD_POINTS]:
        return sheet_amount(rules, deal, total + base, False, 0, belote, 0, number)
    return sheet_amount(rules, deal, total, False, 0, belote, base, number)


@kernel
def count_totals(rules: Ints, deal: Ints) -> None:
    """Store totals and capot after the last card."""
    last = deal[LAST]
    deal[CAPOT] = last if deal[TRICKS + last] == 8 else -1
    factor = rules[TIMES + deal[BID]]
    for side in range(2):
        declared = belote = 0
        if deal[TRICKS + side] or rules[TRICK_NEEDED] < BUT_BELOTE:
            declared = factor * deal[DECLARED + side]
        if deal[TRICKS + side] or rules[TRICK_NEEDED] < EVERYTHING:
            belote = factor * BELOTE_VALUE * deal[BELOTES + side]
        deal[DECLARED_COUNTED + side] = declared
        deal[BELOTES_COUNTED + side] = belote
        points = deal[POINTS + side]
        if deal[BID] == rules[SCALED]:
            points = scale_to_suit_total(points)
        deal[TOTALS + side] = factor * points + declared + belote
    deal[CAPOT_PREMIUM] = premium_for_capot(rules, deal)
    if deal[CAPOT] >= 0:
        deal[TOTALS + deal[CAPOT]] += deal[CAPOT_PREMIUM]


@kernel
def _has_made_capot_bid(rules: Ints, deal: Ints, side: int) -> bool:
    """Whether a bid of all tricks is fulfilled: alone if so bid, and with its number."""
    if deal[CAPOT] != side or (deal[CAPOT_BID] == ALONE and deal[TAKERS] != 1 << deal[BIDDER]):
        return False
    return rules[LOST_ON_TOP] != 0 or deal[TOTALS + side] >= deal[NUMBER]


@kernel
def is_behind(rules: Ints, own: int, others: int) -> bool:
    return own < rules[GOAL_FLOOR] or (rules[GOAL] != BY_BID and own <= others)


@kernel
def reach_code(rules: Ints, deal: Ints) -> int:
    if rules[AUCTION] != NUMERIC or deal[BID] < 0 or deal[OUTCOME] == RUN_OF_EIGHT:
        return NO_REACH
    side = deal[BIDDER] & 1
    own = deal[TOTALS + side]
    tricks = 0
    if deal[CAPOT] == side:
        tricks = ALONE if deal[TAKERS] == 1 << deal[BIDDER] else ALL_TRICKS
    behind = int(is_behind(rules, own, deal[TOTALS + 1 - side]))
    return (((own * 3 + tricks) * 2 + behind) * 6 + deal[BID]) * 2 + side


@kernel
def outcome_of(rules: Ints, deal: Ints) -> int:
    side = deal[BIDDER] & 1
    mine, other = deal[TOTALS + side], deal[TOTALS + 1 - side]
    if deal[CAPOT_BID]:
        return MADE if _has_made_capot_bid(rules, deal, side) else LOST
    if mine < rules[GOAL_FLOOR] or (rules[GOAL] != MORE and mine < deal[NUMBER]):
        return LOST
    if not is_behind(rules, mine, other):
        return MADE
    return outcome_when_equal(rules, deal) if mine == other else LOST


@kernel
def outcome_when_equal(rules: Ints, deal: Ints) -> int:
    if deal[CONTRA] and rules[LAST_DOUBLER_LOSES]:
        return MADE if deal[CONTRA] % 2 else LOST
    if rules[EQUAL] == EQUAL_OWN_IN_NO_TRUMPS:
        return MADE if deal[BID] == NO_TRUMPS else LOST
    return HANGING if rules[EQUAL] == EQUAL_HANGS else LOST


@kernel
def settle(rules: Ints, deal: Ints) -> None:
    count_totals(rules, deal)
    deal[HANGS] = deal[SCORES] = deal[SCORES + 1] = 0
    winner = side_of_eight(rules, deal)
    if winner >= 0:
        deal[OUTCOME] = RUN_OF_EIGHT
        deal[SCORES + winner] = rules[TARGET]
        return
    side = deal[BIDDER] & 1
    outcome = outcome_of(rules, deal)
    deal[OUTCOME] = outcome
    deal[CONTRA_FACTOR] = factor_of(rules, deal)
    _write_scores(rules, deal, side, outcome)
    if rules[KIRTIK] and outcome != HANGING:
        _subtract_penalties(rules, deal, side, outcome)


@kernel
def _write_scores(rules: Ints, deal: Ints, side: int, outcome: int) -> None:
    if outcome == LOST or (deal[CONTRA] and outcome == MADE):
        winner = side if outcome == MADE else 1 - side
        deal[SCORES + winner] = whole_deal(rules, deal, winner, True)
        belote = deal[BELOTES_COUNTED + 1 - winner]
        if rules[BELOTE_WHEN_LOST] == BELOTE_KEPT and belote:
            deal[SCORES + 1 - winner] = sheet_amount(rules, deal, belote, False, 0, belote, 0, 0)
    elif deal[CONTRA] and outcome == HANGING:
        deal[HANGS] = whole_deal(rules, deal, side, False)
    else:
        hangs = outcome == HANGING
        deal[SCORES + 1 - side] = own(rules, deal, 1 - side, hangs)
        deal[HANGS if hangs else SCORES + side] = own(rules, deal, side, hangs)


@kernel
def _subtract_penalties(rules: Ints, deal: Ints, declarer: int, outcome: int) -> None:
    for side in range(2):
        lost = outcome == LOST and side == declarer
        capoted = deal[CAPOT] == 1 - side
        if lost or capoted:
            deal[SCORES + side] -= rules[KIRTIK]
