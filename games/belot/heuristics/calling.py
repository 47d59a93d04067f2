from typing import Final

from games.belot.auction import standing_rank
from games.belot.heuristics.bidding import thumb_call
from games.belot.heuristics.numbers import thumb_number
from games.belot.numbers import FIRST_NUMBER
from games.belot.suit_tables import carre_worths, run_of_eight_bonus
from games.belot.view import SeatView

PLAIN_CALLS: Final = (1 << FIRST_NUMBER) - 1


def call_by_thumb(view: SeatView, boldness: int = 0) -> int:
    """The best contract if worth bidding, contra on strength, else pass.

    ``boldness`` lowers the threshold, in units of ``worth``.
    """
    variant = view.table.variant
    if variant.bids_numbers:
        return _numeric_call(view, boldness)
    return thumb_call(
        view.legal,
        view.hand,
        view.with_turn_up,
        view.turned,
        view.standing.bid,
        view.standing.bid >= 0 and view.is_partner(view.standing.bidder),
        boldness,
        *carre_worths(variant),
        int(variant.card_in_two),
        run_of_eight_bonus(variant),
    )


def _numeric_call(view: SeatView, boldness: int) -> int:
    table, standing = view.table, view.standing
    return thumb_number(
        table.scale.row,
        0,
        standing_rank(table, standing),
        standing.bid,
        view.hand,
        view.legal & PLAIN_CALLS,
        view.legal > PLAIN_CALLS,
        standing.bid >= 0 and view.is_partner(standing.bidder),
        _has_bid(view),
        boldness,
        *carre_worths(table.variant),
        int(table.variant.card_in_two),
        run_of_eight_bonus(table.variant),
    )


def _has_bid(view: SeatView) -> bool:
    own = (view.seat - view.first_caller) % view.table.players
    return any(call >= FIRST_NUMBER for call in view.calls[own :: view.table.players])
