"""A variant of four players as one flat row of numbers, and the places of a deal's state."""

from functools import lru_cache
from typing import Final

from games.belot.auction import passes_to_end
from games.belot.cards import RANKS
from games.belot.deal import places, turn_up_place
from games.belot.level import Level
from games.belot.suit_tables import eight_is_more
from games.belot.table import table_of
from games.belot.variant import Variant

# Places in the row of rules.
AUCTION: Final = 0
CONTRA_LEVELS: Final = 1
RECONTRA_ENDS: Final = 2
DEALER_NAMES: Final = 3
MAY_CANCEL: Final = 4
BIDS: Final = 5
PASSES_TO_END: Final = 6
SEEN: Final = 7
TURN_UP_PLACE: Final = 8
DUTIES: Final = 9
ACES: Final = 10
IN_TWO: Final = 11
EIGHT: Final = 12
RUNS_TO_FIVE: Final = 13
EIGHT_WINS: Final = 14
EQUAL_VOID: Final = 15
TOGETHER: Final = 16
TRICK_NEEDED: Final = 17
BELOTE_ALWAYS: Final = 18
CAPOT_DOUBLED: Final = 19
EQUAL_HANGS: Final = 20
CAPOT_MULTIPLIED: Final = 21
CARD_POINTS: Final = 22
TARGET: Final = 23
KIRTIK: Final = 24
CARRE_STRENGTH: Final = 25
"""Eight numbers, by rank: the stronger carré has the higher one; 0 is none."""
PLACES: Final = 33
"""32 numbers for each dealer and taker: the places in the pack of each seat's eight cards."""

LADDER: Final = 0
TURN_UP: Final = 1
NAME: Final = 2
AUCTIONS: Final = ("ladder", "turn_up", "name")
BUT_BELOTE: Final = 1
EVERYTHING: Final = 2
NEVER: Final = -1

# Places in the state of a deal.
HANDS: Final = 0
STARTS: Final = 4
SEEN_HANDS: Final = 8
DEALER: Final = 12
TURNED: Final = 13
BID: Final = 14
BIDDER: Final = 15
CONTRA: Final = 16
PASSES: Final = 17
OVER: Final = 18
POINTS: Final = 19
TRICKS: Final = 21
BELOTES: Final = 23
DECLARED: Final = 25
TOTALS: Final = 27
SCORES: Final = 29
OUTCOME: Final = 31
CAPOT: Final = 32
LAST: Final = 33
HANGS: Final = 34
CARRES: Final = 35
RUNS: Final = 39
STRENGTHS: Final = 43
LEVELS: Final = 47
MOVES: Final = 51
"""How many calls and cards have been made; they lie from TRACE on."""
TRACE: Final = 52
STATE_SIZE: Final = TRACE + 160
"""Room for the longest auction (below 100 calls) and 32 cards."""

RANDOM: Final = 0
THUMB: Final = 1
KERNEL_LEVELS: Final = (Level.RANDOM, Level.THUMB)
"""The levels that the kernel plays, by their numbers."""


@lru_cache(maxsize=64)
def rules_of(variant: Variant) -> tuple[int, ...]:
    """The row of a variant of four players."""
    table = table_of(variant)
    limit = variant.dealer_may_cancel
    order = variant.carre_order.split()
    return (
        AUCTIONS.index(variant.auction),
        variant.contra_levels,
        int(variant.all_trumps_recontra_ends),
        int(variant.nobody_bids == "dealer_names"),
        NEVER if limit is None else limit,
        table.bids,
        passes_to_end(table),
        table.seen,
        turn_up_place(table),
        table.duties,
        variant.no_trumps_four_aces,
        int(variant.card_in_two),
        eight_is_more(variant),
        int(variant.long_runs == "five"),
        int(variant.run_of_eight == "wins_match"),
        int(variant.equal_sequences == "void"),
        int(variant.contest == "together"),
        {False: 0, "but_belote": BUT_BELOTE, "all": EVERYTHING}[variant.trick_needed],
        int(variant.belote_when == "always"),
        int(variant.capot_doubled_in_no_trumps),
        int(variant.on_equal == "hang"),
        int(variant.capot_multiplied),
        int(variant.sheet == "card_points"),
        variant.target,
        variant.kirtik,
        *(len(order) - order.index(rank) if rank in order else 0 for rank in RANKS),
        *(
            place
            for dealer in range(4)
            for taker in range(4)
            for seat in places(variant, dealer, taker)
            for place in seat
        ),
    )
