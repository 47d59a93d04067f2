"""A four-player variant as one flat row of numbers, and the layout of a deal's state."""

from functools import lru_cache
from typing import Final

from games.belot.auction import is_dealer_obliged, passes_to_end
from games.belot.carres import carre_strengths
from games.belot.deal import pack_places, turn_up_place
from games.belot.factors import MAX_LEVELS, factors_of
from games.belot.level import Level
from games.belot.numbers import SCALE_SIZE
from games.belot.roem import trick_carre_points
from games.belot.suit_tables import carre_worths, run_of_eight_bonus
from games.belot.table import table_of
from games.belot.variant import Variant

# Indexes in the row of rules.
AUCTION: Final = 0
CONTRA_LEVELS: Final = 1
RECONTRA_ENDS: Final = 2
BID_IS_FORCED: Final = 3
MAY_CANCEL: Final = 4
BIDS: Final = 5
PASSES_TO_END: Final = 6
SEEN: Final = 7
TURN_UP_PLACE: Final = 8
DUTIES: Final = 9
TRUMPS_FIRST: Final = 10
"""Among equal sequences."""
IN_TWO: Final = 11
EIGHT: Final = 12
BEST_RUN_OFFSET: Final = 13
"""In `suit_tables.BEST_RUN`."""
EIGHT_WINS: Final = 14
EQUAL_VOID: Final = 15
TOGETHER: Final = 16
TRICK_NEEDED: Final = 17
BELOTE_ALWAYS: Final = 18
CAPOT_DOUBLED: Final = 19
EQUAL: Final = 20
"""Index in `EQUALS`."""
CAPOT_MULTIPLIED: Final = 21
CARD_POINTS: Final = 22
TARGET: Final = 23
KIRTIK: Final = 24
GOAL: Final = 25
GOAL_FLOOR: Final = 26
AWARD: Final = 27
LOST_BASE: Final = 28
"""`TOTAL`: the cards' own points."""
LOST_BASE_CAPOT: Final = 29
OWN_DECLARATIONS: Final = 30
ON_BID: Final = 31
BELOTE_WHEN_LOST: Final = 32
BELOTE_MULTIPLIED: Final = 33
ROUNDING: Final = 34
CAPOT_POINTS: Final = 35
CAPOT_FOR_DECLARER: Final = 36
FACTORS: Final = 37
"""Five per family, by contra; `MATCH`: decides the match, 0: impossible."""
CARRE_STRENGTH: Final = FACTORS + 3 * (MAX_LEVELS + 1)
"""Eight per family, by rank."""
DEALER_CALLS: Final = CARRE_STRENGTH + 24
VALUES: Final = DEALER_CALLS + 1
"""By contract: offset in the card points."""
TIMES: Final = VALUES + 6
"""By contract: multiplier of points and announcements."""
LIMITS: Final = TIMES + 6
"""By contract: digit at which the rest of the deal decides."""
SCALED: Final = LIMITS + 6
"""Scaled to 162; or `NEVER`."""
HAS_ROEM: Final = SCALED + 1
FOURS: Final = HAS_ROEM + 1
"""By rank: points in one trick."""
SCALE: Final = FOURS + 8
"""`numbers.Scale`."""
CONTRA_CLOSES: Final = SCALE + SCALE_SIZE
RECONTRA_BY_BIDDER: Final = CONTRA_CLOSES + 1
LOST_ON_TOP: Final = RECONTRA_BY_BIDDER + 1
"""Whether a lost bid of all tricks counts `LOST_BASE_CAPOT`."""
CARRE_WORTHS: Final = LOST_ON_TOP + 1
"""By family (`carre_worths`)."""
TURN_UP_TO_DEALER: Final = CARRE_WORTHS + 3
TURN_UP_AGAIN: Final = TURN_UP_TO_DEALER + 1
TENS_FIRST: Final = TURN_UP_AGAIN + 1
"""In no-trumps, before doubling."""
LAST_DOUBLER_LOSES: Final = TENS_FIRST + 1
"""With equal totals under contra."""
SUN: Final = LAST_DOUBLER_LOSES + 1
"""Over a turned-up suit."""
CAN_CLOSE_TRUMPS: Final = SUN + 1
PLACES: Final = CAN_CLOSE_TRUMPS + 1
"""For each dealer and taker: 32 places in the pack, by seat."""

GOALS: Final = ("more", "bid", "bid_and_more")
AWARDS: Final = ("taken", "taken_and_bid", "bid")
BELOTES_LOST: Final = ("other_side", "kept", "nobody")
ROUNDINGS: Final = ("paired", "half_up", "half_down", "none")
BELOTE_KEPT: Final = 1
MORE: Final = 0
BY_BID: Final = 1
TAKEN: Final = 0
TAKEN_AND_BID: Final = 1
BID_ONLY: Final = 2
PAIRED: Final = 0
HALF_UP: Final = 1
HALF_DOWN: Final = 2
TOTAL: Final = -1

EQUALS: Final = ("lost", "hang", "lost / NT own")
EQUAL_HANGS: Final = 1
EQUAL_OWN_IN_NO_TRUMPS: Final = 2

LADDER: Final = 0
TURN_UP: Final = 1
NAME: Final = 2
ELDEST: Final = 3
NUMERIC: Final = 4
AUCTIONS: Final = ("ladder", "turn_up", "name", "eldest", "numeric")
RECONTRAS: Final = ("never", "all_trumps", "always")
ENDS_ALL_TRUMPS: Final = 1
ENDS_ALWAYS: Final = 2
BUT_BELOTE: Final = 1
EVERYTHING: Final = 2
NEVER: Final = -1

# Indexes in the state of a deal.
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
DECLARED_COUNTED: Final = 51
BELOTES_COUNTED: Final = 53
NUMBER: Final = 55
"""In card points; 0 if none."""
CAPOT_BID: Final = 56
"""1: all tricks, 2: alone (`numbers.promise_at`)."""
CONTRA_FACTOR: Final = 57
CAPOT_PREMIUM: Final = 58
MOVES: Final = 59
"""They start at `TRACE`."""
RANK: Final = 60
"""Of the number bid, or -1."""
BIDDERS: Final = 61
"""As bits."""
TAKERS: Final = 62
"""As bits."""
CLOSED_BY_CONTRA: Final = 63
SPOKEN: Final = 64
IS_SURE: Final = 65
CLAIMANTS: Final = 66
"""`SPOKEN`, `IS_SURE` and this one: as in `standing.Standing`."""
TRACE: Final = 67
STATE_SIZE: Final = TRACE + 1280
"""32 cards, below 1,240 calls: 102 numbers doubled three times, two passes before each answer."""

RANDOM: Final = 0
THUMB: Final = 1
KERNEL_LEVELS: Final = (Level.RANDOM, Level.THUMB)


@lru_cache(maxsize=64)
def rules_of(variant: Variant) -> tuple[int, ...]:
    table = table_of(variant)
    limit = variant.dealer_may_cancel
    return (
        AUCTIONS.index(variant.auction),
        variant.contra_levels,
        RECONTRAS.index(variant.recontra_ends),
        int(variant.nobody_bids != "thrown_in"),
        NEVER if limit is None or not is_dealer_obliged(variant) else limit,
        table.bids,
        passes_to_end(table),
        table.seen,
        turn_up_place(table),
        table.duties,
        int(variant.equal_sequences == "trump_then_earlier"),
        int(variant.card_in_two),
        run_of_eight_bonus(variant),
        256 * ("full", "five", "four").index(variant.long_runs),
        int(variant.run_of_eight == "wins_match"),
        int(variant.equal_sequences == "void"),
        int(variant.contest == "together"),
        {False: 0, "but_belote": BUT_BELOTE, "all": EVERYTHING}[variant.trick_needed],
        int(variant.belote_when == "always"),
        int(variant.capot_doubled_in_no_trumps),
        EQUALS.index(variant.on_equal),
        int(variant.capot_multiplied),
        int(variant.sheet == "card_points"),
        variant.target,
        variant.kirtik,
        GOALS.index(variant.goal),
        variant.goal_floor,
        AWARDS.index(variant.made_award),
        _base_number(variant.lost_base),
        _base_number(variant.lost_base_capot),
        int(variant.lost_declarations == "defence"),
        int(variant.factors_on == "bid"),
        BELOTES_LOST.index(variant.belote_when_lost),
        int(variant.belote_multiplied),
        ROUNDINGS.index(variant.rounding),
        variant.capot_points,
        int(variant.capot_for == "declarer"),
        *(
            factor
            for row in factors_of(variant.factors, variant.contra_levels)
            for factor in (*row, *(0,) * (MAX_LEVELS + 1 - len(row)))
        ),
        *(strength for row in carre_strengths(variant) for strength in row),
        int(variant.first_call == "dealer"),
        *(32 * ready.row for ready in table.contracts),
        *table.times,
        *table.limits,
        table.scaled,
        int(variant.declarations == "trick"),
        *trick_carre_points(variant),
        *table.scale,
        int(variant.contra_closes),
        int(variant.recontra_by == "bidder"),
        int(variant.capot_bid != "with_number"),
        *carre_worths(variant),
        int(variant.turn_up_goes_to == "dealer"),
        int(variant.turn_up_again),
        int(variant.no_trumps_tens_first),
        int(variant.equal_under_contra == "last_doubler_loses"),
        int(variant.turn_up_no_trumps),
        int(variant.trump_lead == "by_contra"),
        *(
            place
            for dealer in range(4)
            for taker in range(4)
            for seat in pack_places(variant, dealer, taker)
            for place in seat
        ),
    )


def _base_number(base: int | str) -> int:
    return base if isinstance(base, int) else TOTAL
