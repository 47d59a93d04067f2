"""Random legal deals per second of the engine, against a bare loop on bit masks.

    python benchmarks/engine.py [--deals 3000] [--rounds 5]

Both play the whole Bulgarian auction and 32 cards by random legal moves. The engine checks
every move, stores history for undo and scores; the bare loop only adds card points. Best
of alternating rounds, so that a busy machine affects both.
"""

import argparse
import random
import time
from collections.abc import Callable

from games.belot import PRESETS, Deal
from games.belot.cards import BIT, CONTRA, FIRST_BID, FULL_PACK, PASS, SUIT_MASK_OF, card_list
from games.belot.deal import pack_places
from games.belot.presets import DEFAULT_PRESET
from games.belot.result import settlement_of
from games.belot.tricks import CONTRACT_TABLES, duties_of, legal_cards

VARIANT = PRESETS[DEFAULT_PRESET]
DUTIES = duties_of(VARIANT)
PACK = card_list(FULL_PACK)


def pick(mask: int, rng: random.Random) -> int:
    if not mask & (mask - 1):
        return mask.bit_length() - 1
    skip = int(rng.random() * mask.bit_count())
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def engine_deal(rng: random.Random) -> int:
    rng.shuffle(PACK)
    deal = Deal.from_cards(VARIANT, 0, PACK)
    while mask := deal.legal_mask():
        deal.push(pick(mask, rng))
    return settlement_of(deal).hanging if deal.played else 0


def bare_auction(rng: random.Random) -> int:
    bid, bidder, contra, passes, seat = -1, -1, 0, 0, 1
    while passes < 3 or (bid < 0 and passes < 4):
        calls = BIT[PASS] | (0b111111 << FIRST_BID) & (-1 << (FIRST_BID + 1 + bid))
        if bid >= 0 and contra < 2 and ((seat ^ bidder) & 1) == (contra == 0):
            calls |= BIT[CONTRA + contra]
        call = pick(calls, rng)
        if call == PASS:
            passes += 1
        elif call >= CONTRA:
            contra, passes = contra + 1, 0
        else:
            bid, bidder, contra, passes = call - FIRST_BID, seat, 0, 0
        seat = (seat + 1) & 3
    return bid


def bare_deal(rng: random.Random) -> int:
    rng.shuffle(PACK)
    contract = bare_auction(rng)
    if contract < 0:
        return 0
    hands = [sum([BIT[PACK[place]] for place in seat]) for seat in pack_places(VARIANT, 0, 0)]
    _, _, trumps, values, beats, _ = CONTRACT_TABLES[contract]
    points = [0, 0]
    seat = 1
    for trick in range(8):
        pot = best = led = winner = 0
        for turn in range(4):
            hand = hands[seat]
            if turn:
                higher, trumped = beats[best], not led >> best & 1
                partner = (winner ^ seat) & 1 == 0
                legal = legal_cards(hand, led, trumps, higher, trumped, partner, DUTIES)
            else:
                legal = hand
            card = pick(legal, rng)
            hands[seat] = hand ^ BIT[card]
            pot += values[card]
            if not turn:
                led, best, winner = SUIT_MASK_OF[card], card, seat
            elif beats[best] >> card & 1:
                best, winner = card, seat
            seat = (seat + 1) & 3
        points[winner & 1] += pot + (10 if trick == 7 else 0)
        seat = winner
    return points[0]


def rate(play: Callable[[random.Random], int], deals: int, seed: int) -> float:
    rng = random.Random(seed)
    started = time.perf_counter()
    for _ in range(deals):
        play(rng)
    return deals / (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=3000, help="deals in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the best counts")
    chosen = parser.parse_args()
    engine = bare = 0.0
    for number in range(chosen.rounds):
        engine = max(engine, rate(engine_deal, chosen.deals, number))
        bare = max(bare, rate(bare_deal, chosen.deals, number))
    print(f"engine, checked, with undo and scores: {engine:8.0f} deals/s")
    print(f"bare loop over masks, no checks:       {bare:8.0f} deals/s")
    print(f"bare / engine:                         {bare / engine:8.2f}")


if __name__ == "__main__":
    main()
