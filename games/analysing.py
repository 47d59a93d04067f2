"""Analyse a deal contract by contract; for workers, which may take a while over it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.belot import Deal, variant_from_json
from games.belot.cards import CARD_OF, CONTRACTS, mask_of
from games.belot.deal import dealt
from games.belot.solver import solve_board, solve_deal

Rows = dict[str, list[int]]


class DealSearch:
    """A deal that is being solved; ``table`` has a row for each contract that is done.

    A row is the points of North–South by the seat that leads; where a card is turned up, by the
    seat that takes it, the leader being the one to the dealer's right.
    """

    def __init__(self, variant: Any, dealer: str, pack: str, table: Mapping[str, Sequence[int]]):
        self.deal = Deal(variant=variant, dealer=dealer, pack=pack)
        self.variant = variant_from_json(variant)
        self.table: Rows = {contract: list(row) for contract, row in table.items()}

    @property
    def missing(self) -> list[str]:
        """The contracts that are still to be solved."""
        return [code for code in self.variant.contracts.split() if code not in self.table]

    @property
    def by_taker(self) -> bool:
        """Whether the hands depend on who takes the turned-up card."""
        return self.deal.turned >= 0

    def step(self) -> None:
        """Solve the next contract."""
        contract = self.missing[0]
        if self.by_taker:
            leader = self.deal.first_seat
            number = CONTRACTS.index(contract)
            self.table[contract] = [
                solve_deal(self.variant, self.hands(taker), number, leader) for taker in range(4)
            ]
        else:
            alone = replace(self.variant, contracts=contract)
            solved = solve_board(alone, self.hands(0)).to_json()
            self.table[contract] = solved[contract]

    def hands(self, taker: int) -> list[int]:
        """The four whole hands as masks, if ``taker`` takes a turned-up card."""
        pack = tuple(CARD_OF[code] for code in self.deal.source()["pack"].split())
        received = dealt(self.variant, self.deal.dealer_seat, taker, pack)
        return [mask_of(hand) for hand in received]
