"""Rule-of-thumb bidding: a five-card hand's worth in each contract.

A contract is bid from 65 on: the jack of trumps with two more, or the nine with two and an
outside ace; two aces for no-trumps; two jacks for all-trumps. Two such bids in three are
made.
"""

from typing import Final

from games.belot.bits import popcount
from games.belot.cards import (
    ALL_TRUMPS,
    ASHKAL,
    BELOTE_MASK,
    CLOSED_CONTRA,
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
from games.belot.claims import best_announcement
from games.belot.compiling import kernel
from games.belot.suit_tables import premium
from games.belot.view import SeatView

MIN_BID_WORTH: Final = 65
"""Then about one deal in ten is thrown in."""
OVER_PARTNER_MARGIN: Final = 20
MIN_DOUBLE_WORTH: Final = 65
MIN_REDOUBLE_WORTH: Final = 90
MIN_OPEN_CONTRA_TRUMPS: Final = 3
"""With fewer trumps, contra closes them."""

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


def _trumps(cards: int) -> int:
    total = sum(TRUMP_WORTH[RANKS[rank]] for rank in card_list(cards))
    return total + BELOTE_WORTH * _has_belote(cards)


def _side_suit(cards: int) -> int:
    if not cards >> ACE & 1:
        return 0
    return SIDE_ACE + SIDE_TEN_WITH_ACE * (cards >> TEN & 1)


def _no_trumps(cards: int) -> int:
    ten = cards >> TEN & 1
    if cards >> ACE & 1:
        return NO_TRUMPS_ACE + NO_TRUMPS_TEN_WITH_ACE * ten
    return NO_TRUMPS_GUARDED_TEN if ten and cards.bit_count() > 1 else 0


def _all_trumps(cards: int) -> int:
    nine = cards >> NINE & 1
    belote = BELOTE_WORTH * _has_belote(cards)
    if cards >> JACK & 1:
        return ALL_TRUMPS_JACK + ALL_TRUMPS_NINE_WITH_JACK * nine + belote
    return belote + (ALL_TRUMPS_GUARDED_NINE if nine and cards.bit_count() > 1 else 0)


def _has_belote(cards: int) -> bool:
    return cards & BELOTE_MASK[0] == BELOTE_MASK[0]


SUIT_WORTH: Final = tuple(
    suit_worth(cards)
    for suit_worth in (_trumps, _side_suit, _no_trumps, _all_trumps)
    for cards in range(256)
)
"""256 card sets each: as trumps, as side suit, in no-trumps, in all-trumps."""
AS_TRUMPS, BESIDE, IN_NO_TRUMPS, IN_ALL_TRUMPS = 0, 256, 512, 768


@kernel
def worth(hand: int, contract: int) -> int:
    """Worth of a hand in a contract; 65 is enough to bid."""
    part = BESIDE
    if contract == NO_TRUMPS:
        part = IN_NO_TRUMPS
    elif contract == ALL_TRUMPS:
        part = IN_ALL_TRUMPS
    total = 0
    for suit in range(4):
        cards = hand >> (8 * suit) & 0xFF
        total += SUIT_WORTH[cards + (AS_TRUMPS if suit == contract else part)]
    return total


@kernel
def thumb_call(
    legal: int,
    hand: int,
    with_card: int,
    turned: int,
    standing: int,
    ours: bool,
    boldness: int,
    in_suits: int,
    in_none: int,
    in_all: int,
    in_two: int,
    eight: int,
) -> int:
    """A hand's call; `with_card` is the hand with the card that comes with a bid.

    `standing` is the last bid or -1, `ours` whether the partner bid it. `in_suits`, `in_none`
    and `in_all` are `carre_worths`.
    """
    best = PASS
    most = -1
    extra = -1
    for call in range(FIRST_BID, ASHKAL + 1):
        if CONTRA <= call < TAKE or not legal >> call & 1:
            continue
        contract = turned >> 3 if call == TAKE else call - FIRST_BID
        cards = with_card
        if call == ASHKAL:
            contract, cards = NO_TRUMPS, hand
        if extra < 0 and contract < NO_TRUMPS:
            extra = premium(with_card, in_suits, in_two, eight) // 4
        bonus = extra
        if contract == NO_TRUMPS:
            bonus = premium(cards, in_none, in_two, eight) // 4
        elif contract == ALL_TRUMPS and (extra < 0 or in_all != in_suits):
            bonus = premium(with_card, in_all, in_two, eight) // 4
        value = worth(cards, contract) + bonus
        # A card useless here can help the partner.
        if value > most or (call == ASHKAL and value == most):
            most = value
            best = call
    if not legal >> PASS & 1:
        return best
    is_claim = standing == NO_TRUMPS and legal >> (FIRST_BID + NO_TRUMPS) & 1 != 0
    if standing >= 0 and not is_claim:
        strength = worth(hand, standing) + boldness
        if legal >> CONTRA & 1 and strength >= MIN_DOUBLE_WORTH:
            if (
                legal >> CLOSED_CONTRA & 1
                and popcount(hand & SUIT_MASK[standing]) < MIN_OPEN_CONTRA_TRUMPS
            ):
                return CLOSED_CONTRA
            return CONTRA
        if legal >> (CONTRA + 1) & 1 and strength >= MIN_REDOUBLE_WORTH:
            return CONTRA + 1
    needed = MIN_BID_WORTH + (OVER_PARTNER_MARGIN if ours else 0) - boldness
    return best if most >= needed else PASS


def cards_to_set_aside(view: SeatView) -> list[int]:
    """Two cheapest cards: no trumps, aces or announced cards."""
    contract = view.standing.bid
    melds = best_announcement(view.hand, view.seat, contract, view.table.variant)
    protected_cards = SUIT_MASK[contract] | RANK_MASK[ACE]
    for meld in melds:
        protected_cards |= meld.cards
    ranked = sorted(
        card_list(view.hand),
        key=lambda card: (
            protected_cards >> card & 1,
            (view.hand & SUIT_MASK[card >> 3]).bit_count(),
            card & 7,
        ),
    )
    return ranked[:2]
