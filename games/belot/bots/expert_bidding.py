"""The expert's auction: calls worth a thought are tried out in many worlds, played by thumb."""

import random
from typing import Final

from games.belot.bots.rollouts import nets_of_calls
from games.belot.cards import BIT, CONTRA, FIRST_BID, PASS, TAKE, card_list
from games.belot.thumb.bidding import call_by_thumb, worth
from games.belot.view import View

ROLLOUTS: Final = 8
"""So many deals are played out for each world that a card would get: they are cheaper."""
WORTH_A_THOUGHT: Final = 40
"""From here on a contract is tried out (65 is a bid by the rules of thumb)."""
MOST_BIDS: Final = 3


def call_by_worlds(view: View, rng: random.Random, worlds: int) -> int:
    """The call with the best mean on the sheet; among equals the thumb's."""
    usual = call_by_thumb(view)
    calls = [usual, *(call for call in worth_trying(view) if call != usual)]
    if len(calls) == 1:
        return usual
    nets = nets_of_calls(view, calls, rng, ROLLOUTS * worlds)
    return max(zip(calls, map(sum, nets), strict=True), key=lambda tried: tried[1])[0]


def worth_trying(view: View) -> list[int]:
    """Pass, the best few bids that are not hopeless, and a contra on some strength."""
    bids = {call: worth(_hand(view), contract_of(view, call)) for call in _bids(view)}
    good = [call for call in bids if bids[call] >= WORTH_A_THOUGHT]
    tried = sorted(good, key=lambda call: -bids[call])[:MOST_BIDS]
    if view.legal & BIT[PASS]:
        tried.append(PASS)
    strong = view.standing.bid >= 0 and worth(view.hand, view.standing.bid) >= WORTH_A_THOUGHT
    if strong:
        tried += [CONTRA + level for level in range(2) if view.legal & BIT[CONTRA + level]]
    return tried


def _bids(view: View) -> list[int]:
    return [call for call in card_list(view.legal) if FIRST_BID <= call < CONTRA or call == TAKE]


def _hand(view: View) -> int:
    return view.hand | (BIT[view.turned] if view.turned >= 0 else 0)


def contract_of(view: View, call: int) -> int:
    """The contract that a bid names."""
    return view.turned >> 3 if call == TAKE else call - FIRST_BID
