"""Solve deals contract by contract; slow, so it runs in workers."""

from collections.abc import Mapping, Sequence

from games.analysis.stored import Conclusion, StoredLine, StoredPar
from games.belot import CARD_OF, CONTRACTS, Deal, Variant
from games.belot.compiling import space
from games.belot.solving import (
    Board,
    BoardTable,
    Making,
    hands_if_taken,
    lost_roem,
    par,
    solve_board,
    solve_deal,
    what_makes,
)

Rows = dict[str, list[int | None]]


class DealSearch:
    """A deal being solved; ``table`` has a row per started contract.

    A row holds North–South's points (as in ``BoardTable``) by the seat on lead; with a
    turned-up card by its taker, the leader then being the seat after the dealer. Where
    combinations count in tricks, it continues with their total in a lost deal, by declaring
    side (by taker).
    """

    def __init__(
        self, variant: Variant, dealer: str, pack: str, table: Mapping[str, Sequence[int | None]]
    ) -> None:
        self.deal = Deal(variant=variant, dealer=dealer, pack=pack)
        self.variant = self.deal.variant
        self.pack = tuple(CARD_OF[code] for code in pack.split())
        self.by_taker = self.deal.turned >= 0
        self.with_roem = self.variant.declarations == "trick"
        losers = (4 if self.by_taker else 2) if self.with_roem else 0
        self.table: Rows = {
            code: list(table.get(code, [None] * (4 + losers)))
            for code in self.variant.contracts.split()
        }

    @property
    def missing(self) -> list[tuple[str, int]]:
        return [
            (code, seat)
            for code, row in self.table.items()
            for seat, points in enumerate(row)
            if points is None
        ]

    @property
    def total(self) -> int:
        return sum(map(len, self.table.values()))

    def step(self) -> None:
        """Solve the next number; the whole board at once with the compiled solver."""
        code, place = self.missing[0]
        if space().compiled and not self.by_taker and place < 4:
            solved = solve_board(self.variant, self.hands(0)).to_json()
            self.table = {key: [*solved[key], *row[4:]] for key, row in self.table.items()}
            return
        contract, seat = CONTRACTS.index(code), place % 4
        hands = self.hands(seat if self.by_taker else 0)
        if place >= 4:
            first = self.deal.first_seat
            self.table[code][place] = lost_roem(self.variant, hands, contract, first, seat % 2)
            return
        leader = self.deal.first_seat if self.by_taker else seat
        self.table[code][place] = solve_deal(self.variant, hands, contract, leader)

    def hands(self, taker: int) -> tuple[int, ...]:
        """Each seat's whole hand as a bit mask if ``taker`` takes the turned-up card."""
        return hands_if_taken(self.variant, self.pack, self.deal.dealer_seat, taker)

    def conclusion(self) -> Conclusion:
        whole = {CONTRACTS.index(code): row for code, row in self.table.items()}
        dealer, leader = self.deal.dealer_seat, self.deal.first_seat
        points: list[dict[int, tuple[int, ...]]]
        hands: Sequence[Sequence[int]]
        if self.by_taker:
            # Rows are by taker; only the real leader is queried.
            points = [
                {number: (row[seat] or 0,) * 4 for number, row in whole.items()}
                for seat in range(4)
            ]
            hands = [self.hands(seat) for seat in range(4)]
        else:
            points = [{number: tuple(p or 0 for p in row[:4]) for number, row in whole.items()}] * 4
            hands = [self.hands(0)] * 4
        tables = [BoardTable(each, self.lost_rows(seat)) for seat, each in enumerate(points)]
        contract_makings = what_makes(tables, self.variant, hands, dealer)
        board = Board(self.variant, hands, dealer, tables)
        lines = [self.line(tables, board, leader, code, contract_makings) for code in self.table]
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

    def lost_rows(self, taker: int) -> dict[int, tuple[int, int]]:
        if not self.with_roem:
            return {}
        rows = {CONTRACTS.index(code): row[4:] for code, row in self.table.items()}
        places = (taker, taker) if self.by_taker else (0, 1)
        return {number: (row[places[0]] or 0, row[places[1]] or 0) for number, row in rows.items()}

    def line(
        self,
        tables: Sequence[BoardTable],
        board: Board,
        leader: int,
        code: str,
        found: Sequence[Making],
    ) -> StoredLine:
        """A contract's points by column, who makes it, and the resulting score."""
        number = CONTRACTS.index(code)
        points = [
            self.figure(tables[seat], number, leader if self.by_taker else seat)
            for seat in range(4)
        ]
        makers = [each for each in found if each.contract == code and is_made(each)]
        best = makers[0] if len(makers) == 1 else None
        if makers and self.variant.bids_numbers:
            best = max(makers, key=lambda each: each.points_bid)
        by_seat = self.by_taker
        line: StoredLine = {
            "contract": code,
            "points": points,
            "side": best.side if best else "",
            "score": score_declarer_first(best) if best else [0, 0],
            "makers": [
                letter
                for seat, letter in enumerate(self.deal.table.seats)
                if by_seat and is_made(board.making(number, seat, 0))
            ],
        }
        if best and best.points_bid:
            line["call"] = best.call
        return line

    def figure(self, table: BoardTable, contract: int, leader: int) -> int:
        """North–South's points; where combinations count in tricks, their lead over East–West."""
        if not self.with_roem:
            return table.sides(contract, leader)[0]
        total = self.deal.table.contracts[contract].total
        return 2 * table.points[contract][leader] - total


def is_made(making: Making) -> bool:
    other = "EW" if making.side == "NS" else "NS"
    return making.outcome == "made" or (
        making.outcome == "run_of_eight" and making.score[making.side] > making.score[other]
    )


def score_declarer_first(making: Making) -> list[int]:
    """The declaring side's score, then the other side's."""
    other = "EW" if making.side == "NS" else "NS"
    return [making.score[making.side], making.score[other]]


def par_json(makings: Sequence[Making]) -> StoredPar:
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
    par: StoredPar = {
        "contract": first.contract,
        "seat": first.side,
        "contra": first.contra,
        "outcome": first.outcome,
        "score": [first.score["NS"], first.score["EW"]],
        "contracts": [[each.call, each.side] for each in makings],
    }
    if first.points_bid:
        par["call"] = first.call
    return par
