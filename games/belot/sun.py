"""Baloot's auction: a card is turned up, and no-trumps ("sun") outbids a suit ("hokm").

See docs/adr/0058-turn-based-baloot-auction.md. Shared with compiled play.
"""

from games.belot.cards import ASHKAL, FIRST_BID, NO_TRUMPS, PASS, RANKS, TAKE
from games.belot.compiling import kernel

ACE = RANKS.index("A")
SUN = FIRST_BID + NO_TRUMPS
SUITS = 0b1111 << FIRST_BID
ALL_PASSED = 3
"""Then a suit must be confirmed, or the auction ends."""


@kernel
def calls_with_sun(
    bid: int,
    passes: int,
    spoken: int,
    is_sure: bool,
    claimants: int,
    seat: int,
    turned: int,
    again: bool,
) -> int:
    """Mask of a seat's legal calls, without contra."""
    if is_sure:
        return 1 << PASS | (claimants >> seat & 1) << SUN
    if bid >= 0 and passes == ALL_PASSED:
        return 1 << SUN | 1 << confirming_call(bid, turned)
    calls = 1 << PASS | 1 << SUN
    if bid < 0:
        calls |= suits_open(spoken, turned, again)
    if 2 <= spoken < 4 and turned & 7 != ACE:
        calls |= 1 << ASHKAL
    return calls


@kernel
def confirming_call(bid: int, turned: int) -> int:
    return TAKE if bid == turned >> 3 else FIRST_BID + bid


@kernel
def suits_open(spoken: int, turned: int, again: bool) -> int:
    if spoken < 4:
        return 1 << TAKE
    return SUITS if again else SUITS & ~(1 << (FIRST_BID + (turned >> 3)))


@kernel
def claimants_of(seat: int, spoken: int, bid: int, bidder: int) -> int:
    """Seats, as bits, that can claim no-trumps: earlier opponents other than the bidder."""
    claimants = 0
    for back in range(1, 4, 2):
        other = (seat - back) & 3
        if spoken & 3 >= back and (bid < 0 or other != bidder):
            claimants |= 1 << other
    return claimants
