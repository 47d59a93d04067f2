"""A variant of four players as one flat row of numbers, and the places of a deal's state."""

from functools import lru_cache
from typing import Final

from games.belot.auction import passes_to_end
from games.belot.cards import RANKS
from games.belot.deal import places, turn_up_place
from games.belot.factors import MOST_LEVELS, factors_of
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
GOAL: Final = 25
GOAL_FLOOR: Final = 26
AWARD: Final = 27
LOST_BASE: Final = 28
"""What the cards of a lost contract count, or TOTAL for what they are."""
LOST_BASE_CAPOT: Final = 29
OWN_DECLARATIONS: Final = 30
ON_BID: Final = 31
BELOTE_KEPT: Final = 32
BELOTE_MULTIPLIED: Final = 33
ROUNDING: Final = 34
CAPOT_POINTS: Final = 35
CAPOT_FOR_DECLARER: Final = 36
FACTORS: Final = 37
"""Four numbers for each family of contracts: suits, no-trumps, all-trumps; by contra."""
CARRE_STRENGTH: Final = 49
"""Eight numbers, by rank: the stronger carré has the higher one; 0 is none."""
PLACES: Final = 57
"""32 numbers for each dealer and taker: the places in the pack of each seat's eight cards."""

GOALS: Final = ("more", "bid", "bid_and_more")
AWARDS: Final = ("taken", "taken_and_bid", "bid")
ROUNDINGS: Final = ("paired", "half_up", "half_down", "none")
MORE: Final = 0
BY_BID: Final = 1
TAKEN: Final = 0
TAKEN_AND_BID: Final = 1
BID_ONLY: Final = 2
PAIRED: Final = 0
HALF_UP: Final = 1
HALF_DOWN: Final = 2
TOTAL: Final = -1

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
COUNTED: Final = 51
"""The declarations that count, side by side, as they stand in the totals."""
BELOTES_COUNTED: Final = 53
NUMBER: Final = 55
"""The number that was bid, in card points; 0 where the auction names none."""
CAPOT_BID: Final = 56
FACTOR: Final = 57
"""What contra multiplies by in this deal."""
PREMIUM: Final = 58
"""What all tricks brought the side that took them."""
MOVES: Final = 59
"""How many calls and cards have been made; they lie from TRACE on."""
TRACE: Final = 60
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
        GOALS.index(variant.goal),
        variant.goal_floor,
        AWARDS.index(variant.made_award),
        _base(variant.lost_base),
        _base(variant.lost_base_capot),
        int(variant.lost_declarations == "defence"),
        int(variant.factors_on == "bid"),
        int(variant.belote_when_lost == "kept"),
        int(variant.belote_multiplied),
        ROUNDINGS.index(variant.rounding),
        variant.capot_points,
        int(variant.capot_for == "declarer"),
        *(
            factor
            for row in factors_of(variant.factors, variant.contra_levels)
            for factor in (*row, *(1,) * (MOST_LEVELS + 1 - len(row)))
        ),
        *(len(order) - order.index(rank) if rank in order else 0 for rank in RANKS),
        *(
            place
            for dealer in range(4)
            for taker in range(4)
            for seat in places(variant, dealer, taker)
            for place in seat
        ),
    )


def _base(base: int | str) -> int:
    """A number, or TOTAL."""
    return base if isinstance(base, int) else TOTAL
