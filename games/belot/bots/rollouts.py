import random

from games.belot.auction import standing_rank
from games.belot.bits import lowest
from games.belot.bots.sampling import sample_packs
from games.belot.chance import seed_stream
from games.belot.compiling import Ints, entry, kernel, space
from games.belot.kernel.announcing import announce
from games.belot.kernel.auction import choose_call, legal_calls, make_call
from games.belot.kernel.deals import PACK_BUFFER_SIZE, deal_rest, reset_deal
from games.belot.kernel.play import play_cards
from games.belot.kernel.rules import (
    BID,
    BIDDER,
    BIDDERS,
    CAPOT_BID,
    CLAIMANTS,
    CLOSED_BY_CONTRA,
    CONTRA,
    DEALER,
    IS_SURE,
    LEVELS,
    NUMBER,
    OVER,
    PASSES,
    PLACES,
    RANK,
    SCALE,
    SCORES,
    SEEN,
    SPOKEN,
    STATE_SIZE,
    THUMB,
    TURN_UP_PLACE,
    rules_of,
)
from games.belot.kernel.scoring import settle
from games.belot.numbers import FIRST_NUMBER, UNIT, number_at, promise_at
from games.belot.view import SeatView


def nets_of_calls(
    view: SeatView, calls: list[int], rng: random.Random, count: int
) -> list[list[int]]:
    """Own side's net in `count` sampled worlds, for each call.

    After the call all players follow the rules of thumb.
    """
    worlds = sample_packs(view, rng, count)
    here = space()
    raw_nets = here.ints([0] * (len(calls) * count))
    standing = view.standing
    here.of(play_out_worlds)(
        here.ints(rules_of(view.table.variant)),
        here.ints(
            [
                view.seat,
                view.hand,
                view.turned,
                (view.first_seat - 1) % 4,
                *standing[:4],
                standing_rank(view.table, standing) if view.table.variant.bids_numbers else -1,
                bidders_of(view),
                standing.spoken,
                int(standing.is_sure),
                standing.claimants,
                int(standing.closed),
            ]
        ),
        here.ints([card for world in worlds for card in world]),
        here.ints(calls),
        rng.getrandbits(62),
        raw_nets,
        here.ints([0] * STATE_SIZE),
        here.ints([0] * PACK_BUFFER_SIZE),
        here.ints([0] * 4),
    )
    sign = 1 if view.table.side_of[view.seat] == 0 else -1
    nets = [sign * int(net) for net in raw_nets]
    return [nets[index :: len(calls)] for index in range(len(calls))]


def bidders_of(view: SeatView) -> int:
    seats = range(view.first_caller, view.first_caller + len(view.calls))
    calls_by_seat = zip(seats, view.calls, strict=True)
    return sum({1 << seat % 4 for seat, call in calls_by_seat if call >= FIRST_NUMBER})


@entry
def play_out_worlds(
    rules: Ints,
    asked: Ints,
    worlds: Ints,
    calls: Ints,
    seed: int,
    found: Ints,
    deal: Ints,
    pack: Ints,
    draws: Ints,
) -> None:
    """Fill `found`, world by world, with North-South's net after each call.

    `asked`: seat, its hand, turn-up or -1, dealer, standing (bid, bidder, contra, passes,
    rank of a number or -1), seats that bid a number, then spoken, is_sure, claimants, closed.
    All calls of a world use the same random stream.
    """
    count = len(found) // len(calls)
    size = len(worlds) // count
    for world in range(count):
        pack_from_world(rules, asked, worlds, world * size, pack)
        for index in range(len(calls)):
            seed_stream(draws, seed, world)
            found[world * len(calls) + index] = net_after(
                rules, asked, calls[index], deal, pack, draws
            )


@kernel
def pack_from_world(rules: Ints, asked: Ints, worlds: Ints, at: int, pack: Ints) -> None:
    row = PLACES + 128 * asked[3]
    for place in range(32):
        pack[place] = -1
    if asked[2] >= 0:
        pack[rules[TURN_UP_PLACE]] = asked[2]
    hand = asked[1]
    for seat in range(4):
        for place in range(rules[SEEN]):
            if seat == asked[0]:
                pack[rules[row + 8 * seat + place]] = lowest(hand)
                hand &= hand - 1
            else:
                pack[rules[row + 8 * seat + place]] = worlds[at]
                at += 1
    for place in range(32):
        if pack[place] < 0:
            pack[place] = worlds[at]
            at += 1


@kernel
def net_after(rules: Ints, asked: Ints, call: int, deal: Ints, pack: Ints, draws: Ints) -> int:
    """North-South's net after a call, if all players then follow the rules of thumb."""
    deal[DEALER] = asked[3]
    for seat in range(4):
        deal[LEVELS + seat] = THUMB
    reset_deal(rules, deal, pack)
    deal[BID] = asked[4]
    deal[BIDDER] = asked[5]
    deal[CONTRA] = asked[6]
    deal[PASSES] = asked[7]
    deal[BIDDERS] = asked[9]
    deal[SPOKEN], deal[IS_SURE], deal[CLAIMANTS] = asked[10], asked[11], asked[12]
    deal[CLOSED_BY_CONTRA] = asked[13]
    if asked[8] >= 0:
        deal[RANK] = asked[8]
        deal[NUMBER] = number_at(rules, SCALE, asked[8]) * rules[SCALE + UNIT]
        deal[CAPOT_BID] = promise_at(rules, SCALE, asked[8])
    seat = asked[0]
    make_call(rules, deal, seat, call)
    while deal[OVER] == 0:
        seat = (seat + 1) & 3
        legal = legal_calls(rules, deal, seat)
        make_call(rules, deal, seat, choose_call(rules, deal, seat, legal, draws))
    if deal[BID] < 0:
        return 0
    deal_rest(rules, deal, pack)
    announce(rules, deal)
    play_cards(rules, deal, draws)
    settle(rules, deal)
    return deal[SCORES] - deal[SCORES + 1]
