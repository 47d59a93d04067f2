"""A deal in words that a page can draw: who held what, and what could be announced."""

from dataclasses import dataclass

from games import belot
from games.belot import CARDS, Claim, Variant, claims, deal_hands, next_seat, seats_of
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
    """A board's deal: dealer, who leads, and the hands in the order of play, North first.

    Where a card is turned up, the last cards depend on who takes it: ``taker``, or nobody yet;
    then ``stock`` are the cards still to be dealt, the next one first.
    """

    dealer: str
    leader: str
    hands: tuple[Hand, ...]
    has_all_trumps: bool
    turned: str = ""
    taker: str = ""
    stock: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the last cards wait for whoever takes the card that is turned up."""
        return bool(self.turned) and not self.taker

    @property
    def comes_in_two(self) -> bool:
        """Whether some cards were seen in the auction and others came after it."""
        return any(hand.later for hand in self.hands)

    @property
    def held(self) -> tuple[Held, ...]:
        """Every combination that somebody could announce."""
        return tuple(item for hand in self.hands for item in hand.held)


def deal_face(deal: Deal, taker: str = "") -> DealFace:
    """The deal, laid out by the variant's own way of dealing (rules 2 and 3).

    ``taker`` is the seat that takes the turned-up card, where there is one.
    """
    game = belot.Deal(variant=deal.variant, dealer=deal.dealer, pack=deal.pack)
    turned = CARDS[game.turned] if game.turned >= 0 else ""
    taker = taker if turned and taker in game.table.seats else ""
    received = hands_taken_by(game, taker) if taker else game.received
    leader = next_seat(game.variant, deal.dealer)
    did = {deal.dealer: "dealt", leader: "led"}
    is_open = bool(turned) and not taker
    held = {} if is_open else combinations_in(game.variant, received)
    hands = tuple(
        hand_of(cards, game.table.seen, seat, held.get(seat, ()), did.get(seat, ""), is_open)
        for seat, cards in zip(game.table.seats, received, strict=True)
    )
    has_all_trumps = "AT" in game.variant.contracts.split()
    after = deal.pack.split().index(turned) + 1 if is_open else len(CARDS)
    stock = tuple(deal.pack.split()[after:])
    return DealFace(deal.dealer, leader, hands, has_all_trumps, turned, taker, stock)


def hands_taken_by(game: belot.Deal, taker: str) -> tuple[tuple[int, ...], ...]:
    """The whole hands, in the order received, if a seat takes the card that is turned up."""
    pack = tuple(CARDS.index(code) for code in game.source()["pack"].split())
    return deal_hands(game.variant, game.dealer_seat, game.table.seats.index(taker), pack)


def hand_of(
    cards: tuple[int, ...], seen: int, seat: str, held: tuple[Held, ...], did: str, is_open: bool
) -> Hand:
    """One seat's packets and combinations; the later packet is missing while nobody took."""
    later = () if is_open else cards[seen:]
    return Hand(
        seat=seat,
        first=tuple(CARDS[card] for card in cards[:seen]),
        later=tuple(CARDS[card] for card in later),
        held=held,
        did=did,
    )


def combinations_in(
    variant: Variant, received: tuple[tuple[int, ...], ...]
) -> dict[str, tuple[Held, ...]]:
    """The combinations by seat, whichever contract with trumps is played."""
    hands = {
        seat: " ".join(CARDS[card] for card in cards)
        for seat, cards in zip(seats_of(variant), received, strict=True)
    }
    contracts = [code for code in variant.contracts.split() if code != "NT"]
    # A belote is held in some contracts and not in others; everything else in each of them.
    found: dict[Claim, None] = {}
    for contract in reversed(contracts):
        found |= dict.fromkeys(claims(variant, hands, contract))
    by_seat: dict[str, tuple[Held, ...]] = {}
    for claim in found:
        held = Held(claim.seat, claim.kind, tuple(claim.cards.split()), claim.value)
        by_seat[claim.seat] = (*by_seat.get(claim.seat, ()), held)
    return by_seat
