"""What the other players said, as rows of numbers for `sampling` and `habits`."""

from typing import Final

from games.belot.auction import OPENING, Standing, after_call, legal_calls, must_bid
from games.belot.bots.habits import CARRE
from games.belot.bots.knowledge import played_masks
from games.belot.cards import ALL_TRUMPS, BELOTE_MASK, BIT, NO_TRUMPS, PASS
from games.belot.suit_tables import eight_is_more
from games.belot.view import View

PLAYED: Final = 0
LATE: Final = 1
"""The card turned up, where this seat took it: it was not among the first ones."""
SHOWN: Final = 2
"""Whether the first card is played, so that what is announced is said."""
COUNTS: Final = 3
SILENT: Final = 4
FACT: Final = 5
SEEN: Final = 3 * FACT
"""The number of cards seen in the auction."""
CALLS: Final = SEEN + 1
"""Where the calls begin, in the numbers of `habits.CALL`."""


def facts_said(view: View, others: list[int]) -> list[int]:
    """The facts that the three others gave away: announcements, silences, calls."""
    played = played_masks(view)
    facts: list[int] = []
    for seat in others:
        late = BIT[view.turned] if view.turned >= 0 and seat == view.standing.bidder else 0
        shown = int(played[seat] > 0 and view.standing.bid != NO_TRUMPS)
        silent = _silent(view, seat, played[seat])
        facts += [played[seat], late, shown, _counts(view, seat), silent]
    return [*facts, view.table.seen, *calls_made(view, others)]


def _counts(view: View, seat: int) -> int:
    """The declarations of a seat, counted as `habits.announcement_counts` does."""
    own = [item for item in view.announced if item.seat == seat]
    return sum(CARRE if item.is_carre else 1 << 4 * (item.length - 3) for item in own)


def _silent(view: View, seat: int, played: int) -> int:
    """The kings and queens of trumps of which a seat has played the mate without a word."""
    silent = 0
    for suit in range(4):
        said = (seat, suit) in view.belotes
        if view.standing.bid in (suit, ALL_TRUMPS) and not said and played & BELOTE_MASK[suit]:
            silent |= BELOTE_MASK[suit] & ~played
    return silent


def calls_made(view: View, others: list[int]) -> list[int]:
    """Every call of the others, with what they could have called instead."""
    rows: list[int] = []
    standing = OPENING
    seat = view.first_seat
    for call in view.calls:
        if seat in others:
            rows += possible_calls(view, standing, seat, others.index(seat), call)
        standing = after_call(view.table, standing, seat, call, view.turned)
        seat = (seat + 1) % view.table.players
    return rows


def possible_calls(view: View, standing: Standing, seat: int, number: int, said: int) -> list[int]:
    """The calls that a seat may make at a point of the auction, as numbers of `habits.CALL`."""
    variant = view.table.variant
    legal = legal_calls(view.table, standing, seat, view.turned, ())
    if must_bid(view.table, standing):
        legal &= ~BIT[PASS]
    ours = standing.bid >= 0 and view.table.side_of[standing.bidder] == view.table.side_of[seat]
    return [
        number,
        legal,
        BIT[view.turned] if view.turned >= 0 else 0,
        view.turned,
        standing.bid,
        int(ours),
        said,
        variant.no_trumps_four_aces,
        int(variant.card_in_two),
        eight_is_more(variant),
    ]
