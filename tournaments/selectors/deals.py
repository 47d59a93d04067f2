"""A deal in words that a page can draw: who held what, and what could be announced."""

from dataclasses import dataclass

from games import belot
from games.belot import CARDS, CONTRACTS, SEATS, SUITS
from games.belot.declarations import belotes_in, melds_in, value_of
from games.models import Deal

ALL_TRUMPS = CONTRACTS.index("AT")
RUNS = {3: "tierce", 4: "quarte"}


@dataclass(frozen=True, slots=True)
class Held:
    """A combination in a hand: ``kind`` is tierce, quarte, quinte, carre or belote."""

    seat: str
    kind: str
    cards: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards: the ones seen in the auction, those dealt after it, and what they make."""

    seat: str
    first: tuple[str, ...]
    later: tuple[str, ...]
    held: tuple[Held, ...]
    did: str

    @property
    def cards(self) -> tuple[str, ...]:
        """All of them."""
        return self.first + self.later


@dataclass(frozen=True, slots=True)
class DealFace:
    """A board's deal: dealer, who leads, and the hands in the order of play, North first."""

    dealer: str
    leader: str
    hands: tuple[Hand, ...]

    @property
    def held(self) -> tuple[Held, ...]:
        """Every combination that somebody could announce."""
        return tuple(item for hand in self.hands for item in hand.held)


def deal_face(deal: Deal) -> DealFace:
    """The deal, laid out by the variant's own way of dealing (rules 2 and 3)."""
    game = belot.Deal(variant=deal.variant, dealer=deal.dealer, pack=deal.pack)
    leader = SEATS[(SEATS.index(deal.dealer) + 1) % len(SEATS)]
    did = {deal.dealer: "dealt", leader: "led"}
    hands = tuple(hand_of(game, index, seat, did.get(seat, "")) for index, seat in enumerate(SEATS))
    return DealFace(deal.dealer, leader, hands)


def hand_of(game: belot.Deal, index: int, seat: str, did: str) -> Hand:
    """One seat's packets and combinations."""
    seen = game.seen_in_auction(index)
    later = game.received[index][len(seen) :]
    return Hand(
        seat=seat,
        first=tuple(CARDS[card] for card in seen),
        later=tuple(CARDS[card] for card in later),
        held=held_by(game, index, seat),
        did=did,
    )


def held_by(game: belot.Deal, index: int, seat: str) -> tuple[Held, ...]:
    """The sequences, carrés and belotes that a hand holds, whichever contract is played."""
    mask = sum(1 << card for card in game.received[index])
    found = []
    for meld in melds_in(mask, index, ALL_TRUMPS, game.variant):
        kind = "carre" if meld.is_carre else RUNS.get(meld.length, "quinte")
        cards = tuple(CARDS[card] for card in range(len(CARDS)) if meld.cards >> card & 1)
        found.append(Held(seat, kind, cards, value_of(meld, game.variant, ALL_TRUMPS)))
    for suit in belotes_in(mask, ALL_TRUMPS):
        cards = (f"{SUITS[suit]}K", f"{SUITS[suit]}Q")
        found.append(Held(seat, "belote", cards, 20))
    return tuple(found)
