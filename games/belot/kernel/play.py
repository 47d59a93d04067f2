from games.belot.bits import lowest, nth_bit, nth_bit_of_hand, popcount
from games.belot.cards import (
    ALL_TRUMPS,
    BELOTE_MASK,
    FULL_PACK,
    SUIT_MASK_OF,
)
from games.belot.chance import random_below
from games.belot.compiling import Ints, kernel
from games.belot.heuristics.play import best_legal_cards
from games.belot.kernel.rules import (
    BELOTE_ALWAYS,
    BELOTES,
    BID,
    BIDDER,
    CLOSED_BY_CONTRA,
    DEALER,
    DECLARED,
    DUTIES,
    FOURS,
    HANDS,
    HAS_ROEM,
    LAST,
    LEVELS,
    MOVES,
    TAKERS,
    THUMB,
    TRACE,
    TRICKS,
    VALUES,
)
from games.belot.kernel.rules import POINTS as SIDE_POINTS
from games.belot.roem import rank_of_four, runs_and_pair
from games.belot.tricks import (
    BEATS,
    CLOSED_LEAD,
    POINTS,
    TRUMPS,
    legal_cards,
    legal_leads,
)

LAST_TRICK = 10
BELOTE_MASK_OF_CARD = tuple(
    BELOTE_MASK[card >> 3] if BELOTE_MASK[card >> 3] >> card & 1 else -1 for card in range(32)
)
"""-1, which no hand contains, for other cards."""


@kernel
def play_cards(rules: Ints, deal: Ints, draws: Ints) -> None:
    """Play eight tricks: points, tricks and belotes by side, and the last trick's side."""
    contract = deal[BID]
    table = 32 * contract
    values = rules[VALUES + contract]
    trumps = TRUMPS[contract]
    duties = rules[DUTIES] | CLOSED_LEAD * deal[CLOSED_BY_CONTRA]
    seat = (deal[DEALER] + 1) & 3
    out = takers = 0
    for _ in range(8):
        led = best = -1
        pot = higher = winner = trick = 0
        for place in range(4):
            hand = deal[HANDS + seat]
            legal = legal_leads(hand, trumps, duties)
            if place:
                trumped = led >> best & 1 == 0
                partner = (winner ^ seat) & 1 == 0
                legal = legal_cards(hand, led, trumps, higher, trumped, partner, duties)
            ours = (winner if place else deal[BIDDER]) ^ seat
            card = choose_card(
                deal, seat, legal, FULL_PACK & ~out & ~hand, best, place == 3, ours & 1 == 0, draws
            )
            bit = 1 << card
            if hand & BELOTE_MASK_OF_CARD[card] == BELOTE_MASK_OF_CARD[card]:
                count_belote(rules, deal, seat, card, led)
            deal[HANDS + seat] = hand ^ bit
            deal[TRACE + deal[MOVES]] = card
            deal[MOVES] += 1
            out |= bit
            pot += POINTS[values + card]
            trick |= bit
            if not place:
                led = SUIT_MASK_OF[card]
            if not place or higher & bit:
                best = card
                winner = seat
                higher = BEATS[table + card]
            seat = (seat + 1) & 3
        seat = winner
        takers |= 1 << winner
        deal[SIDE_POINTS + (winner & 1)] += pot
        deal[TRICKS + (winner & 1)] += 1
        if rules[HAS_ROEM]:
            deal[DECLARED + (winner & 1)] += roem_in(rules, trick, trumps)
    deal[LAST] = seat & 1
    deal[TAKERS] = takers
    deal[SIDE_POINTS + (seat & 1)] += LAST_TRICK


@kernel
def play_random(rules: Ints, deal: Ints, draws: Ints) -> None:
    contract = deal[BID]
    table = 32 * contract
    values = rules[VALUES + contract]
    trumps = TRUMPS[contract]
    duties = rules[DUTIES] | CLOSED_LEAD * deal[CLOSED_BY_CONTRA]
    moves = TRACE + deal[MOVES]
    seat = (deal[DEALER] + 1) & 3
    takers = 0
    for _ in range(8):
        led = best = -1
        pot = higher = winner = trick = 0
        for place in range(4):
            hand = deal[HANDS + seat]
            legal = legal_leads(hand, trumps, duties)
            if place:
                trumped = led >> best & 1 == 0
                partner = (winner ^ seat) & 1 == 0
                legal = legal_cards(hand, led, trumps, higher, trumped, partner, duties)
            card = branchless_random_card(legal, draws)
            bit = 1 << card
            if hand & BELOTE_MASK_OF_CARD[card] == BELOTE_MASK_OF_CARD[card]:
                count_belote(rules, deal, seat, card, led)
            deal[HANDS + seat] = hand ^ bit
            deal[moves] = card
            moves += 1
            pot += POINTS[values + card]
            trick |= bit
            if not place:
                led = SUIT_MASK_OF[card]
            if not place or higher & bit:
                best = card
                winner = seat
                higher = BEATS[table + card]
            seat = (seat + 1) & 3
        seat = winner
        takers |= 1 << winner
        deal[SIDE_POINTS + (winner & 1)] += pot
        deal[TRICKS + (winner & 1)] += 1
        if rules[HAS_ROEM]:
            deal[DECLARED + (winner & 1)] += roem_in(rules, trick, trumps)
    deal[MOVES] = moves - TRACE
    deal[LAST] = seat & 1
    deal[TAKERS] = takers
    deal[SIDE_POINTS + (seat & 1)] += LAST_TRICK


@kernel
def roem_in(rules: Ints, trick: int, trumps: int) -> int:
    total = runs_and_pair(trick, trumps)
    rank = rank_of_four(trick)
    return total if rank < 0 else total + rules[FOURS + rank]


@kernel
def random_card(legal: int, draws: Ints) -> int:
    if legal & (legal - 1) == 0:
        return lowest(legal)
    return nth_bit(legal, random_below(popcount(legal), draws))


@kernel
def branchless_random_card(legal: int, draws: Ints) -> int:
    if legal & (legal - 1) == 0:
        return lowest(legal)
    return nth_bit_of_hand(legal, random_below(popcount(legal), draws))


@kernel
def choose_card(
    deal: Ints,
    seat: int,
    legal: int,
    unseen: int,
    best: int,
    last: bool,
    ours: bool,
    draws: Ints,
) -> int:
    if deal[LEVELS + seat] == THUMB and legal & (legal - 1):
        legal = best_legal_cards(legal, deal[HANDS + seat], unseen, deal[BID], best, last, ours)
    return random_card(legal, draws)


@kernel
def count_belote(rules: Ints, deal: Ints, seat: int, card: int, led: int) -> None:
    """Count a belote with both cards in the hand, where the rules count it."""
    contract = deal[BID]
    suit = card >> 3
    if rules[HAS_ROEM]:
        return
    if contract == suit:
        deal[BELOTES + (seat & 1)] += 1
    elif contract == ALL_TRUMPS:
        followed = led < 0 or led == SUIT_MASK_OF[card]
        if followed or rules[BELOTE_ALWAYS]:
            deal[BELOTES + (seat & 1)] += 1
