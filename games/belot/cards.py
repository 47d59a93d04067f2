"""Cards, seats, sides and calls as small integers, and their codes.

A card is 0..31 (suit x 8 + rank, in natural order), a hand a 32-bit mask. A move is a
card or a call; calls start at 32.
"""

from collections.abc import Iterable
from typing import Final

SUITS: Final = "CDHS"
RANKS: Final = "789TJQKA"
SEATS: Final = "NWSE"
"""See `table.seats_of` for a variant's."""

SEATS_OF: Final[dict[int, tuple[str, ...]]] = {
    4: ("N", "W", "S", "E"),
    3: ("N", "W", "S"),
    2: ("N", "S"),
}
"""Counter-clockwise (rules 1)."""
CLOCKWISE: Final = ("N", "E", "S", "W")
"""Even indexes are North-South here too."""
SIDES_OF: Final[dict[int, tuple[str, ...]]] = {
    4: ("NS", "EW"),
    3: ("N", "W", "S"),
    2: ("N", "S"),
}
CONTRACTS: Final = ("C", "D", "H", "S", "NT", "AT")
NO_TRUMPS: Final = 4
ALL_TRUMPS: Final = 5

CARDS: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
CARD_OF: Final[dict[str, int]] = {code: card for card, code in enumerate(CARDS)}
FULL_PACK: Final = (1 << 32) - 1
SUIT_MASK: Final = tuple(0xFF << (8 * suit) for suit in range(4))
RANK_MASK: Final = tuple(0x01010101 << rank for rank in range(8))
SUIT_MASK_OF: Final = tuple(SUIT_MASK[card >> 3] for card in range(32))
BIT: Final = tuple(1 << move for move in range(64))
KING: Final = RANKS.index("K")
QUEEN: Final = RANKS.index("Q")
BELOTE_MASK: Final = tuple((BIT[KING] | BIT[QUEEN]) << (8 * suit) for suit in range(4))

TRUMP_ORDER: Final = "J9ATKQ87"
PLAIN_ORDER: Final = "ATKQJ987"
TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
LEVEL_TRUMP_POINTS: Final = {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1, "8": 0, "7": 0}
"""Every contract has 162 points (Pagat, Coinche)."""
LEVEL_PLAIN_POINTS: Final = PLAIN_POINTS | {"A": 19}
"""Every contract has 162 points (FFB 2016 §11; Pagat, Coinche)."""
LEVEL_POINTS: Final = {"NT": LEVEL_PLAIN_POINTS, "AT": LEVEL_TRUMP_POINTS}

PASS: Final = 32
FIRST_BID: Final = 33
CONTRA: Final = 39
TAKE: Final = 43
ASHKAL: Final = 44
"""No-trumps for the partner, who gets the turned-up card (Baloot)."""
CLOSED_CONTRA: Final = 45
"""No trump is led while other cards are held (Baloot)."""
CONTRAS: Final = ("X", "XX", "XXX", "XXXX")
CALLS: Final = (
    "P",
    *CONTRACTS,
    *CONTRAS,
    "TAKE",
    "ASHKAL",
    *(f"{contra}-CLOSED" for contra in CONTRAS),
)
MOVES: Final = CARDS + CALLS
MOVE_OF: Final[dict[str, int]] = {code: move for move, code in enumerate(MOVES)}


def contra_level(call: int) -> int:
    if CONTRA <= call < TAKE:
        return call - CONTRA + 1
    return call - CLOSED_CONTRA + 1 if CLOSED_CONTRA <= call < CLOSED_CONTRA + len(CONTRAS) else 0


def card_list(mask: int) -> list[int]:
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def codes(mask: int) -> list[str]:
    return [MOVES[move] for move in card_list(mask)]


def write_cards(cards: Iterable[int]) -> str:
    return " ".join(CARDS[card] for card in cards)


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
