"""A contract in the solver's labels, for the search in browsers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from games.belot.auction import duties_in
from games.belot.position import Position
from games.belot.solving.double_dummy.labels import label_of, points_at, trumps_of
from games.belot.table import VariantTable, table_of
from games.belot.variant import Variant


@dataclass(frozen=True, slots=True)
class LabelledContract:
    """Cards 0..31 relabelled so that in each suit a higher label is stronger.

    `points` are by label; `trumps` is a mask of labels.
    """

    labels: tuple[int, ...]
    points: tuple[int, ...]
    trumps: int
    duties: int

    @classmethod
    def of(cls, table: VariantTable, bid: int, duties: int) -> Self:
        row = table.contracts[bid].row
        labels = tuple(label_of(card, row) for card in range(32))
        points = tuple(points_at(label, row) for label in range(32))
        return cls(labels, points, trumps_of(row), duties)


@dataclass(frozen=True, slots=True)
class Trial:
    """A deal for trying cards: hands as masks before the first lead, and the cards played."""

    contract: LabelledContract
    hands: tuple[int, ...]
    leader: int
    played: tuple[int, ...] = ()


def can_be_tried(variant: Variant) -> bool:
    """Whether `LabelledContract` can represent the game: four players, no roem."""
    return variant.players == 4 and variant.declarations != "trick"


def trial_of(deal: Position) -> Trial:
    """The deal at the start of play; ValueError without a contract or if it cannot be tried."""
    if not can_be_tried(deal.variant) or deal.standing.bid < 0:
        raise ValueError("Cards are tried in a contract of four players.")
    hands = [deal.hand_in_view(seat) for seat in range(4)]
    for seat, card in zip(deal.seats_played(), deal.played, strict=True):
        hands[seat] |= 1 << card
    duties = duties_in(deal.table, deal.standing)
    contract = LabelledContract.of(deal.table, deal.standing.bid, duties)
    leader = deal.seats_played()[0] if deal.played else deal.turn_seat
    return Trial(contract, tuple(hands), leader, tuple(deal.played))


def trial_with(variant: Variant, hands: Sequence[int], bid: int, leader: int) -> Trial:
    """A deal with no card played; ValueError if the variant cannot be tried."""
    if not can_be_tried(variant):
        raise ValueError("Cards are tried in games of four players.")
    table = table_of(variant)
    return Trial(LabelledContract.of(table, bid, table.duties), tuple(hands), leader)
