"""Who may call what: one function for each auction procedure (rules 3, `auction`)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.belot.cards import (
    ALL_TRUMPS,
    BIT,
    CALLS,
    CONTRA,
    CONTRACTS,
    FIRST_BID,
    PASS,
    PLAIN_POINTS,
    RANKS,
    TAKE,
)
from games.belot.errors import RuleError
from games.belot.table import Table

PASS_BIT: Final = BIT[PASS]
TAKE_BIT: Final = BIT[TAKE]
SUIT_BIDS: Final = 0b1111 << FIRST_BID
HIGHER_BIDS: Final = {bid: -1 << (FIRST_BID + 1 + bid) for bid in range(-1, 6)}


class Standing(NamedTuple):
    """Where an auction stands: the last bid and who made it, contras on it, passes since."""

    bid: int = -1
    bidder: int = -1
    contra: int = 0
    passes: int = 0
    over: bool = False


OPENING: Final = Standing()


def ladder_calls(table: Table, standing: Standing, seat: int, turned: int) -> int:
    """Pass, any higher contract, or contra to the other side (S0 Наддаване; S1 2; S4 Bidding)."""
    bid, bidder, contra, _, _ = standing
    calls = PASS_BIT | (table.bids & HIGHER_BIDS[bid])
    if bid >= 0 and contra < table.variant.contra_levels:
        opponent = table.side_of[seat] != table.side_of[bidder]
        if opponent == (contra % 2 == 0):
            calls |= BIT[CONTRA + contra]
    return calls


def turn_up_calls(table: Table, standing: Standing, seat: int, turned: int) -> int:
    """First round: take or pass; second round: another suit or pass (S4 Bidding; S3 2 players)."""
    if standing.passes < table.players:
        return PASS_BIT | TAKE_BIT
    return PASS_BIT | (SUIT_BIDS & ~BIT[FIRST_BID + (turned >> 3)])


def name_calls(table: Table, standing: Standing, seat: int, turned: int) -> int:
    """Any suit or pass; the first to name one ends the auction (S3 4 players)."""
    return PASS_BIT | SUIT_BIDS


PROCEDURES: Final[dict[str, Callable[[Table, Standing, int, int], int]]] = {
    "ladder": ladder_calls,
    "turn_up": turn_up_calls,
    "name": name_calls,
}


def passes_to_end(table: Table) -> int:
    """How many passes throw a deal in, when nobody bids."""
    return table.players * (2 if table.variant.auction == "turn_up" else 1)


def must_bid(table: Table, standing: Standing) -> bool:
    """Whether the next to call has to name a contract (S3 2, 3 and 4 players)."""
    if table.variant.layout == "set_aside":
        return True
    if table.variant.nobody_bids != "dealer_names" or standing.bid >= 0:
        return False
    return standing.passes == passes_to_end(table) - 1


def legal_calls(
    table: Table, standing: Standing, seat: int, turned: int, hand: tuple[int, ...]
) -> int:
    """The calls open to `seat`; `hand` in the order received, `turned` the turn-up or -1."""
    if standing.over:
        return 0
    calls = PROCEDURES[table.variant.auction](table, standing, seat, turned)
    if must_bid(table, standing) and not may_cancel(table, hand[: table.seen]):
        calls &= ~PASS_BIT
    return calls


def may_cancel(table: Table, seen: tuple[int, ...]) -> bool:
    """Whether an obliged dealer may throw the deal in on so weak a hand (S3 4 players)."""
    limit = table.variant.dealer_may_cancel
    if limit is None or table.variant.layout == "set_aside":
        return False
    return sum(PLAIN_POINTS[RANKS[card & 7]] for card in seen) <= limit


def after_call(table: Table, standing: Standing, seat: int, call: int, turned: int) -> Standing:
    """The standing after a legal call, and whether it ended the auction (S0; S4 Bidding)."""
    bid, bidder, contra, passes, _ = standing
    if call == PASS:
        return Standing(bid, bidder, contra, passes + 1, _has_ended(table, bid, passes + 1))
    if CONTRA <= call < TAKE:
        contra += 1
        return Standing(bid, bidder, contra, 0, _at_the_top(table, bid, contra))
    bid = turned >> 3 if call == TAKE else call - FIRST_BID
    return Standing(bid, seat, 0, 0, table.variant.auction != "ladder")


def _has_ended(table: Table, bid: int, passes: int) -> bool:
    return passes == (table.players - 1 if bid >= 0 else passes_to_end(table))


def _at_the_top(table: Table, bid: int, contra: int) -> bool:
    """All-trumps doubled as often as allowed leaves nothing to say (S4 Bidding)."""
    variant = table.variant
    return (
        bid == ALL_TRUMPS and contra == variant.contra_levels and variant.all_trumps_recontra_ends
    )


def call_refusal(table: Table, standing: Standing, seat: int, call: int) -> RuleError:
    """The reason why a call that is not open to `seat` is refused."""
    code = CALLS[call - PASS]
    if call == PASS:
        return RuleError("must_name", seat=table.seats[seat])
    if CONTRA <= call < TAKE:
        if standing.bid >= 0 and standing.contra >= table.variant.contra_levels:
            return RuleError("contra_limit", call=code)
        return RuleError("nothing_to_double", call=code)
    if call != TAKE and table.bids & BIT[call] and standing.bid >= 0:
        return RuleError("bid_too_low", call=code, standing=CONTRACTS[standing.bid])
    return RuleError("not_a_contract_here", call=code)
