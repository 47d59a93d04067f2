"""Double-dummy solver: the result of best play with all cards known.

Card points of a whole deal, including the last ten. A capot counts 90 more for its side
and leaves -90 to the other: both always sum to the contract's total. With roem, a value is
North-South's points plus half of their lead in roem.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from games.belot.announcing import roem_counted
from games.belot.auction import duties_in
from games.belot.cards import CARDS, CONTRACTS, FIRST_BID, FULL_PACK, card_list, mask_of
from games.belot.compiling import Interpreted, Ints, space
from games.belot.position import PLAY, Position
from games.belot.solving.double_dummy import solving
from games.belot.solving.double_dummy.roem import WORTH_WITHOUT_ROEM, worth_of
from games.belot.solving.double_dummy.room import LENGTH, TABLE_LENGTH
from games.belot.solving.double_dummy.solving import DEALS, LOST
from games.belot.table import table_of
from games.belot.tricks import CARD_TABLES, CONTRACT_TABLES, ContractTable, duties_of
from games.belot.variant import Variant

Hands = Sequence[int]
"""Masks, in the order of `SEATS`."""


@dataclass(frozen=True, slots=True)
class BoardTable:
    """North-South's points for each playable contract and each leader."""

    points: Mapping[int, tuple[int, ...]]
    """By contract 0..5 and seat on lead."""
    lost: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By contract: total roem if North-South declare and lose, and if East-West do."""

    def sides(
        self, contract: int, leader: int, tables: Sequence[ContractTable] = CONTRACT_TABLES
    ) -> tuple[int, int]:
        """Both sides' card points as on a slip, without the capot premium."""
        total = tables[contract].total
        north_south = min(max(self.points[contract][leader], 0), total)
        return north_south, total - north_south

    def capot(
        self, contract: int, leader: int, tables: Sequence[ContractTable] = CONTRACT_TABLES
    ) -> int:
        """Side that takes every trick, or -1."""
        return capot_in(self.points[contract][leader], tables[contract].total)

    def to_json(self) -> dict[str, list[int]]:
        """Return {"C": [N leads, W, S, E], …}."""
        return {CONTRACTS[contract]: list(row) for contract, row in self.points.items()}

    @classmethod
    def from_json(cls, rows: Mapping[str, Sequence[int]]) -> Self:
        return cls({CONTRACTS.index(code): tuple(row) for code, row in rows.items()})


def capot_in(points: int, total: int) -> int:
    if points < 0:
        return 1
    return 0 if points > total else -1


class SearchMemory(threading.local):
    """Per-thread search buffers, allocated on first use."""

    def __init__(self) -> None:
        self.space: Interpreted | None = None
        self.row: Ints = []
        self.table: Ints = []

    def current_space(self) -> Interpreted:
        here = space()
        if self.space is not here:
            self.space = here
            self.row = here.ints([0] * LENGTH)
            self.table = here.ints([0] * TABLE_LENGTH)
        return here


SEARCH_MEMORY: Final = SearchMemory()


def solve_board(variant: Variant, hands: Hands, leader: int = -1) -> BoardTable:
    """Exact points for each contract of the variant and each leader.

    Given the real `leader`, also the roem of lost contracts.
    """
    table = table_of(variant)
    rows = {bid: table.contracts[bid].row for bid in card_list(table.bids >> FIRST_BID)}
    flat_points = _solve(variant, hands, mask_of(rows.values()), 0b1111)
    points = {bid: tuple(flat_points[4 * row : 4 * row + 4]) for bid, row in rows.items()}
    if leader < 0 or variant.declarations != "trick":
        return BoardTable(points)
    lost = {
        bid: (
            lost_roem(variant, hands, bid, leader, 0),
            lost_roem(variant, hands, bid, leader, 1),
        )
        for bid in rows
    }
    return BoardTable(points, lost)


def solve_deal(variant: Variant, hands: Hands, contract: int, leader: int) -> int:
    row = table_of(variant).contracts[contract].row
    return _solve(variant, hands, 1 << row, 1 << leader)[4 * row + leader]


def _solve(variant: Variant, hands: Hands, rows: int, leaders: int) -> list[int]:
    here = _require_four_players(variant)
    answers = here.ints([0] * 4 * len(CARD_TABLES))
    duties, worth = duties_of(variant), worth_of(variant)
    _run_solver(here, hands, rows, leaders, duties, worth, (), DEALS, 0, 0, answers)
    return here.plain(answers)


def lost_roem(variant: Variant, hands: Hands, contract: int, leader: int, side: int) -> int:
    """Total roem if `side` declares and cannot make the contract; else 0."""
    ready = table_of(variant).contracts[contract]
    need, worth = ready.total // 2 + 1, worth_of(variant)
    return fewest_roem(duties_of(variant), ready.row, hands, leader, side, need, worth)


def fewest_roem(
    duties: int,
    row: int,
    hands: Hands,
    leader: int,
    side: int,
    need: int,
    worth: Sequence[int],
    state: int = 0,
) -> int:
    """Roem of the remaining tricks if `side` cannot get `need` points; 0 if it can."""
    here = SEARCH_MEMORY.current_space()
    turned = [*hands[side:], *hands[:side]]
    rows, leaders, nothing = 1 << row, 1 << (leader - side) % 4, here.ints([0])
    half = _run_solver(here, turned, rows, leaders, duties, worth, (), LOST, state, need, nothing)
    return 2 * half


def _run_solver(
    here: Interpreted,
    hands: Hands,
    rows: int,
    leaders: int,
    duties: int,
    worth: Sequence[int],
    trick: Sequence[int],
    count: int,
    state: int,
    wanted: int,
    answers: Ints,
) -> int:
    return here.of(solving.run_solver)(
        SEARCH_MEMORY.row,
        SEARCH_MEMORY.table,
        here.ints(hands),
        rows,
        leaders,
        duties,
        here.ints(worth),
        here.ints([*trick, 0]),
        count,
        state,
        wanted,
        answers,
    )


def card_values(
    duties: int,
    row: int,
    hands: Sequence[int],
    leader: int,
    trick: Sequence[int],
    tricks_taken: int,
    points: int = 0,
    wanted: int = FULL_PACK,
    worth: Sequence[int] = WORTH_WITHOUT_ROEM,
) -> dict[int, int]:
    """North-South's points for each legal card; numeric interface for bots.

    `row` indexes `CARD_TABLES`; `hands` are the masks before the trick that `leader` led, with
    the cards `trick` on the table; bits 0 and 1 of `tricks_taken`: North-South, East-West have
    a trick; `points` are North-South's before this trick; `wanted` masks the cards to
    evaluate.
    """
    here = SEARCH_MEMORY.current_space()
    answers = here.ints([0] * 32)
    count = len(trick)
    cards = _run_solver(
        here,
        hands,
        1 << row,
        1 << leader,
        duties,
        worth,
        trick,
        count,
        tricks_taken,
        wanted,
        answers,
    )
    card_points = here.plain(answers)
    return {card: points + card_points[card] for card in card_list(cards)}


def best_cards(deal: Position) -> dict[str, int]:
    """Own side's points for each legal card of the player in turn; empty outside the play."""
    _require_four_players(deal.variant)
    if deal.phase != PLAY:
        return {}
    table = deal.unfinished_trick()
    hands = [deal.hand_in_view(seat) for seat in range(4)]
    for seat, card in table:
        hands[seat] |= 1 << card
    taken = sum(1 << side for side in (0, 1) if deal.side_tricks[side])
    ready = deal.table.contracts[deal.standing.bid]
    before = deal.side_points[0]
    if deal.variant.declarations == "trick":
        ours, theirs = roem_counted(deal)
        before += (ours - theirs) // 2
    points_by_card = card_values(
        duties_in(deal.table, deal.standing),
        ready.row,
        hands,
        table[0][0] if table else deal.turn_seat,
        [card for _, card in table],
        taken,
        before,
        worth=worth_of(deal.variant, deal.table.side_of[deal.standing.bidder]),
    )
    total = ready.total
    is_ours = deal.table.side_of[deal.turn_seat] == 0
    return {
        CARDS[card]: points if is_ours else total - points
        for card, points in points_by_card.items()
    }


def _require_four_players(variant: Variant) -> Interpreted:
    if variant.players != 4:
        raise ValueError("Only games of four players can be solved.")
    return SEARCH_MEMORY.current_space()
