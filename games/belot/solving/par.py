"""Par: what a board is worth when both sides bid and play it best, with all cards known.

The card points of a contract are those of the double-dummy table, with the seat after the dealer
on lead. Premiums go by what the cards hold: every player announces what is worth most together,
belotes count as if played in time, a side without a trick loses what needs one. No-trumps,
rounding, contra and capot are the engine's own scoring. Nothing is carried from board to board:
points that hang go to nobody, a deal thrown in is 0.

The auction is the variant's own, call by call (`auction.legal_calls`), as a game of perfect
information between two sides: North-South want the greatest difference on the sheet, East-West
the smallest. It is finite and is solved from its ends backwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from games.belot.auction import OPENING, PASS_BIT, Standing, after_call, legal_calls, must_bid
from games.belot.cards import CONTRACTS, FIRST_BID, card_list, mask_of
from games.belot.claims import worth_announcing
from games.belot.deal import deal_hands
from games.belot.declarations import (
    BELOTE_VALUE,
    belotes_in,
    counting_melds,
    match_winning_side,
    value_of,
)
from games.belot.result import by_side
from games.belot.scoring import Settlement, match_won, settle, totals_of
from games.belot.sheet import parts_of
from games.belot.solving.solver import BoardTable, solve_board
from games.belot.table import Table, table_of
from games.belot.variant import Variant

Hands = Sequence[int] | Sequence[Sequence[int]]
"""Four masks; or four such fours, by the seat that takes the card turned up."""


@dataclass(frozen=True, slots=True)
class Making:
    """The score of one contract, declared by one side at one level of contra."""

    contract: str
    side: str
    contra: int
    points: Mapping[str, int]
    """Card points with the last ten, without premiums."""
    capot: str | None
    outcome: str
    """made, lost or hanging (or run_of_eight)."""
    score: Mapping[str, int]

    @property
    def net(self) -> int:
        """North-South's part of the sheet less East-West's."""
        return self.score["NS"] - self.score["EW"]


@dataclass(frozen=True, slots=True)
class Par:
    """The difference that best bidding reaches, and every contract that can reach it.

    `makings` are the ends of auctions in which no call gave anything away; `passed_out` says
    whether throwing the deal in is one of them.
    """

    net: int
    makings: tuple[Making, ...]
    passed_out: bool


def hands_if_taken(
    variant: Variant, pack: Sequence[int], dealer: int, taker: int
) -> tuple[int, ...]:
    """The masks of all hands when `taker` declares: it matters where a card is turned up."""
    return tuple(mask_of(hand) for hand in deal_hands(variant, dealer, taker, tuple(pack)))


def tables_by_taker(variant: Variant, hands: Hands) -> list[BoardTable]:
    """The double-dummy table for each taker; the same four times where no card is turned up."""
    by_taker = _by_taker(hands)
    known = {held: solve_board(variant, held) for held in set(by_taker)}
    return [known[held] for held in by_taker]


def _by_taker(hands: Hands) -> list[tuple[int, ...]]:
    if isinstance(hands[0], int):
        return [tuple(cast(Sequence[int], hands))] * 4
    return [tuple(held) for held in cast(Sequence[Sequence[int]], hands)]


class Board:
    """A board with its tables: what each way to declare it writes."""

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
        if table is None:
            table = tables_by_taker(variant, hands)
        self.tables = [table] * 4 if isinstance(table, BoardTable) else list(table)

    def making(self, contract: int, declarer: int, contra: int) -> Making:
        """The scores when a seat declares a contract at a level of contra."""
        found = self.tables[declarer]
        points = found.sides(contract, self.leader)
        capot = found.capot(contract, self.leader)
        settled = settlement_with(
            self.table,
            self.hands[declarer],
            contract,
            declarer % 2,
            contra,
            points,
            capot,
            self.leader,
        )
        sides = self.table.sides
        return Making(
            CONTRACTS[contract],
            sides[declarer % 2],
            contra,
            by_side(self.table, points),
            sides[capot] if capot >= 0 else None,
            settled.outcome,
            by_side(self.table, settled.score),
        )


def settlement_with(
    table: Table,
    hands: Sequence[int],
    contract: int,
    side: int,
    contra: int,
    points: tuple[int, ...],
    capot: int,
    leader: int,
) -> Settlement:
    """The scores for card points, with the premiums that the cards hold."""
    melds = [
        meld
        for seat in range(4)
        for meld in worth_announcing(hands[seat], seat, contract, table.variant)
    ]
    declared, belotes = [0, 0], [0, 0]
    needed = table.variant.trick_needed
    for meld in counting_melds(melds, table, leader):
        if not needed or capot in (-1, meld.seat % 2):
            declared[meld.seat % 2] += value_of(meld, table.variant, contract)
    for seat in range(4):
        if needed != "all" or capot in (-1, seat % 2):
            belotes[seat % 2] += BELOTE_VALUE * len(belotes_in(hands[seat], contract))
    premiums = (declared[0] + belotes[0], declared[1] + belotes[1])
    totals = totals_of(table, contract, points, premiums, capot, side)
    winner = match_winning_side(melds, table, leader)
    if winner is not None:
        return match_won(table, totals, winner)
    parts = parts_of(contract, tuple(declared), tuple(belotes))
    return settle(table, contract, side, contra, totals, capot, parts)


def what_makes(
    table: BoardTable | Sequence[BoardTable], variant: Variant, hands: Hands, dealer: int
) -> list[Making]:
    """Each contract declared by each side without contra, in the order of the ladder.

    Where a card is turned up, what a side makes is the better of its two seats as taker.
    """
    board = Board(variant, hands, dealer, table)
    found = []
    for contract in card_list(board.table.bids >> FIRST_BID):
        for side in (0, 1):
            ways = [board.making(contract, seat, 0) for seat in (side, side + 2)]
            best = max if side == 0 else min
            found.append(best(ways, key=lambda making: making.net))
    return found


def par(
    variant: Variant,
    hands: Hands,
    dealer: int,
    table: BoardTable | Sequence[BoardTable] | None = None,
    turned: int = -1,
    seen_by_dealer: Sequence[int] | None = None,
) -> Par:
    """The par of a board; `table` spares solving it again.

    `turned` is the card turned up, where one is. `seen_by_dealer` are the cards the dealer sees
    in the auction: without them a dealer who might cancel is taken to be bound.
    """
    board = Board(variant, hands, dealer, table)
    auction = BestAuction(board, turned, seen_by_dealer)
    net, ends = auction.value(OPENING, board.leader)
    makings = {end: board.making(*end) for end in ends if end is not None}
    unique = {
        (making.contract, making.side, making.contra, making.net): making
        for _, making in sorted(makings.items())
    }
    return Par(net, tuple(unique.values()), None in ends)


End = tuple[int, int, int] | None
"""Contract, declaring seat and contra at the end of an auction; None when thrown in."""


class BestAuction:
    """The auction of a board solved backwards, each position once."""

    def __init__(self, board: Board, turned: int, seen_by_dealer: Sequence[int] | None) -> None:
        self.board = board
        self.turned = turned
        self.seen = seen_by_dealer
        self.net = cache(self._net)
        self.value = cache(self._value)

    def _net(self, contract: int, seat: int, contra: int) -> int:
        return self.board.making(contract, seat, contra).net

    def _value(self, standing: Standing, seat: int) -> tuple[int, frozenset[End]]:
        """The difference from here on with best calls, and the ends that they lead to."""
        if standing.over:
            if standing.bid < 0:
                return 0, frozenset([None])
            end = (standing.bid, standing.bidder, standing.contra)
            return self.net(*end), frozenset([end])
        ways = [self.value(after, (seat + 1) % 4) for after in self._after(standing, seat)]
        best = (min if seat % 2 else max)(net for net, _ in ways)
        return best, frozenset().union(*[ends for net, ends in ways if net == best])

    def _after(self, standing: Standing, seat: int) -> Iterator[Standing]:
        table = self.board.table
        hand = tuple(self.seen or ())
        calls = legal_calls(table, standing, seat, self.turned, hand)
        if self.seen is None and must_bid(table, standing):
            calls &= ~PASS_BIT
        for call in card_list(calls):
            yield after_call(table, standing, seat, call, self.turned)
