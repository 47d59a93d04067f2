"""Patterns of hands for a contract: shape, and the honours that decide in it.

Suits are equivalent: four hearts with hearts as trumps equal four spades with spades.
"""

from typing import Final

from games.belot import CARD_OF, RANKS, SUITS

SUIT, NO_TRUMPS, ALL_TRUMPS = "suit", "NT", "AT"
KINDS: Final = (SUIT, NO_TRUMPS, ALL_TRUMPS)
SUIT_MASKS: Final = tuple(sum(1 << CARD_OF[suit + rank] for rank in RANKS) for suit in SUITS)
HONOURS: Final = "J9A"
"""Of trumps, highest first."""


def bits_of(rank: str) -> tuple[int, ...]:
    return tuple(1 << CARD_OF[suit + rank] for suit in SUITS)


HONOUR_BITS: Final = tuple((rank, bits_of(rank)) for rank in HONOURS)
HIGH_AND_NEXT: Final = {
    NO_TRUMPS: (bits_of("A"), bits_of("T")),
    ALL_TRUMPS: (bits_of("J"), bits_of("9")),
}
"""The two best cards of a suit in contracts without a trump suit."""


def kind_of(contract: str) -> str:
    return contract if contract in HIGH_AND_NEXT else SUIT


def lengths_of(hand: int) -> tuple[int, ...]:
    return tuple((hand & mask).bit_count() for mask in SUIT_MASKS)


def shape_of(lengths: tuple[int, ...], contract: str) -> str:
    """Suit lengths, trumps first and then the longest: ``4-2-1-1``."""
    trump = SUITS.index(contract) if contract in SUITS else -1
    others = sorted((n for suit, n in enumerate(lengths) if suit != trump), reverse=True)
    return "-".join(map(str, others if trump < 0 else [lengths[trump], *others]))


def honours_of(hand: int, lengths: tuple[int, ...], contract: str) -> str:
    """Honours of a hand: in a suit its length with jack, nine and ace (``4J9``).

    Without trumps the aces, and the tens with the ace of their suit (``2A1T``); with all
    trumps the jacks, and the nines with the jack of their suit (``2J1N``).
    """
    if contract in SUITS:
        trump = SUITS.index(contract)
        held = "".join(rank for rank, bits in HONOUR_BITS if hand & bits[trump])
        return f"{lengths[trump]}{held}"
    high, following = HIGH_AND_NEXT[contract]
    best = sum(1 for bit in high if hand & bit)
    both = sum(1 for one, two in zip(high, following, strict=True) if hand & one and hand & two)
    return f"{best}A{both}T" if contract == NO_TRUMPS else f"{best}J{both}N"


def count_of(hand: int, lengths: tuple[int, ...], contract: str) -> str:
    """Number of trumps; without trumps of aces, with all trumps of jacks."""
    if contract in SUITS:
        return str(lengths[SUITS.index(contract)])
    return str(sum(1 for bit in HIGH_AND_NEXT[contract][0] if hand & bit))


def card_kind(card: str, contract: str) -> str:
    """A card's role in a contract and its rank: ``tJ`` a trump, ``pA`` a plain card."""
    is_trump = contract in {card[0], ALL_TRUMPS}
    return f"{'t' if is_trump else 'p'}{card[1]}"
