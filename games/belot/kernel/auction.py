"""The auction on flat integers (authority: `games.belot.auction` and the bots)."""

from games.belot.bits import nth, popcount
from games.belot.cards import (
    ALL_TRUMPS,
    FIRST_BID,
    PASS,
    TAKE,
)
from games.belot.cards import (
    CONTRA as CONTRA_CALL,
)
from games.belot.chance import below
from games.belot.compiling import Ints, kernel
from games.belot.kernel.rules import (
    ACES,
    AUCTION,
    BID,
    BIDDER,
    BIDS,
    CONTRA,
    CONTRA_LEVELS,
    DEALER,
    DEALER_NAMES,
    EIGHT,
    IN_TWO,
    LADDER,
    LEVELS,
    MAY_CANCEL,
    MOVES,
    OVER,
    PASSES,
    PASSES_TO_END,
    RECONTRA_ENDS,
    SEEN_HANDS,
    THUMB,
    TRACE,
    TURN_UP,
    TURNED,
)
from games.belot.thumb.bidding import thumb_call
from games.belot.tricks import POINTS

SUIT_BIDS = 0b1111 << FIRST_BID
PLAIN = 128
"""Where the plain card points begin in `POINTS`: those of no-trumps."""


@kernel
def legal_calls(rules: Ints, deal: Ints, seat: int) -> int:
    """The calls open to a seat, as a mask."""
    calls = 1 << PASS
    if rules[AUCTION] == LADDER:
        bid = deal[BID]
        calls |= rules[BIDS] & (-1 << (FIRST_BID + 1 + bid))
        if bid >= 0 and deal[CONTRA] < rules[CONTRA_LEVELS]:
            opponent = (seat ^ deal[BIDDER]) & 1
            if opponent != deal[CONTRA] & 1:
                calls |= 1 << (CONTRA_CALL + deal[CONTRA])
    elif rules[AUCTION] == TURN_UP:
        if deal[PASSES] < 4:
            calls |= 1 << TAKE
        else:
            calls |= SUIT_BIDS & ~(1 << (FIRST_BID + (deal[TURNED] >> 3)))
    else:
        calls |= SUIT_BIDS
    last = deal[BID] < 0 and deal[PASSES] == rules[PASSES_TO_END] - 1
    if rules[DEALER_NAMES] and last and not _may_cancel(rules, deal[SEEN_HANDS + seat]):
        calls &= ~(1 << PASS)
    return calls


@kernel
def _may_cancel(rules: Ints, hand: int) -> bool:
    if rules[MAY_CANCEL] < 0:
        return False
    points = 0
    for card in range(32):
        if hand >> card & 1:
            points += POINTS[PLAIN + card]
    return points <= rules[MAY_CANCEL]


@kernel
def make_call(rules: Ints, deal: Ints, seat: int, call: int) -> None:
    """Bring the standing up to date with a legal call."""
    if call == PASS:
        deal[PASSES] += 1
        enough = 3 if deal[BID] >= 0 else rules[PASSES_TO_END]
        deal[OVER] = int(deal[PASSES] == enough)
        return
    deal[PASSES] = 0
    if CONTRA_CALL <= call < TAKE:
        deal[CONTRA] += 1
        top = deal[BID] == ALL_TRUMPS and deal[CONTRA] == rules[CONTRA_LEVELS]
        deal[OVER] = int(top and rules[RECONTRA_ENDS] != 0)
        return
    deal[BID] = deal[TURNED] >> 3 if call == TAKE else call - FIRST_BID
    deal[BIDDER] = seat
    deal[CONTRA] = 0
    deal[OVER] = int(rules[AUCTION] != LADDER)


@kernel
def hold_auction(rules: Ints, deal: Ints, draws: Ints) -> None:
    """Call until the auction is over."""
    seat = (deal[DEALER] + 1) & 3
    while not deal[OVER]:
        legal = legal_calls(rules, deal, seat)
        call = choose_call(rules, deal, seat, legal, draws)
        make_call(rules, deal, seat, call)
        deal[TRACE + deal[MOVES]] = call
        deal[MOVES] += 1
        seat = (seat + 1) & 3


@kernel
def choose_call(rules: Ints, deal: Ints, seat: int, legal: int, draws: Ints) -> int:
    """The call of the seat's player."""
    if deal[LEVELS + seat] != THUMB:
        return nth(legal, below(popcount(legal), draws))
    hand = deal[SEEN_HANDS + seat]
    turned = deal[TURNED]
    with_card = hand | (1 << turned) if turned >= 0 else hand
    ours = deal[BID] >= 0 and (seat ^ deal[BIDDER]) & 1 == 0
    aces, in_two, eight = rules[ACES], rules[IN_TWO], rules[EIGHT]
    return thumb_call(legal, hand, with_card, turned, deal[BID], ours, 0, aces, in_two, eight)
