"""Expert auction: promising calls are tried in many worlds, played by rules of thumb."""

import random
from typing import Final

from games.belot.auction import points_bid
from games.belot.bots.rollouts import nets_of_calls
from games.belot.cards import (
    ASHKAL,
    BIT,
    CLOSED_CONTRA,
    CONTRA,
    FIRST_BID,
    NO_TRUMPS,
    PASS,
    TAKE,
    card_list,
)
from games.belot.heuristics.bidding import worth
from games.belot.heuristics.calling import call_by_thumb
from games.belot.heuristics.numbers import points_expected, support_points
from games.belot.numbers import CALLS_PER_RANK, FIRST_NUMBER
from games.belot.view import SeatView

ROLLOUTS_PER_WORLD: Final = 8
"""Rollouts are cheaper than solving."""
MIN_WORTH_TO_TRY: Final = 40
"""The rules of thumb bid from 65."""
MAX_BIDS: Final = 3
MAX_CONTRACTS: Final = 2
"""With number bidding, besides the partner's."""


def call_by_worlds(view: SeatView, rng: random.Random, worlds: int) -> int:
    """Call with the best mean score; ties go to the rules of thumb."""
    usual = call_by_thumb(view)
    calls = [usual, *(call for call in calls_to_try(view) if call != usual)]
    if len(calls) == 1:
        return usual
    nets = nets_of_calls(view, calls, rng, ROLLOUTS_PER_WORLD * worlds)
    return max(zip(calls, map(sum, nets), strict=True), key=lambda tried: tried[1])[0]


def calls_to_try(view: SeatView) -> list[int]:
    if view.table.variant.bids_numbers:
        tried = numbers_to_try(view)
    else:
        bids = {call: worth_of_call(view, call) for call in _legal_bids(view)}
        good = [call for call in bids if bids[call] >= MIN_WORTH_TO_TRY]
        tried = sorted(good, key=lambda call: -bids[call])[:MAX_BIDS]
    if view.legal & BIT[PASS]:
        tried.append(PASS)
    strong = view.standing.bid >= 0 and worth(view.hand, view.standing.bid) >= MIN_WORTH_TO_TRY
    if strong:
        contras = [start + level for start in (CONTRA, CLOSED_CONTRA) for level in range(2)]
        tried += [call for call in contras if view.legal & BIT[call]]
    return tried


def numbers_to_try(view: SeatView) -> list[int]:
    """Numbers around what the hand can reach, in its best contracts and its partner's."""
    scale, standing = view.table.scale, view.standing
    reached = {
        contract: points_expected(scale.row, 0, view.hand, contract, 0)
        for contract in card_list(scale.contracts)
    }
    best = sorted(reached, key=lambda contract: -reached[contract])[:MAX_CONTRACTS]
    if standing.bid >= 0 and view.is_partner(standing.bidder):
        support = support_points(scale.row, 0, view.hand, standing.bid)
        ours = points_bid(view.table, standing) + support
        reached[standing.bid] = max(reached[standing.bid], ours)
        best = [standing.bid, *(contract for contract in best if contract != standing.bid)]
    calls = []
    for contract in best:
        middle = (reached[contract] // scale.unit - scale.low) // scale.step
        for rank in range(middle - 1, middle + 3):
            call = FIRST_NUMBER + CALLS_PER_RANK * min(rank, scale.steps - 1) + contract
            if rank >= 0 and view.legal >> call & 1 and call not in calls:
                calls.append(call)
        top = FIRST_NUMBER + CALLS_PER_RANK * scale.steps + contract
        if scale.ranks > scale.steps and middle >= scale.steps - 3 and view.legal >> top & 1:
            calls.append(top)
    return calls


def _legal_bids(view: SeatView) -> list[int]:
    kinds = (TAKE, ASHKAL)
    return [call for call in card_list(view.legal) if FIRST_BID <= call < CONTRA or call in kinds]


def worth_of_call(view: SeatView, call: int) -> int:
    return worth(view.hand if call == ASHKAL else view.with_turn_up, contract_of_call(view, call))


def contract_of_call(view: SeatView, call: int) -> int:
    if call == ASHKAL:
        return NO_TRUMPS
    return view.turned >> 3 if call == TAKE else call - FIRST_BID
