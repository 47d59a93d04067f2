"""Relabel cards for one contract, so that in each suit a higher bit is a stronger card.

`contract` is a row of `tricks.CARD_TABLES` (0..7). A slot is a suit's byte in relabelled
masks; the trump suit swaps with the last one, so all suit contracts look alike.
"""

from typing import Final

from games.belot.bits import lowest
from games.belot.cards import (
    ALL_TRUMPS,
    LEVEL_PLAIN_POINTS,
    LEVEL_TRUMP_POINTS,
    NO_TRUMPS,
    PLAIN_ORDER,
    PLAIN_POINTS,
    RANKS,
    TRUMP_ORDER,
    TRUMP_POINTS,
)
from games.belot.compiling import kernel
from games.belot.tricks import LEVEL_ALL_TRUMPS, LEVEL_NO_TRUMPS

ALL_CARDS: Final = 0xFFFFFFFF
LAST_SLOT: Final = 0xFF000000


def _weakest_first(order: str) -> tuple[int, ...]:
    return tuple(RANKS.index(rank) for rank in reversed(order))


def _byte_table(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << i for i, rank in enumerate(places) if byte >> rank & 1) for byte in range(256)
    )


TRUMP_RANKS: Final = _weakest_first(TRUMP_ORDER)
"""Weakest first."""
PLAIN_RANKS: Final = _weakest_first(PLAIN_ORDER)
TRUMP_BYTES: Final = _byte_table(TRUMP_RANKS)
PLAIN_BYTES: Final = _byte_table(PLAIN_RANKS)
TRUMP_STEPS: Final = tuple(TRUMP_POINTS[RANKS[rank]] for rank in TRUMP_RANKS)
"""Points, weakest first."""
PLAIN_STEPS: Final = tuple(PLAIN_POINTS[RANKS[rank]] for rank in PLAIN_RANKS)
LEVEL_TRUMP_STEPS: Final = tuple(LEVEL_TRUMP_POINTS[RANKS[rank]] for rank in TRUMP_RANKS)
LEVEL_PLAIN_STEPS: Final = tuple(LEVEL_PLAIN_POINTS[RANKS[rank]] for rank in PLAIN_RANKS)


@kernel
def slot_of(suit: int, contract: int) -> int:
    """Slot of a suit; its own inverse."""
    if contract >= NO_TRUMPS:
        return suit
    if suit == contract:
        return 3
    return contract if suit == 3 else suit


@kernel
def trumps_of(contract: int) -> int:
    if contract in (NO_TRUMPS, LEVEL_NO_TRUMPS):
        return 0
    return ALL_CARDS if contract in (ALL_TRUMPS, LEVEL_ALL_TRUMPS) else LAST_SLOT


@kernel
def relabel(mask: int, contract: int) -> int:
    relabelled = 0
    for suit in range(4):
        byte = mask >> (8 * suit) & 0xFF
        if contract in (ALL_TRUMPS, LEVEL_ALL_TRUMPS, suit):
            byte = TRUMP_BYTES[byte]
        else:
            byte = PLAIN_BYTES[byte]
        relabelled |= byte << (8 * slot_of(suit, contract))
    return relabelled


@kernel
def card_of(label: int, contract: int) -> int:
    suit = slot_of(label >> 3, contract)
    if contract in (ALL_TRUMPS, LEVEL_ALL_TRUMPS, suit):
        return 8 * suit + TRUMP_RANKS[label & 7]
    return 8 * suit + PLAIN_RANKS[label & 7]


@kernel
def label_of(card: int, contract: int) -> int:
    return lowest(relabel(1 << card, contract))


@kernel
def points_at(label: int, contract: int) -> int:
    if contract == LEVEL_ALL_TRUMPS:
        return LEVEL_TRUMP_STEPS[label & 7]
    if contract == LEVEL_NO_TRUMPS:
        return LEVEL_PLAIN_STEPS[label & 7]
    if contract == ALL_TRUMPS or (contract < NO_TRUMPS and label >= 24):
        return TRUMP_STEPS[label & 7]
    return PLAIN_STEPS[label & 7]
