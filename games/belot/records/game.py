from collections.abc import Mapping
from typing import Any, Self

from games.belot.cards import CARDS, codes, mask_of
from games.belot.moves import Moves
from games.belot.records.record import record_of, replay
from games.belot.result import result_of
from games.belot.view import SeatView, view_of


class Deal(Moves):
    """One deal from the first call to the last card.

    >>> deal = Deal(seed=1)
    >>> deal.turn, deal.legal[:3]
    ('W', ['P', 'C', 'D'])

    Codes as in a record ("H", "P", "X", "HJ"); illegal ones raise RuleError and change
    nothing. Bots use integers: `push` and `legal_mask`.
    """

    __slots__ = ()

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        return replay(cls, record)

    def record(self) -> dict[str, Any]:
        return record_of(self)

    def result(self) -> dict[str, Any]:
        return result_of(self)

    def view(self, seat: str) -> SeatView:
        return view_of(self, self.table.seats.index(seat))

    def cards_seen_by(self, seat: str) -> list[str]:
        view = self.view(seat)
        turned = 0 if view.turned < 0 else 1 << view.turned
        return codes(view.hand | mask_of(view.played) | view.open_cards | turned)

    def __repr__(self) -> str:
        bid = f"{self.contract} by {self.declarer}" if self.contract else "no bid"
        doubled = "" if not self.standing.contra else " " + "X" * self.standing.contra
        return (
            f"<Deal {self.variant.preset}, dealer {self.dealer}, {self.status}: {bid}{doubled}, "
            f"{len(self.played)} cards played>"
        )

    def __str__(self) -> str:
        lines = [f"{seat}  {' '.join(cards)}" for seat, cards in self.hands.items()]
        table = " ".join(
            f"{self.table.seats[seat]}:{CARDS[card]}" for seat, card in self.unfinished_trick()
        )
        state = f"{self.status}, {self.turn} to move" if self.turn else self.status
        return "\n".join([*lines, state + (f", on the table {table}" if table else "")])
