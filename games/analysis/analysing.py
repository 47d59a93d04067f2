"""Analyse a deal contract by contract; for workers, which may take a while over it."""

from collections.abc import Mapping, Sequence

from games.analysis.stored import Conclusion, StoredLine, StoredPar
from games.belot import CARD_OF, CONTRACTS, SEATS, Deal, Variant
from games.belot.compiling import space
from games.belot.solving import (
    Board,
    BoardTable,
    Making,
    hands_if_taken,
    par,
    solve_board,
    solve_deal,
    what_makes,
)

Rows = dict[str, list[int | None]]


class DealSearch:
    """A deal that is being solved; ``table`` has a row for each contract that was begun.

    A row is the points of North–South (as in ``BoardTable``) by the seat that leads; where a card
    is turned up, by the seat that takes it, the leader being the one after the dealer.
    """

    def __init__(
        self, variant: Variant, dealer: str, pack: str, table: Mapping[str, Sequence[int | None]]
    ) -> None:
        self.deal = Deal(variant=variant, dealer=dealer, pack=pack)
        self.variant = self.deal.variant
        self.pack = tuple(CARD_OF[code] for code in pack.split())
        self.by_taker = self.deal.turned >= 0
        self.table: Rows = {
            code: list(table.get(code, [None] * 4)) for code in self.variant.contracts.split()
        }

    @property
    def missing(self) -> list[tuple[str, int]]:
        """What is still to be solved, by contract and seat."""
        return [
            (code, seat)
            for code, row in self.table.items()
            for seat, points in enumerate(row)
            if points is None
        ]

    @property
    def total(self) -> int:
        """How many numbers the whole table has."""
        return 4 * len(self.table)

    def step(self) -> None:
        """Solve the next number; all of them at once where the compiled solver makes that quick."""
        if space().compiled and not self.by_taker:
            solved = solve_board(self.variant, self.hands(0)).to_json()
            self.table = {code: list(row) for code, row in solved.items()}
            return
        code, seat = self.missing[0]
        taker, leader = (seat, self.deal.first_seat) if self.by_taker else (0, seat)
        self.table[code][seat] = solve_deal(
            self.variant, self.hands(taker), CONTRACTS.index(code), leader
        )

    def hands(self, taker: int) -> tuple[int, ...]:
        """The four whole hands as masks, if ``taker`` takes a turned-up card."""
        return hands_if_taken(self.variant, self.pack, self.deal.dealer_seat, taker)

    def conclusion(self) -> Conclusion:
        """The points of each contract, and par, as ``games.models.Analysis`` keeps them."""
        whole = {CONTRACTS.index(code): row for code, row in self.table.items()}
        dealer, leader = self.deal.dealer_seat, self.deal.first_seat
        tables: list[BoardTable]
        hands: Sequence[Sequence[int]]
        if self.by_taker:
            # The row is by taker, and only the real leader is ever asked for.
            tables = [
                BoardTable({number: (row[seat] or 0,) * 4 for number, row in whole.items()})
                for seat in range(4)
            ]
            hands = [self.hands(seat) for seat in range(4)]
        else:
            tables = [BoardTable({number: tuple(p or 0 for p in r) for number, r in whole.items()})]
            tables *= 4
            hands = [self.hands(0)] * 4
        found = what_makes(tables, self.variant, hands, dealer)
        board = Board(self.variant, hands, dealer, tables)
        lines = [self.line(tables, board, leader, code, found) for code in self.table]
        best = par(
            self.variant,
            hands,
            dealer,
            tables,
            self.deal.turned,
            self.deal.cards_seen_in_auction(dealer),
        )
        makings = sorted(best.makings, key=lambda each: (each.outcome != "made", each.contra))
        return {"makes": lines, "par": {**par_json(makings), "by_taker": self.by_taker}}

    def line(
        self,
        tables: Sequence[BoardTable],
        board: Board,
        leader: int,
        code: str,
        found: Sequence[Making],
    ) -> StoredLine:
        """A contract: points by column, who makes it, and what is written then."""
        number = CONTRACTS.index(code)
        points = [
            tables[seat].sides(number, leader if self.by_taker else seat)[0] for seat in range(4)
        ]
        makers = [each for each in found if each.contract == code and makes(each)]
        best = makers[0] if len(makers) == 1 else None
        by_seat = self.by_taker
        return {
            "contract": code,
            "points": points,
            "side": best.side if best else "",
            "score": own_first(best) if best else [0, 0],
            "makers": [
                letter
                for seat, letter in enumerate(SEATS)
                if by_seat and makes(board.making(number, seat, 0))
            ],
        }


def makes(making: Making) -> bool:
    """Whether the declaring side makes its contract."""
    other = "EW" if making.side == "NS" else "NS"
    return making.outcome == "made" or (
        making.outcome == "run_of_eight" and making.score[making.side] > making.score[other]
    )


def own_first(making: Making) -> list[int]:
    """The declaring side's score, and the other side's."""
    other = "EW" if making.side == "NS" else "NS"
    return [making.score[making.side], making.score[other]]


def par_json(makings: Sequence[Making]) -> StoredPar:
    """Par as it is kept: one contract that reaches it, and all of them."""
    if not makings:
        return {
            "contract": "",
            "seat": "",
            "contra": 0,
            "outcome": "passed_out",
            "score": [0, 0],
            "contracts": [],
        }
    first = makings[0]
    return {
        "contract": first.contract,
        "seat": first.side,
        "contra": first.contra,
        "outcome": first.outcome,
        "score": [first.score["NS"], first.score["EW"]],
        "contracts": [[each.contract, each.side] for each in makings],
    }
