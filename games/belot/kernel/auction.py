"""Auction on flat integers (authority: `games.belot.auction` and the bots)."""

from games.belot.bits import nth_bit, popcount
from games.belot.cards import ALL_TRUMPS, ASHKAL, CLOSED_CONTRA, FIRST_BID, NO_TRUMPS, PASS, TAKE
from games.belot.cards import (
    CONTRA as CONTRA_CALL,
)
from games.belot.chance import random_below
from games.belot.compiling import Ints, kernel
from games.belot.factors import MAX_LEVELS
from games.belot.heuristics.bidding import thumb_call
from games.belot.heuristics.numbers import thumb_number
from games.belot.kernel.rules import (
    AUCTION,
    BID,
    BID_IS_FORCED,
    BIDDER,
    BIDDERS,
    BIDS,
    CAN_CLOSE_TRUMPS,
    CAPOT_BID,
    CARRE_WORTHS,
    CLAIMANTS,
    CLOSED_BY_CONTRA,
    CONTRA,
    CONTRA_CLOSES,
    DEALER,
    DEALER_CALLS,
    EIGHT,
    ELDEST,
    ENDS_ALL_TRUMPS,
    ENDS_ALWAYS,
    FACTORS,
    IN_TWO,
    IS_SURE,
    LADDER,
    LEVELS,
    MAY_CANCEL,
    MOVES,
    NUMBER,
    NUMERIC,
    OVER,
    PASSES,
    PASSES_TO_END,
    RANK,
    RECONTRA_BY_BIDDER,
    RECONTRA_ENDS,
    SCALE,
    SEEN_HANDS,
    SPOKEN,
    SUN,
    THUMB,
    TRACE,
    TURN_UP,
    TURN_UP_AGAIN,
    TURN_UP_TO_DEALER,
    TURNED,
)
from games.belot.numbers import (
    CALLS_PER_RANK,
    FIRST_NUMBER,
    UNIT,
    count_above,
    nth_above,
    number_at,
    promise_at,
)
from games.belot.sun import SUN as SUN_CALL
from games.belot.sun import calls_with_sun, claimants_of
from games.belot.tricks import POINTS

SUIT_BIDS = 0b1111 << FIRST_BID
PLAIN_POINTS_OFFSET = 128
"""Start of the no-trumps points in `POINTS`."""


@kernel
def legal_calls(rules: Ints, deal: Ints, seat: int) -> int:
    """Mask of a seat's legal calls, without numbers."""
    calls = 1 << PASS
    if rules[AUCTION] == LADDER or rules[AUCTION] == NUMERIC:
        calls |= contra_calls(rules, deal, seat)
        if rules[AUCTION] == LADDER and not _is_closed(rules, deal):
            calls |= rules[BIDS] & (-1 << (FIRST_BID + 1 + deal[BID]))
    elif rules[SUN]:
        calls = _calls_with_sun(rules, deal, seat)
    elif rules[AUCTION] == TURN_UP:
        if deal[PASSES] < 4:
            calls |= 1 << TAKE
        else:
            calls |= SUIT_BIDS
            if not rules[TURN_UP_AGAIN]:
                calls &= ~(1 << (FIRST_BID + (deal[TURNED] >> 3)))
    else:
        calls |= SUIT_BIDS
    bound = rules[BID_IS_FORCED] != 0 and deal[PASSES] == rules[PASSES_TO_END] - 1
    if rules[AUCTION] == ELDEST:
        return SUIT_BIDS
    if bound and deal[BID] < 0 and not _can_cancel(rules, deal[SEEN_HANDS + seat]):
        calls &= ~(1 << PASS)
    return calls


@kernel
def contra_calls(rules: Ints, deal: Ints, seat: int) -> int:
    bid, contra = deal[BID], deal[CONTRA]
    if bid < 0 or contra == levels_of(rules, bid):
        return 0
    if (seat ^ deal[BIDDER]) & 1 == contra & 1:
        return 0
    if rules[RECONTRA_BY_BIDDER] and contra == 1 and seat != deal[BIDDER]:
        return 0
    closed = 1 << (CLOSED_CONTRA + contra) if bid < NO_TRUMPS and rules[CAN_CLOSE_TRUMPS] else 0
    return 1 << (CONTRA_CALL + contra) | closed


@kernel
def levels_of(rules: Ints, bid: int) -> int:
    row = FACTORS + (MAX_LEVELS + 1) * max(bid - NO_TRUMPS + 1, 0)
    level = 0
    while level < MAX_LEVELS and rules[row + level + 1] != 0:
        level += 1
    return level


@kernel
def _calls_with_sun(rules: Ints, deal: Ints, seat: int) -> int:
    calls = calls_with_sun(
        deal[BID],
        deal[PASSES],
        deal[SPOKEN],
        deal[IS_SURE] != 0,
        deal[CLAIMANTS],
        seat,
        deal[TURNED],
        rules[TURN_UP_AGAIN] != 0,
    )
    return calls | contra_calls(rules, deal, seat) if deal[IS_SURE] else calls


@kernel
def _is_closed(rules: Ints, deal: Ints) -> bool:
    return deal[CONTRA] > 0 and rules[CONTRA_CLOSES] != 0


@kernel
def count_open_numbers(rules: Ints, deal: Ints) -> int:
    if rules[AUCTION] != NUMERIC or _is_closed(rules, deal):
        return 0
    return count_above(rules, SCALE, deal[RANK])


@kernel
def _can_cancel(rules: Ints, hand: int) -> bool:
    if rules[MAY_CANCEL] < 0:
        return False
    points = 0
    for card in range(32):
        if hand >> card & 1:
            points += POINTS[PLAIN_POINTS_OFFSET + card]
    return points <= rules[MAY_CANCEL]


@kernel
def make_call(rules: Ints, deal: Ints, seat: int, call: int) -> None:
    deal[SPOKEN] += rules[SUN]
    if call == PASS:
        deal[PASSES] += 1
        enough = 3 if deal[BID] >= 0 else rules[PASSES_TO_END]
        may_end = not rules[SUN] or deal[BID] < 0 or deal[IS_SURE]
        deal[OVER] = int(deal[PASSES] == enough and may_end)
        return
    deal[PASSES] = 0
    if CONTRA_CALL <= call < TAKE or CLOSED_CONTRA <= call < FIRST_NUMBER:
        deal[CONTRA] += 1
        deal[CLOSED_BY_CONTRA] = int(call >= CLOSED_CONTRA)
        deal[CLAIMANTS] = 0
        ends = rules[RECONTRA_ENDS]
        it_ends = ends == ENDS_ALWAYS or (ends == ENDS_ALL_TRUMPS and deal[BID] == ALL_TRUMPS)
        deal[OVER] = int(it_ends and deal[CONTRA] == levels_of(rules, deal[BID]))
        return
    if call >= FIRST_NUMBER:
        bid_number(rules, deal, seat, call - FIRST_NUMBER)
        return
    if rules[SUN]:
        _bid_with_sun(rules, deal, seat, call)
        return
    deal[BID] = deal[TURNED] >> 3 if call == TAKE else call - FIRST_BID
    deal[BIDDER] = seat
    deal[CONTRA] = deal[CLOSED_BY_CONTRA] = 0
    deal[OVER] = int(rules[AUCTION] != LADDER)


@kernel
def _bid_with_sun(rules: Ints, deal: Ints, seat: int, call: int) -> None:
    others, sure, taker = 0, deal[BID] >= 0, seat
    bid = deal[TURNED] >> 3 if call == TAKE else call - FIRST_BID
    if call in (SUN_CALL, ASHKAL):
        if not deal[IS_SURE]:
            others = claimants_of(seat, deal[SPOKEN] - 1, deal[BID], deal[BIDDER])
        bid, sure = NO_TRUMPS, True
        taker = (seat + 2) & 3 if call == ASHKAL else seat
    deal[BID], deal[BIDDER] = bid, taker
    deal[IS_SURE] = int(sure)
    deal[CLAIMANTS] = others
    deal[OVER] = int(sure and others == 0 and levels_of(rules, bid) == 0)


@kernel
def bid_number(rules: Ints, deal: Ints, seat: int, call: int) -> None:
    rank = call // CALLS_PER_RANK
    deal[BID] = call % CALLS_PER_RANK
    deal[BIDDER] = seat
    deal[CONTRA] = deal[CLOSED_BY_CONTRA] = 0
    deal[RANK] = rank
    deal[NUMBER] = number_at(rules, SCALE, rank) * rules[SCALE + UNIT]
    deal[CAPOT_BID] = promise_at(rules, SCALE, rank)
    deal[BIDDERS] |= 1 << seat


@kernel
def run_auction(rules: Ints, deal: Ints, draws: Ints) -> None:
    seat = (deal[DEALER] + 1 - rules[DEALER_CALLS]) & 3
    while not deal[OVER]:
        legal = legal_calls(rules, deal, seat)
        call = choose_call(rules, deal, seat, legal, draws)
        make_call(rules, deal, seat, call)
        deal[TRACE + deal[MOVES]] = call
        deal[MOVES] += 1
        seat = (seat + 1) & 3


@kernel
def choose_call(rules: Ints, deal: Ints, seat: int, legal: int, draws: Ints) -> int:
    if deal[LEVELS + seat] != THUMB:
        place = random_below(popcount(legal) + count_open_numbers(rules, deal), draws)
        if place < popcount(legal):
            return nth_bit(legal, place)
        return nth_above(rules, SCALE, deal[RANK], place - popcount(legal))
    ours = deal[BID] >= 0 and (seat ^ deal[BIDDER]) & 1 == 0
    in_suits, in_none = rules[CARRE_WORTHS], rules[CARRE_WORTHS + 1]
    in_all, in_two, eight = rules[CARRE_WORTHS + 2], rules[IN_TWO], rules[EIGHT]
    hand = deal[SEEN_HANDS + seat]
    if rules[AUCTION] == NUMERIC:
        is_open = count_open_numbers(rules, deal) > 0
        has_bid = deal[BIDDERS] >> seat & 1 != 0
        return thumb_number(
            rules,
            SCALE,
            deal[RANK],
            deal[BID],
            hand,
            legal,
            is_open,
            ours,
            has_bid,
            0,
            in_suits,
            in_none,
            in_all,
            in_two,
            eight,
        )
    turned = deal[TURNED]
    with_card = hand
    if turned >= 0 and (not rules[TURN_UP_TO_DEALER] or seat == deal[DEALER]):
        with_card |= 1 << turned
    return thumb_call(
        legal,
        hand,
        with_card,
        turned,
        deal[BID],
        ours,
        0,
        in_suits,
        in_none,
        in_all,
        in_two,
        eight,
    )
