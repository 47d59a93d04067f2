from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.cards import FULL_PACK
from games.belot.chance import random_below, seed_stream, shuffle
from games.belot.compiling import Ints, entry, kernel
from games.belot.kernel.announcing import announce
from games.belot.kernel.auction import bid_number, run_auction
from games.belot.kernel.play import play_cards, play_random
from games.belot.kernel.rules import (
    AUCTION,
    BELOTES,
    BID,
    BIDDER,
    BIDDERS,
    CAPOT,
    CAPOT_BID,
    CLAIMANTS,
    CLOSED_BY_CONTRA,
    CONTRA,
    DEALER,
    DECLARED,
    HANDS,
    HANGS,
    IS_SURE,
    LEVELS,
    MOVES,
    NUMBER,
    NUMERIC,
    OUTCOME,
    OVER,
    PASSES,
    PLACES,
    POINTS,
    RANDOM,
    RANK,
    RUNS,
    SCORES,
    SEEN,
    SEEN_HANDS,
    SPOKEN,
    STARTS,
    TRICKS,
    TURN_UP,
    TURN_UP_PLACE,
    TURNED,
)
from games.belot.kernel.scoring import reach_code, settle
from games.belot.kernel.tally import FOURTH_CONTRA, PASSED_OUT
from games.belot.numbers import CALLS_PER_RANK

# Indexes in the row of the question.
DEAL_MODE: Final = 0
ASKED_DEALER: Final = 1
ASKED_CONTRACT: Final = 2
ASKED_DECLARER: Final = 3
ASKED_CONTRA: Final = 4
ASKED_LEVELS: Final = 5
KNOWN: Final = 9
PLACES_FOR_KNOWN: Final = 13
ASKED_RANK: Final = 14
FIXED_PACK: Final = 15
ASKED_SIZE: Final = 47
OUTCOME_SIZE: Final = 3

ANY_CARDS: Final = 0
GIVEN_PACK: Final = 1
KNOWN_CARDS: Final = 2
PACK_BUFFER_SIZE: Final = 64
"""With work space behind the pack."""


@entry
def play_deals(
    rules: Ints,
    asked: Ints,
    seed: int,
    first: int,
    found: Ints,
    deal: Ints,
    pack: Ints,
    draws: Ints,
) -> None:
    """Play deals from `first` on; fill `found` with net, ending code and reach code of each.

    `deal` (STATE_SIZE), `pack` (PACK_SIZE) and `draws` (4) are work space and show the last
    deal afterwards.
    """
    for index in range(len(found) // OUTCOME_SIZE):
        play_deal(rules, asked, seed, first + index, deal, pack, draws)
        at = OUTCOME_SIZE * index
        found[at] = deal[SCORES] - deal[SCORES + 1]
        found[at + 1] = ending_code(deal)
        found[at + 2] = reach_code(rules, deal)


@kernel
def play_deal(
    rules: Ints, asked: Ints, seed: int, number: int, deal: Ints, pack: Ints, draws: Ints
) -> None:
    seed_stream(draws, seed, number)
    deal[DEALER] = number & 3 if asked[ASKED_DEALER] < 0 else asked[ASKED_DEALER]
    for seat in range(4):
        deal[LEVELS + seat] = asked[ASKED_LEVELS + seat]
    make_pack(rules, asked, deal[DEALER], pack, draws)
    reset_deal(rules, deal, pack)
    if asked[ASKED_CONTRACT] < 0:
        run_auction(rules, deal, draws)
    else:
        if rules[AUCTION] == NUMERIC:
            call = CALLS_PER_RANK * asked[ASKED_RANK] + asked[ASKED_CONTRACT]
            bid_number(rules, deal, asked[ASKED_DECLARER], call)
        deal[BID] = asked[ASKED_CONTRACT]
        deal[BIDDER] = asked[ASKED_DECLARER]
        deal[CONTRA] = asked[ASKED_CONTRA]
    if deal[BID] < 0:
        deal[OUTCOME] = PASSED_OUT
        deal[CAPOT] = -1
        deal[SCORES] = deal[SCORES + 1] = 0
        return
    deal_rest(rules, deal, pack)
    announce(rules, deal)
    if deal[LEVELS] == RANDOM and deal[LEVELS + 1] == RANDOM:
        play_random(rules, deal, draws)
    else:
        play_cards(rules, deal, draws)
    settle(rules, deal)


@kernel
def ending_code(deal: Ints) -> int:
    if deal[BID] < 0:
        return PASSED_OUT * 96
    code = (deal[OUTCOME] * 6 + deal[BID]) * 2 + (deal[BIDDER] & 1)
    fourth = FOURTH_CONTRA if deal[CONTRA] == 4 else 0
    return (code * 4 + deal[CONTRA] % 4) * 2 + int(deal[CAPOT] >= 0) + fourth


@kernel
def reset_deal(rules: Ints, deal: Ints, pack: Ints) -> None:
    deal[BID] = deal[BIDDER] = -1
    deal[CONTRA] = deal[PASSES] = deal[OVER] = deal[MOVES] = 0
    deal[NUMBER] = deal[CAPOT_BID] = deal[BIDDERS] = 0
    deal[CLOSED_BY_CONTRA] = deal[SPOKEN] = deal[IS_SURE] = deal[CLAIMANTS] = 0
    deal[RANK] = -1
    for side in range(2):
        deal[POINTS + side] = deal[TRICKS + side] = deal[BELOTES + side] = 0
    deal[TURNED] = pack[rules[TURN_UP_PLACE]] if rules[AUCTION] == TURN_UP else -1
    row = PLACES + 128 * deal[DEALER]
    for seat in range(4):
        hand = 0
        for place in range(rules[SEEN]):
            hand |= 1 << pack[rules[row + 8 * seat + place]]
        deal[SEEN_HANDS + seat] = hand


@kernel
def deal_rest(rules: Ints, deal: Ints, pack: Ints) -> None:
    """Deal the rest; the bidder can take the turned-up card."""
    row = PLACES + 128 * deal[DEALER] + 32 * deal[BIDDER]
    for seat in range(4):
        hand = deal[SEEN_HANDS + seat]
        for place in range(rules[SEEN], 8):
            hand |= 1 << pack[rules[row + 8 * seat + place]]
        deal[HANDS + seat] = hand
        deal[STARTS + seat] = hand


@kernel
def make_pack(rules: Ints, asked: Ints, dealer: int, pack: Ints, draws: Ints) -> None:
    if asked[DEAL_MODE] == GIVEN_PACK:
        for place in range(32):
            pack[place] = asked[FIXED_PACK + place]
    elif asked[DEAL_MODE] == KNOWN_CARDS:
        pack_around_known(rules, asked, dealer, pack, draws)
    else:
        for card in range(32):
            pack[card] = card
        shuffle(pack, 32, draws)


@kernel
def pack_around_known(rules: Ints, asked: Ints, dealer: int, pack: Ints, draws: Ints) -> None:
    for place in range(32):
        pack[place] = -1
    row = PLACES + 128 * dealer + 32 * max(asked[ASKED_DECLARER], 0)
    rest = FULL_PACK
    for seat in range(4):
        known = asked[KNOWN + seat]
        rest &= ~known
        free = asked[PLACES_FOR_KNOWN]
        for place in range(free):
            pack[32 + place] = rules[row + 8 * seat + place]
        while known:
            chosen = 32 + random_below(free, draws)
            pack[pack[chosen]] = lowest(known)
            free -= 1
            pack[chosen] = pack[32 + free]
            known &= known - 1
    fill_free_places(rest, pack, draws)


@kernel
def fill_free_places(rest: int, pack: Ints, draws: Ints) -> None:
    size = popcount(rest)
    for index in range(size):
        pack[32 + index] = lowest(rest)
        rest &= rest - 1
    for last in range(size - 1, 0, -1):
        place = random_below(last + 1, draws)
        pack[32 + last], pack[32 + place] = pack[32 + place], pack[32 + last]
    index = 32
    for place in range(32):
        if pack[place] < 0:
            pack[place] = pack[index]
            index += 1


@entry
def play_random_deals(
    rules: Ints, seed: int, first: int, count: int, sums: Ints, deal: Ints, pack: Ints, draws: Ints
) -> None:
    """Random legal deals in random contracts without declarations; adds to `sums` (4):
    North–South's and East–West's scores, hanging points, and capots.
    """
    for seat in range(4):
        deal[LEVELS + seat] = 0
    for number in range(first, first + count):
        seed_stream(draws, seed, number)
        for card in range(32):
            pack[card] = card
        shuffle(pack, 32, draws)
        deal[DEALER] = number & 3
        reset_deal(rules, deal, pack)
        deal[BID] = random_below(6, draws)
        deal[BIDDER] = random_below(4, draws)
        deal_rest(rules, deal, pack)
        play_random(rules, deal, draws)
        settle_without_declarations(rules, deal)
        sums[0] += deal[SCORES]
        sums[1] += deal[SCORES + 1]
        sums[2] += deal[HANGS]
        sums[3] += int(deal[CAPOT] >= 0)


@kernel
def settle_without_declarations(rules: Ints, deal: Ints) -> None:
    for side in range(2):
        deal[DECLARED + side] = 0
    for seat in range(4):
        deal[RUNS + seat] = 0
    settle(rules, deal)
