"""A deal in words that a page can draw: who held what, and what could be announced."""

from dataclasses import dataclass

from games import belot
from games.belot import SEATS, variant_from_json
from games.models import Deal

SUITS = "CDHS"
RANKS = "789TJQKA"
CARRE_RANKS = "9TJQKA"
RUNS = {3: "tierce", 4: "quarte"}


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards: the ones seen in the auction, and those dealt after it."""

    seat: str
    first: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """All of them."""
        return self.first + self.later


@dataclass(frozen=True, slots=True)
class Held:
    """A combination in a hand; ``kind`` is tierce, quarte, quinte, carre or belote."""

    seat: str
    kind: str
    cards: tuple[str, ...]


def hands_of(deal: Deal) -> tuple[Hand, ...]:
    """The four hands of a board, North first, in the order of play."""
    game = belot.Deal(variant=variant_from_json(deal.variant), dealer=deal.dealer, pack=deal.pack)
    return tuple(Hand(seat, first, later) for seat, (first, later) in packets_of(game).items())
