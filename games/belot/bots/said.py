from typing import Final

from games.belot.auction import after_call, has_to_bid, legal_calls, standing_rank
from games.belot.bots.habits import CARRE_COUNT
from games.belot.bots.knowledge import played_masks
from games.belot.cards import ALL_TRUMPS, BELOTE_MASK, BIT, NO_TRUMPS, PASS
from games.belot.deal import turn_up_receiver
from games.belot.heuristics.calling import PLAIN_CALLS
from games.belot.numbers import FIRST_NUMBER, SCALE_SIZE
from games.belot.standing import OPENING, AuctionState
from games.belot.suit_tables import carre_worths, ranks_of_fours, run_of_eight_bonus
from games.belot.view import SeatView

PLAYED: Final = 0
LATE: Final = 1
"""Turned-up card taken by this seat: not among its first."""
SHOWN: Final = 2
"""Whether this seat played a card, so that its announcements are known."""
COUNTS: Final = 3
SILENT: Final = 4
FOURS: Final = 5
"""Ranks with a carré value, as a byte."""
FACT: Final = 6
CARDS_SEEN: Final = 3 * FACT
CALLS: Final = CARDS_SEEN + 1
"""Calls, `habits.CALL_SIZE` numbers each."""


def observed_facts(view: SeatView, others: list[int]) -> list[int]:
    played = played_masks(view)
    facts: list[int] = []
    counts_in_no_trumps = view.table.variant.no_trumps_declarations
    is_told = view.standing.bid != NO_TRUMPS or counts_in_no_trumps
    fours = ranks_of_fours(view.table.variant, max(view.standing.bid, 0))
    for seat in others:
        late = BIT[view.turned] if seat == view.receiver else 0
        says = view.table.variant.declarations == "hand"
        shown = int(says and played[seat] > 0 and is_told)
        silent = _unannounced_belotes(view, seat, played[seat])
        facts += [played[seat], late, shown, _meld_counts(view, seat), silent, fours]
    return [*facts, view.table.seen, *call_rows(view, others)]


def _meld_counts(view: SeatView, seat: int) -> int:
    own = [item for item in view.announced if item.seat == seat]
    return sum(CARRE_COUNT if item.is_carre else 1 << 4 * (item.length - 3) for item in own)


def _unannounced_belotes(view: SeatView, seat: int, played: int) -> int:
    """Kings and queens of trumps whose partner card a seat played without announcing belote."""
    silent = 0
    if view.table.variant.declarations == "trick":
        return silent
    for suit in range(4):
        is_announced = (seat, suit) in view.belotes
        if (
            view.standing.bid in (suit, ALL_TRUMPS)
            and not is_announced
            and played & BELOTE_MASK[suit]
        ):
            silent |= BELOTE_MASK[suit] & ~played
    return silent


def call_rows(view: SeatView, others: list[int]) -> list[int]:
    rows: list[int] = []
    bidders = 0
    standing = OPENING
    seat = view.first_caller
    for call in view.calls:
        if seat in others:
            has_bid = bidders >> seat & 1
            rows += call_row(view, standing, seat, others.index(seat), call, has_bid)
        bidders |= (call >= FIRST_NUMBER) << seat
        standing = after_call(view.table, standing, seat, call, view.turned)
        seat = (seat + 1) % view.table.players
    return rows


def _is_turn_up_receiver(view: SeatView, seat: int) -> bool:
    dealer = (view.first_seat - 1) % view.table.players
    return turn_up_receiver(view.table.variant, dealer, seat) == seat


def call_row(
    view: SeatView, standing: AuctionState, seat: int, number: int, said: int, has_bid: int = 0
) -> list[int]:
    """Row of `habits.CALL` numbers: a call and its alternatives."""
    variant = view.table.variant
    legal = legal_calls(view.table, standing, seat, view.turned, ())
    if has_to_bid(view.table, standing):
        legal &= ~BIT[PASS]
    ours = standing.bid >= 0 and view.table.side_of[standing.bidder] == view.table.side_of[seat]
    numeric = variant.bids_numbers
    if numeric:
        before = int(legal > PLAIN_CALLS), standing_rank(view.table, standing)
    else:
        before = BIT[view.turned] if _is_turn_up_receiver(view, seat) else 0, view.turned
    return [
        number,
        legal & PLAIN_CALLS,
        *before,
        standing.bid,
        int(ours),
        said,
        *carre_worths(variant),
        int(variant.card_in_two),
        run_of_eight_bonus(variant),
        has_bid,
        *(view.table.scale if numeric else (0,) * SCALE_SIZE),
    ]
