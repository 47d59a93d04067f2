"""Legal cards, the winner of a trick and card points, as plain functions of integers.

Each contract has one `ContractTable`; whether a duty holds in a variant is a bit of `duties`.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from games.belot.cards import (
    ALL_TRUMPS,
    CARDS,
    FULL_PACK,
    NO_TRUMPS,
    PLAIN_ORDER,
    PLAIN_POINTS,
    SUIT_MASK,
    TRUMP_ORDER,
    TRUMP_POINTS,
)
from games.belot.compiling import kernel
from games.belot.variant import Variant

BEAT_PLAIN: Final = 1
"""Holding the plain suit led: beat the best card of it, if able (S3 Playing)."""
FREE_IN_TRUMPS: Final = 2
"""Trumps led: no duty to beat a partner who is winning (S4 Play)."""
FREE_WHEN_VOID: Final = 4
"""Void in the plain suit led: no duty to trump a partner's trick (S0, S1 3.1)."""
OVERTRUMP: Final = 8
"""Trumping a trick that is already trumped: go higher, if able (S0, S1 3.1; S3; S4)."""
ELSE_ANY_CARD: Final = 16
"""Unable to overtrump: any card, not only a trump (S0, S1 3.1)."""


class ContractTable(NamedTuple):
    """The 32 cards in one contract: their points, and the cards that beat each of them."""

    contract: int
    trumps: int
    """The mask of trumps: one suit, none or all."""
    points: tuple[int, ...]
    beats: tuple[int, ...]
    """For each card, the mask of the cards that beat it when its suit was led or it trumps."""
    total: int
    """The deal's card points with the last ten, before no-trumps doubling (rules 2)."""


def contract_table(contract: int) -> ContractTable:
    """The table of a contract (0..5): trump and plain orders and points (rules 2; S0, S1 4)."""
    trumps = {NO_TRUMPS: 0, ALL_TRUMPS: FULL_PACK}.get(contract)
    if trumps is None:
        trumps = SUIT_MASK[contract]
    points = tuple(
        (TRUMP_POINTS if trumps >> card & 1 else PLAIN_POINTS)[CARDS[card][1]] for card in range(32)
    )
    beats = tuple(_beaters(card, trumps) for card in range(32))
    return ContractTable(contract, trumps, points, beats, sum(points) + 10)


def _beaters(card: int, trumps: int) -> int:
    is_trump = trumps >> card & 1
    order = TRUMP_ORDER if is_trump else PLAIN_ORDER
    suit, rank = CARDS[card][0], CARDS[card][1]
    higher = order[: order.index(rank)]
    mask = sum(1 << CARDS.index(suit + better) for better in higher)
    return mask if is_trump else mask | trumps


CONTRACT_TABLES: Final = tuple(contract_table(contract) for contract in range(6))

BEATS: Final = tuple(mask for table in CONTRACT_TABLES for mask in table.beats)
POINTS: Final = tuple(points for table in CONTRACT_TABLES for points in table.points)
"""The same tables laid end to end, for the compiler: 32 x contract + card."""
TRUMPS: Final = tuple(table.trumps for table in CONTRACT_TABLES)


@lru_cache(maxsize=512)
def duties_of(variant: Variant) -> int:
    """The duties of play of a variant, as bits (rules 3: beat_plain to overtrump)."""
    return (
        BEAT_PLAIN * variant.beat_plain
        | FREE_IN_TRUMPS * (variant.beat_trump == "unless_partner_wins")
        | FREE_WHEN_VOID * (variant.trump_when_void == "unless_partner_wins")
        | OVERTRUMP * (variant.overtrump != "no_duty")
        | ELSE_ANY_CARD * (variant.overtrump == "or_any_card")
    )


@kernel
def legal_cards(
    hand: int, led: int, trumps: int, higher: int, trumped: int, partner_wins: int, duties: int
) -> int:
    """The cards of `hand` that may be played to a trick already begun (S0, S1 3; S3; S4; rules 3).

    `led` is the mask of the suit led, `higher` the mask of cards that beat the best card so far,
    `trumped` whether a plain-suit trick is being won by a trump, `partner_wins` whether by the
    partner.
    """
    follow = hand & led
    if led & trumps:
        if not follow:
            return hand
        if partner_wins and duties & FREE_IN_TRUMPS:
            return follow
        return follow & higher or follow
    if follow:
        if duties & BEAT_PLAIN and not trumped:
            return follow & higher or follow
        return follow
    cut = hand & trumps
    if not cut or (partner_wins and duties & FREE_WHEN_VOID):
        return hand
    if trumped and duties & OVERTRUMP:
        return cut & higher or (hand if duties & ELSE_ANY_CARD else cut)
    return cut


def broken_duty(hand: int, led: int, trumps: int, higher: int, trumped: int, card: int) -> str:
    """The duty that a held but illegal card breaks, as the code of its message."""
    bit = 1 << card
    if hand & led:
        return "must_beat" if bit & led else "must_follow"
    if trumped and hand & trumps & higher:
        return "must_overtrump"
    return "must_trump"
