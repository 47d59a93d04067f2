"""A deal for display: who held what, and what could be announced."""

from dataclasses import dataclass

from games import belot
from games.belot import CARDS, Claim, Variant, claims, deal_hands, next_seat, seats_of
from games.models import Deal


@dataclass(frozen=True, slots=True)
class HeldCombination:
    """A combination in a hand: ``kind`` is tierce, quarte, quinte, carre or belote."""

    seat: str
    kind: str
    cards: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class SeatHand:
    """A seat's cards, seen in the auction and dealt after it, and its combinations."""

    seat: str
    first: tuple[str, ...]
    later: tuple[str, ...]
    held: tuple[HeldCombination, ...]
    did: str

    @property
    def cards(self) -> tuple[str, ...]:
        return self.first + self.later


@dataclass(frozen=True, slots=True)
class DealDisplay:
    """A board's deal: dealer, leader, and the hands in playing order.

    Until a ``taker`` takes a turned-up card, ``stock`` holds the undealt cards, next one
    first.
    """

    dealer: str
    leader: str
    hands: tuple[SeatHand, ...]
    has_all_trumps: bool
    turned: str = ""
    taker: str = ""
    stock: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the last cards depend on who takes the turned-up card."""
        return bool(self.turned) and not self.taker

    @property
    def comes_in_two(self) -> bool:
        """Whether some cards were dealt after the auction."""
        return any(hand.later for hand in self.hands)

    @property
    def held(self) -> tuple[HeldCombination, ...]:
        return tuple(item for hand in self.hands for item in hand.held)


def deal_display(deal: Deal, taker: str = "") -> DealDisplay:
    """The deal, laid out as its variant deals (rules 2 and 3)."""
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
    return DealDisplay(deal.dealer, leader, hands, has_all_trumps, turned, taker, stock)


def hands_taken_by(game: belot.Deal, taker: str) -> tuple[tuple[int, ...], ...]:
    """Whole hands in dealing order if ``taker`` takes the turned-up card."""
    pack = tuple(CARDS.index(code) for code in game.source()["pack"].split())
    return deal_hands(game.variant, game.dealer_seat, game.table.seats.index(taker), pack)


def hand_of(
    cards: tuple[int, ...],
    seen: int,
    seat: str,
    held: tuple[HeldCombination, ...],
    did: str,
    is_open: bool,
) -> SeatHand:
    later = () if is_open else cards[seen:]
    return SeatHand(
        seat=seat,
        first=tuple(CARDS[card] for card in cards[:seen]),
        later=tuple(CARDS[card] for card in later),
        held=held,
        did=did,
    )


def combinations_in(
    variant: Variant, received: tuple[tuple[int, ...], ...]
) -> dict[str, tuple[HeldCombination, ...]]:
    """Combinations by seat in any contract with trumps."""
    hands = {
        seat: " ".join(CARDS[card] for card in cards)
        for seat, cards in zip(seats_of(variant), received, strict=True)
    }
    contracts = [code for code in variant.contracts.split() if code != "NT"]
    # Only belotes depend on the contract.
    unique_claims: dict[Claim, None] = {}
    for contract in reversed(contracts):
        unique_claims |= dict.fromkeys(claims(variant, hands, contract))
    by_seat: dict[str, tuple[HeldCombination, ...]] = {}
    for claim in unique_claims:
        held = HeldCombination(claim.seat, claim.kind, tuple(claim.cards.split()), claim.value)
        by_seat[claim.seat] = (*by_seat.get(claim.seat, ()), held)
    return by_seat
