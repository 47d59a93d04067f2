"""Par: a board's score when both sides bid and play their best, with all cards known.

Card points come from the double-dummy table, with the seat after the dealer on lead. Each
player announces the most valuable combinations, belotes count as if played in time, and a
side without a trick loses what needs one. Hanging points go to neither side; a deal thrown
in is 0. With roem, a contract's scores only have the right difference.

The variant's auction (`auction.legal_calls`) is solved backwards: North-South maximise the
difference, East-West minimise it. Where numbers are bid, only those made by a side and the
next one are tried, in contracts that no other dominates. Closed contras are excluded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final, cast

from games.belot.auction import PASS_BIT, after_call, has_to_bid, legal_calls, standing_rank
from games.belot.cards import CLOSED_CONTRA, CONTRACTS, CONTRAS, FIRST_BID, card_list, mask_of
from games.belot.claims import best_announcement
from games.belot.deal import deal_hands
from games.belot.declarations import (
    BELOTE_VALUE,
    Meld,
    belotes_in,
    counting_melds,
    match_winning_side,
    value_of,
)
from games.belot.numbers import CALLS_PER_RANK, FIRST_NUMBER, number_at, promise_at
from games.belot.result import by_side
from games.belot.scoring import Settlement, settle, settle_won_match, totals_of
from games.belot.sheet import parts_of
from games.belot.solving.shares import settled_shares, shares_of
from games.belot.solving.solver import BoardTable, solve_board
from games.belot.standing import OPENING, AuctionState
from games.belot.table import VariantTable, table_of
from games.belot.variant import Variant

CLOSED_CALLS: Final = ((1 << len(CONTRAS)) - 1) << CLOSED_CONTRA
"""The double-dummy table only covers open play."""

Hands = Sequence[int] | Sequence[Sequence[int]]
"""Masks; or one set for each taker of the turned-up card."""


@dataclass(frozen=True, slots=True)
class Making:
    """Score of one contract, declared by one side at one contra level."""

    contract: str
    side: str
    contra: int
    call: str
    """As written: "120H" with number bidding, else the contract."""
    points: Mapping[str, int]
    """With the last ten, without premiums."""
    capot: str | None
    outcome: str
    """made, lost, hanging or run_of_eight."""
    score: Mapping[str, int]

    points_bid: int = 0
    """In card points; 0 without numbers."""

    @property
    def net(self) -> int:
        return self.score["NS"] - self.score["EW"]


@dataclass(frozen=True, slots=True)
class Par:
    """Par difference; `makings` are the final contracts of all optimal auctions.

    `passed_out`: throwing the deal in is optimal too.
    """

    net: int
    makings: tuple[Making, ...]
    passed_out: bool


def hands_if_taken(
    variant: Variant, pack: Sequence[int], dealer: int, taker: int
) -> tuple[int, ...]:
    """Masks of all hands if `taker` declares; they depend on it where a card is turned up."""
    return tuple(mask_of(hand) for hand in deal_hands(variant, dealer, taker, tuple(pack)))


def tables_by_taker(variant: Variant, hands: Hands, leader: int = -1) -> list[BoardTable]:
    """Double-dummy table for each taker; four equal ones where no card is turned up.

    `leader` is the real leader, as in `solve_board`.
    """
    by_taker = _by_taker(hands)
    known = {held: solve_board(variant, held, leader) for held in set(by_taker)}
    return [known[held] for held in by_taker]


def _by_taker(hands: Hands) -> list[tuple[int, ...]]:
    if isinstance(hands[0], int):
        return [tuple(cast(Sequence[int], hands))] * 4
    return [tuple(held) for held in cast(Sequence[Sequence[int]], hands)]


class Board:
    def __init__(
        self,
        variant: Variant,
        hands: Hands,
        dealer: int,
        table: BoardTable | Sequence[BoardTable] | None,
    ) -> None:
        self.table = table_of(variant)
        self.hands = _by_taker(hands)
        self.leader = (dealer + 1) % 4
        self.caller = dealer if variant.first_call == "dealer" else self.leader
        if table is None:
            table = tables_by_taker(variant, hands, self.leader)
        self.tables = [table] * 4 if isinstance(table, BoardTable) else list(table)

    @cached_property
    def candidate_ranks(self) -> list[int]:
        """Ranks of numbers to try: all that a side makes, and the next one after each."""
        if not self.table.variant.bids_numbers:
            return [-1]
        scale = self.table.scale
        made_ranks = {
            rank
            for rank in range(scale.ranks)
            for contract in card_list(scale.contracts)
            for seat in range(4)
            if self.making(contract, seat, 0, rank).outcome == "made"
        }
        ranks = {0} | made_ranks | {rank + 1 for rank in made_ranks if rank + 1 < scale.ranks}
        return sorted(ranks)

    def making(self, contract: int, declarer: int, contra: int, rank: int = -1) -> Making:
        """Scores for a declaring seat, contract and contra level; `rank` is the number's."""
        if self.table.variant.declarations == "trick":
            return self.making_with_roem(contract, declarer, contra)
        bid, promise = bid_at(self.table, rank)
        board_table = self.tables[declarer]
        points = board_table.sides(contract, self.leader, self.table.contracts)
        capot = board_table.capot(contract, self.leader, self.table.contracts)
        settled = settlement_with(
            self.table,
            self.hands[declarer],
            contract,
            declarer % 2,
            contra,
            points,
            capot,
            self.leader,
            bid,
            promise,
        )
        sides = self.table.sides
        return Making(
            CONTRACTS[contract],
            sides[declarer % 2],
            contra,
            call_at(self.table, contract, rank),
            by_side(self.table, points),
            sides[capot] if capot >= 0 else None,
            settled.outcome,
            by_side(self.table, settled.score),
            bid,
        )

    def making_with_roem(self, contract: int, declarer: int, contra: int) -> Making:
        """`making` for variants with roem: only the difference of its scores is exact."""
        board_table, side = self.tables[declarer], declarer % 2
        total = self.table.contracts[contract].total
        all_roem = board_table.lost[contract][side] if contract in board_table.lost else 0
        shares = shares_of(board_table.points[contract][self.leader], total, side, all_roem)
        settled = settled_shares(self.table, contract, side, contra, shares)
        return Making(
            CONTRACTS[contract],
            self.table.sides[side],
            contra,
            CONTRACTS[contract],
            by_side(self.table, shares.points),
            None,
            settled.outcome,
            by_side(self.table, settled.score),
        )


def bid_at(table: VariantTable, rank: int) -> tuple[int, int]:
    if rank < 0:
        return 0, 0
    row = table.scale.row
    return number_at(row, 0, rank) * table.scale.unit, promise_at(row, 0, rank)


def call_at(table: VariantTable, contract: int, rank: int) -> str:
    return CONTRACTS[contract] if rank < 0 else table.code_of(number_call(rank, contract))


def number_call(rank: int, contract: int) -> int:
    return FIRST_NUMBER + CALLS_PER_RANK * rank + contract


@lru_cache(maxsize=64)
def melds_of_hands(hands: tuple[int, ...], contract: int, variant: Variant) -> tuple[Meld, ...]:
    return tuple(
        meld
        for seat in range(4)
        for meld in best_announcement(hands[seat], seat, contract, variant)
    )


def settlement_with(
    table: VariantTable,
    hands: Sequence[int],
    contract: int,
    side: int,
    contra: int,
    points: tuple[int, ...],
    capot: int,
    leader: int,
    bid: int = 0,
    promise: int = 0,
) -> Settlement:
    """Scores for card points, with the premiums of the cards."""
    melds = melds_of_hands(tuple(hands), contract, table.variant)
    declared, belotes = [0, 0], [0, 0]
    needed = table.variant.trick_needed
    for meld in counting_melds(melds, table, leader, contract):
        if not needed or capot in (-1, meld.seat % 2):
            declared[meld.seat % 2] += value_of(meld, table.variant, contract)
    for seat in range(4):
        if needed != "all" or capot in (-1, seat % 2):
            belotes[seat % 2] += BELOTE_VALUE * len(
                belotes_in(hands[seat], contract, table.variant)
            )
    premiums = (declared[0] + belotes[0], declared[1] + belotes[1])
    totals = totals_of(table, contract, points, premiums, capot, side)
    winner = match_winning_side(melds, table, leader, contract)
    if winner is not None:
        return settle_won_match(table, totals, winner)
    parts = parts_of(table, contract, tuple(declared), tuple(belotes), bid, promise > 0)
    return settle(table, contract, side, contra, totals, capot, parts)


def what_makes(
    table: BoardTable | Sequence[BoardTable], variant: Variant, hands: Hands, dealer: int
) -> list[Making]:
    """Each contract by each side without contra, in ladder order.

    Numbers: the highest one made, else the lowest. Turned-up card: the better of a side's two
    takers.
    """
    board = Board(variant, hands, dealer, table)
    makings = []
    for contract in card_list(board.table.bids >> FIRST_BID):
        for side in (0, 1):
            ways = [best_number(board, contract, seat) for seat in (side, side + 2)]
            best = max if side == 0 else min
            makings.append(best(ways, key=lambda making: making.net))
    return makings


def best_number(board: Board, contract: int, seat: int) -> Making:
    if not board.table.variant.bids_numbers:
        return board.making(contract, seat, 0)
    ways = [board.making(contract, seat, 0, rank) for rank in board.candidate_ranks]
    made = [way for way in ways if way.outcome == "made"]
    return max(made, key=lambda way: way.points_bid, default=ways[0])


def par(
    variant: Variant,
    hands: Hands,
    dealer: int,
    table: BoardTable | Sequence[BoardTable] | None = None,
    turned: int = -1,
    seen_by_dealer: Sequence[int] | None = None,
) -> Par:
    """Par of a board; pass `table` to avoid solving it again.

    `turned` is the turned-up card, if any; without `seen_by_dealer` (cards the dealer sees in
    the auction) a dealer who could cancel is assumed not to.
    """
    board = Board(variant, hands, dealer, table)
    auction = BestAuction(board, turned, seen_by_dealer)
    net, ends = auction.value(OPENING, board.caller)
    makings = {end: board.making(*end) for end in ends if end is not None}
    unique = {
        (making.contract, making.side, making.contra, making.net): making
        for _, making in sorted(makings.items())
    }
    return Par(net, tuple(unique.values()), None in ends)


AuctionEnd = tuple[int, int, int, int] | None
"""Contract, seat, contra, rank of the number (or -1); None if thrown in."""


ALL_CALLS: Final = -1


@lru_cache(maxsize=8)
def make_successors(
    variant: Variant, turned: int, seen: tuple[int, ...] | None
) -> Callable[[AuctionState, int, int], Sequence[AuctionState]]:
    """Function from an auction state, seat and mask of calls to the next states.

    Its results are cached across boards unless numbers are bid.
    """
    table = table_of(variant)

    def successors(standing: AuctionState, seat: int, worth: int) -> Sequence[AuctionState]:
        calls = legal_calls(table, standing, seat, turned, seen or ()) & worth & ~CLOSED_CALLS
        if seen is None and has_to_bid(table, standing):
            calls &= ~PASS_BIT
        return tuple(after_call(table, standing, seat, call, turned) for call in card_list(calls))

    return successors if variant.bids_numbers else lru_cache(maxsize=1 << 14)(successors)


class BestAuction:
    def __init__(self, board: Board, turned: int, seen_by_dealer: Sequence[int] | None) -> None:
        self.board = board
        seen_cards = None if seen_by_dealer is None else tuple(seen_by_dealer)
        self.successors = make_successors(board.table.variant, turned, seen_cards)
        self.net = cache(self._net)
        self.value = cache(self._value)
        self.worth_bidding = cache(self._worth_bidding)

    def _net(self, contract: int, seat: int, contra: int, rank: int) -> int:
        return self.board.making(contract, seat, contra, rank).net

    def _value(self, standing: AuctionState, seat: int) -> tuple[int, frozenset[AuctionEnd]]:
        """Best difference from here on, and the auction ends that reach it."""
        table = self.board.table
        if standing.over:
            if standing.bid < 0:
                return 0, frozenset([None])
            rank = standing_rank(table, standing) if table.variant.bids_numbers else -1
            end = (standing.bid, standing.bidder, standing.contra, rank)
            return self.net(*end), frozenset([end])
        ways = [self.value(after, (seat + 1) % 4) for after in self._after(standing, seat)]
        best = (min if seat % 2 else max)(net for net, _ in ways)
        return best, frozenset().union(*[ends for net, ends in ways if net == best])

    def _after(self, standing: AuctionState, seat: int) -> Sequence[AuctionState]:
        table = self.board.table
        worth = self.worth_bidding(seat) if table.variant.bids_numbers else ALL_CALLS
        return self.successors(standing, seat, worth)

    def _worth_bidding(self, seat: int) -> int:
        """Mask of passes, contras, and each rank's contracts that no other dominates."""
        board, levels = self.board, self.board.table.variant.contra_levels
        calls = (1 << FIRST_NUMBER) - 1
        sign = -1 if seat % 2 else 1
        for rank in board.candidate_ranks:
            nets = {
                contract: tuple(
                    sign * self.net(contract, seat, contra, rank) for contra in range(levels + 1)
                )
                for contract in card_list(board.table.scale.contracts)
            }
            calls |= sum(1 << number_call(rank, best) for best in nets if not is_beaten(nets, best))
        return calls


def is_beaten(nets: Mapping[int, tuple[int, ...]], contract: int) -> bool:
    """Return whether another contract scores at least as much at every level, and more at one."""
    own = nets[contract]
    return any(other != own and all(map(int.__le__, own, other)) for other in nets.values())
