"""Rules of thumb for the auction: what a hand of five cards is worth in each contract.

A contract is worth bidding from 65 on. The numbers are a player's, not a theorem: the jack of
trumps with two more trumps makes a suit bid, or the nine with two and an ace outside; two aces
make no-trumps; two jacks make all-trumps. Bids by these numbers are made two times in three.
"""

from typing import Final

from games.belot.cards import (
    ALL_TRUMPS,
    BELOTE_MASK,
    BIT,
    CONTRA,
    FIRST_BID,
    NO_TRUMPS,
    PASS,
    RANK_MASK,
    RANKS,
    SUIT_MASK,
    TAKE,
    card_list,
)
from games.belot.claims import worth_announcing
from games.belot.declarations import value_of
from games.belot.view import View

ENOUGH: Final = 65
"""From here on a contract is bid: about one deal in ten is thrown in."""
OVER_PARTNER: Final = 20
"""How much more it takes to bid over the partner's contract."""
TO_DOUBLE: Final = 65
"""Strength in the opponents' contract from which it is doubled."""
TO_REDOUBLE: Final = 90

TRUMP_WORTH: Final = {"J": 45, "9": 28, "A": 18, "T": 13, "K": 10, "Q": 10, "8": 8, "7": 8}
SIDE_ACE: Final = 16
SIDE_TEN_WITH_ACE: Final = 8
BELOTE_WORTH: Final = 12
NO_TRUMPS_ACE: Final = 33
NO_TRUMPS_TEN_WITH_ACE: Final = 17
NO_TRUMPS_GUARDED_TEN: Final = 8
ALL_TRUMPS_JACK: Final = 33
ALL_TRUMPS_NINE_WITH_JACK: Final = 19
ALL_TRUMPS_GUARDED_NINE: Final = 8

ACE, TEN, NINE, JACK = (RANKS.index(rank) for rank in "AT9J")


def worth(hand: int, contract: int) -> int:
    """What a hand is worth in a contract; 65 is a bid."""
    if contract == NO_TRUMPS:
        return sum(_no_trumps_suit(hand & SUIT_MASK[suit], suit) for suit in range(4))
    if contract == ALL_TRUMPS:
        return sum(_all_trumps_suit(hand & SUIT_MASK[suit], suit) for suit in range(4))
    return _suit_contract(hand, contract)


def _suit_contract(hand: int, trumps: int) -> int:
    own = card_list(hand & SUIT_MASK[trumps])
    total = sum(TRUMP_WORTH[RANKS[card & 7]] for card in own)
    total += BELOTE_WORTH * (hand & BELOTE_MASK[trumps] == BELOTE_MASK[trumps])
    for suit in range(4):
        if suit != trumps and hand & BIT[8 * suit + ACE]:
            total += SIDE_ACE + SIDE_TEN_WITH_ACE * (hand >> 8 * suit + TEN & 1)
    return total


def _no_trumps_suit(cards: int, suit: int) -> int:
    ten = cards >> 8 * suit + TEN & 1
    if cards >> 8 * suit + ACE & 1:
        return NO_TRUMPS_ACE + NO_TRUMPS_TEN_WITH_ACE * ten
    return NO_TRUMPS_GUARDED_TEN if ten and cards.bit_count() > 1 else 0


def _all_trumps_suit(cards: int, suit: int) -> int:
    nine = cards >> 8 * suit + NINE & 1
    belote = BELOTE_WORTH * (cards & BELOTE_MASK[suit] == BELOTE_MASK[suit])
    if cards >> 8 * suit + JACK & 1:
        return ALL_TRUMPS_JACK + ALL_TRUMPS_NINE_WITH_JACK * nine + belote
    return belote + (ALL_TRUMPS_GUARDED_NINE if nine and cards.bit_count() > 1 else 0)


def worth_with_premiums(view: View, hand: int, contract: int) -> int:
    """The worth of a hand with a part of what it could announce already."""
    variant = view.table.variant
    melds = worth_announcing(hand, view.seat, contract, variant)
    return worth(hand, contract) + sum(value_of(m, variant, contract) for m in melds) // 4


def call_by_thumb(view: View, boldness: int = 0) -> int:
    """The call: the best contract that is worth it, a contra on strength, else pass.

    ``boldness`` is how much less than usual is enough, in the units of ``worth``.
    """
    worths = {bid: worth_with_premiums(view, hand, contract) for bid, contract, hand in _bids(view)}
    best = max(worths, key=lambda bid: worths[bid], default=PASS)
    if not view.legal & BIT[PASS]:
        return best
    doubled = _double(view, boldness)
    if doubled is not None:
        return doubled
    ours = view.standing.bid >= 0 and view.is_partner(view.standing.bidder)
    needed = ENOUGH + OVER_PARTNER * ours - boldness
    return best if worths.get(best, 0) >= needed else PASS


def _bids(view: View) -> list[tuple[int, int, int]]:
    """The legal bids as (call, contract, hand with the card that comes with it)."""
    with_card = view.hand | (BIT[view.turned] if _taker_gets_turned(view) else 0)
    bids = [
        (call, call - FIRST_BID, with_card)
        for call in card_list(view.legal)
        if FIRST_BID <= call < CONTRA
    ]
    if view.legal & BIT[TAKE]:
        bids.append((TAKE, view.turned >> 3, with_card))
    return bids


def _taker_gets_turned(view: View) -> bool:
    return view.turned >= 0 and view.table.variant.layout == "packets"


def _double(view: View, boldness: int) -> int | None:
    """Contra or recontra, if it may be said and the hand is strong in that very contract."""
    for level, needed in ((0, TO_DOUBLE), (1, TO_REDOUBLE)):
        strong = view.standing.bid >= 0 and worth(view.hand, view.standing.bid) + boldness >= needed
        if view.legal & BIT[CONTRA + level] and strong:
            return CONTRA + level
    return None


def cards_to_set_aside(view: View) -> list[int]:
    """The two cards that cost least: no trumps, no aces, nothing to be announced, few points."""
    contract = view.standing.bid
    melds = worth_announcing(view.hand, view.seat, contract, view.table.variant)
    kept = SUIT_MASK[contract] | RANK_MASK[ACE]
    for meld in melds:
        kept |= meld.cards
    ranked = sorted(
        card_list(view.hand),
        key=lambda card: (
            kept >> card & 1,
            (view.hand & SUIT_MASK[card >> 3]).bit_count(),
            card & 7,
        ),
    )
    return ranked[:2]
