"""A contract in the labels of the solver, for whoever searches somewhere else: a browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from games.belot.auction import duties_in
from games.belot.position import Position
from games.belot.solving.double_dummy.labels import label_of, points_at, trumps_of
from games.belot.table import Table, table_of
from games.belot.variant import Variant


@dataclass(frozen=True, slots=True)
class LabelledContract:
    """The label of each card 0..31, the points of each label, the trumps, the duties of play.

    In each suit a higher label is a stronger card (`double_dummy/labels.py`); `trumps` is a mask
    of labels.
    """

    labels: tuple[int, ...]
    points: tuple[int, ...]
    trumps: int
    duties: int

    @classmethod
    def of(cls, table: Table, bid: int, duties: int) -> Self:
        """The contract of a bid 0..5."""
        row = table.contracts[bid].row
        labels = tuple(label_of(card, row) for card in range(32))
        points = tuple(points_at(label, row) for label in range(32))
        return cls(labels, points, trumps_of(row), duties)


@dataclass(frozen=True, slots=True)
class Trial:
    """A whole deal to try cards in: the hands as sets of cards 0..31, and what was played.

    `leader` led the first trick.
    """

    contract: LabelledContract
    hands: tuple[int, ...]
    leader: int
    played: tuple[int, ...] = ()


def can_be_tried(variant: Variant) -> bool:
    """Games of four without combinations in tricks: what `LabelledContract` can tell."""
    return variant.players == 4 and variant.declarations != "trick"


def trial_of(deal: Position) -> Trial:
    """The deal as its play began. ValueError where no contract stands or nothing can be tried."""
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
    """Whole hands in a contract that a seat leads, nothing played."""
    if not can_be_tried(variant):
        raise ValueError("Cards are tried in games of four players.")
    table = table_of(variant)
    return Trial(LabelledContract.of(table, bid, table.duties), tuple(hands), leader)
