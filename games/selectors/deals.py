"""A deal in words that a page can draw: who held what, and what could be announced."""

from dataclasses import dataclass

from games import belot
from games.belot import CARDS, SEATS, Claim, claims
from games.models import Deal


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
    has_all_trumps: bool

    @property
    def held(self) -> tuple[Held, ...]:
        """Every combination that somebody could announce."""
        return tuple(item for hand in self.hands for item in hand.held)


def deal_face(deal: Deal) -> DealFace:
    """The deal, laid out by the variant's own way of dealing (rules 2 and 3)."""
    game = belot.Deal(variant=deal.variant, dealer=deal.dealer, pack=deal.pack)
    leader = SEATS[(SEATS.index(deal.dealer) + 1) % len(SEATS)]
    did = {deal.dealer: "dealt", leader: "led"}
    held = held_in(game)
    hands = tuple(
        hand_of(game, index, held.get(seat, ()), did.get(seat, ""))
        for index, seat in enumerate(SEATS)
    )
    has_all_trumps = "AT" in game.variant.contracts.split()
    return DealFace(deal.dealer, leader, hands, has_all_trumps)


def hand_of(game: belot.Deal, index: int, held: tuple[Held, ...], did: str) -> Hand:
    """One seat's packets and combinations."""
    seen = game.seen_in_auction(index)
    later = game.received[index][len(seen) :]
    return Hand(
        seat=SEATS[index],
        first=tuple(CARDS[card] for card in seen),
        later=tuple(CARDS[card] for card in later),
        held=held,
        did=did,
    )


def held_in(game: belot.Deal) -> dict[str, tuple[Held, ...]]:
    """The combinations by seat, whichever contract with trumps is played."""
    hands = {
        seat: " ".join(CARDS[card] for card in cards)
        for seat, cards in zip(SEATS, game.received, strict=True)
    }
    contracts = [code for code in game.variant.contracts.split() if code != "NT"]
    # A belote is held in some contracts and not in others; everything else in each of them.
    found: dict[Claim, None] = {}
    for contract in reversed(contracts):
        found |= dict.fromkeys(claims(game.variant, hands, contract))
    by_seat: dict[str, tuple[Held, ...]] = {}
    for claim in found:
        held = Held(claim.seat, claim.kind, tuple(claim.cards.split()), claim.value)
        by_seat[claim.seat] = (*by_seat.get(claim.seat, ()), held)
    return by_seat
