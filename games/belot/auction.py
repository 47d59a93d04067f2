"""Legal calls: one function per auction procedure (rules 3, `auction`)."""

from collections.abc import Callable
from typing import Final

from games.belot.cards import (
    ALL_TRUMPS,
    ASHKAL,
    BIT,
    CLOSED_CONTRA,
    CONTRA,
    CONTRACTS,
    FIRST_BID,
    NO_TRUMPS,
    PASS,
    PLAIN_POINTS,
    RANKS,
    TAKE,
    contra_level,
)
from games.belot.errors import RuleError
from games.belot.numbers import (
    CALLS_PER_RANK,
    FIRST_NUMBER,
    calls_above,
    number_at,
    promise_at,
    rank_of,
)
from games.belot.standing import AuctionState
from games.belot.sun import ALL_PASSED, SUN, calls_with_sun, claimants_of
from games.belot.table import VariantTable
from games.belot.tricks import CLOSED_LEAD
from games.belot.variant import Variant

PASS_BIT: Final = BIT[PASS]
TAKE_BIT: Final = BIT[TAKE]
SUIT_BIDS: Final = 0b1111 << FIRST_BID
HIGHER_BIDS: Final = {bid: -1 << (FIRST_BID + 1 + bid) for bid in range(-1, 6)}


def ladder_calls(table: VariantTable, standing: AuctionState, seat: int, turned: int) -> int:
    """Pass, a higher contract, or contra (S0 Наддаване; S1 2; S4 Bidding)."""
    calls = PASS_BIT | _contra_calls(table, standing, seat)
    if standing.contra and table.variant.contra_closes:
        return calls
    return calls | (table.bids & HIGHER_BIDS[standing.bid])


def _contra_calls(table: VariantTable, standing: AuctionState, seat: int) -> int:
    """Contra to an opposing bid, or the reply to an opposing contra; 0 if not allowed."""
    bid, bidder, contra = standing[:3]
    if bid < 0 or contra >= table.levels_of(bid):
        return 0
    if contra == 1 and seat != bidder and table.variant.recontra_by == "bidder":
        return 0
    opponent = table.side_of[seat] != table.side_of[bidder]
    if opponent != (contra % 2 == 0):
        return 0
    may_close = bid < NO_TRUMPS and table.variant.trump_lead == "by_contra"
    return BIT[CONTRA + contra] | (BIT[CLOSED_CONTRA + contra] if may_close else 0)


def turn_up_calls(table: VariantTable, standing: AuctionState, seat: int, turned: int) -> int:
    """First round: take or pass; second: another suit (any with `turn_up_again`) or pass (S4;
    S3).
    """
    if table.variant.turn_up_no_trumps:
        return _sun_calls(table, standing, seat, turned)
    if standing.passes < table.players:
        return PASS_BIT | TAKE_BIT
    if table.variant.turn_up_again:
        return PASS_BIT | SUIT_BIDS
    return PASS_BIT | (SUIT_BIDS & ~BIT[FIRST_BID + (turned >> 3)])


def _sun_calls(table: VariantTable, standing: AuctionState, seat: int, turned: int) -> int:
    calls = calls_with_sun(
        standing.bid,
        standing.passes,
        standing.spoken,
        standing.is_sure,
        standing.claimants,
        seat,
        turned,
        table.variant.turn_up_again,
    )
    return calls | (_contra_calls(table, standing, seat) if standing.is_sure else 0)


def name_calls(table: VariantTable, standing: AuctionState, seat: int, turned: int) -> int:
    """Any suit or pass; the first suit named ends the auction (S3 4 players)."""
    return PASS_BIT | SUIT_BIDS


def numeric_calls(table: VariantTable, standing: AuctionState, seat: int, turned: int) -> int:
    """Pass, a higher number in any contract, or contra (FFB 27/01/2016; Cannes 2016)."""
    calls = PASS_BIT | _contra_calls(table, standing, seat)
    if standing.contra and table.variant.contra_closes:
        return calls
    return calls | calls_above(table.scale, standing_rank(table, standing))


def standing_rank(table: VariantTable, standing: AuctionState) -> int:
    """Rank of the last bid in the scale of numbers, or -1."""
    if standing.bid < 0:
        return -1
    return rank_of(table.scale, standing.number, standing.promise)


def points_bid(table: VariantTable, standing: AuctionState) -> int:
    """Last bid in card points; 0 if no numbers are bid."""
    return standing.number * table.scale.unit


PROCEDURES: Final[dict[str, Callable[[VariantTable, AuctionState, int, int], int]]] = {
    "ladder": ladder_calls,
    "turn_up": turn_up_calls,
    "name": name_calls,
    "eldest": name_calls,
    "numeric": numeric_calls,
}


def passes_to_end(table: VariantTable) -> int:
    """Number of passes that throw the deal in; an obliged player cannot make the last one.

    One more if the first caller must name a contract in the end.
    """
    variant = table.variant
    rounds = table.players * (2 if variant.auction == "turn_up" else 1)
    names_first = variant.nobody_bids == "first_names" or variant.first_call == "dealer"
    return rounds + (variant.nobody_bids != "thrown_in" and names_first)


def has_to_bid(table: VariantTable, standing: AuctionState) -> bool:
    """Whether the next caller must name a contract (S3 2, 3 and 4 players; NKU)."""
    if table.variant.layout == "set_aside" or table.variant.auction == "eldest":
        return True
    if table.variant.nobody_bids == "thrown_in" or standing.bid >= 0:
        return False
    return standing.passes == passes_to_end(table) - 1


def legal_calls(
    table: VariantTable, standing: AuctionState, seat: int, turned: int, hand: tuple[int, ...]
) -> int:
    """Legal calls of `seat`; `hand` in the order received, `turned` the turn-up or -1."""
    if standing.over:
        return 0
    calls = PROCEDURES[table.variant.auction](table, standing, seat, turned)
    if has_to_bid(table, standing) and not can_cancel(table, hand[: table.seen]):
        calls &= ~PASS_BIT
    return calls


def can_cancel(table: VariantTable, seen: tuple[int, ...]) -> bool:
    """Whether an obliged dealer can throw in a hand this weak (S3 4 players)."""
    limit = table.variant.dealer_may_cancel
    if limit is None or not is_dealer_obliged(table.variant):
        return False
    return sum(PLAIN_POINTS[RANKS[card & 7]] for card in seen) <= limit


def is_dealer_obliged(variant: Variant) -> bool:
    """Whether only the dealer must name a contract in the end."""
    is_open = variant.layout != "set_aside" and variant.auction != "eldest"
    return is_open and variant.nobody_bids == "dealer_names"


def after_call(
    table: VariantTable, standing: AuctionState, seat: int, call: int, turned: int
) -> AuctionState:
    """Standing after a legal call (S0; S4 Bidding)."""
    if table.variant.turn_up_no_trumps:
        return _after_with_sun(table, standing, seat, call, turned)
    bid, bidder, contra, passes, _, number, promise, closed = standing[:8]
    if call == PASS:
        passes += 1
        over = _has_ended(table, bid, passes)
        return AuctionState(bid, bidder, contra, passes, over, number, promise, closed)
    if contra_level(call):
        contra += 1
        over = is_final_contra(table, bid, contra)
        return AuctionState(bid, bidder, contra, 0, over, number, promise, call >= CLOSED_CONTRA)
    if call >= FIRST_NUMBER:
        rank, bid = divmod(call - FIRST_NUMBER, CALLS_PER_RANK)
        number_and_promise = (
            number_at(table.scale.row, 0, rank),
            promise_at(table.scale.row, 0, rank),
        )
        return AuctionState(bid, seat, 0, 0, False, *number_and_promise)
    bid = turned >> 3 if call == TAKE else call - FIRST_BID
    return AuctionState(bid, seat, 0, 0, table.variant.auction != "ladder")


def _after_with_sun(
    table: VariantTable, standing: AuctionState, seat: int, call: int, turned: int
) -> AuctionState:
    before = standing._replace(spoken=standing.spoken + 1)
    bid, passes = standing.bid, standing.passes + 1
    if call == PASS:
        enough = passes == (passes_to_end(table) if bid < 0 else ALL_PASSED)
        return before._replace(passes=passes, over=enough and (bid < 0 or standing.is_sure))
    if contra_level(call):
        contra, closed = standing.contra + 1, call >= CLOSED_CONTRA
        over = is_final_contra(table, bid, contra)
        return before._replace(contra=contra, passes=0, over=over, closed=closed, claimants=0)
    if call in (SUN, ASHKAL):
        taker = (seat + 2) % 4 if call == ASHKAL else seat
        claimed = standing.is_sure
        others = 0 if claimed else claimants_of(seat, standing.spoken, bid, standing.bidder)
        over = not others and not table.levels_of(NO_TRUMPS)
        after = before._replace(bid=NO_TRUMPS, bidder=taker, passes=0, over=over)
        return after._replace(is_sure=True, claimants=others)
    suit = turned >> 3 if call == TAKE else call - FIRST_BID
    sure = bid >= 0
    over = sure and not table.levels_of(suit)
    return before._replace(bid=suit, bidder=seat, passes=0, over=over, is_sure=sure)


def _has_ended(table: VariantTable, bid: int, passes: int) -> bool:
    return passes == (table.players - 1 if bid >= 0 else passes_to_end(table))


def is_final_contra(table: VariantTable, bid: int, contra: int) -> bool:
    """Whether the highest contra ends the auction (S4 Bidding; FFB 27/01/2016)."""
    ends = table.variant.recontra_ends
    if not contra or contra != table.levels_of(bid) or ends == "never":
        return False
    return ends == "always" or bid == ALL_TRUMPS


def duties_in(table: VariantTable, standing: AuctionState) -> int:
    return table.duties | (CLOSED_LEAD if standing.closed else 0)


def illegal_call_error(
    table: VariantTable, standing: AuctionState, seat: int, call: int
) -> RuleError:
    code = table.code_of(call)
    if call == PASS:
        rule = "must_name" if standing.passes else "must_name_at_once"
        if standing.bid >= 0:
            rule = "must_confirm"
        return RuleError(rule, seat=table.seats[seat])
    if contra_level(call):
        if standing.bid >= 0 and standing.contra >= table.levels_of(standing.bid):
            return RuleError("contra_limit", call=code)
        if _is_partner_answering(table, standing, seat):
            return RuleError("bidder_answers", call=code)
        if table.variant.turn_up_no_trumps and standing.bid >= 0 and not standing.is_sure:
            return RuleError("contra_too_early", call=code)
        return RuleError("nothing_to_double", call=code)
    if _is_bid(table, call) and standing.bid >= 0:
        if standing.contra and table.variant.contra_closes:
            return RuleError("contra_closes", call=code)
        return RuleError("bid_too_low", call=code, standing=written_bid(table, standing))
    return RuleError("not_a_contract_here", call=code)


def _is_partner_answering(table: VariantTable, standing: AuctionState, seat: int) -> bool:
    is_partner = seat != standing.bidder and table.side_of[seat] == table.side_of[standing.bidder]
    return standing.contra == 1 and is_partner and table.variant.recontra_by == "bidder"


def _is_bid(table: VariantTable, call: int) -> bool:
    if call >= FIRST_NUMBER or table.variant.bids_numbers:
        return call >= FIRST_NUMBER
    return call < TAKE and table.bids & BIT[call] > 0


def written_bid(table: VariantTable, standing: AuctionState) -> str:
    if not table.variant.bids_numbers:
        return CONTRACTS[standing.bid]
    return table.code_of(
        FIRST_NUMBER + CALLS_PER_RANK * standing_rank(table, standing) + standing.bid
    )
