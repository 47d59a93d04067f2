"""Legal cards, trick winners and card points, as integer functions."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.belot.cards import (
    ALL_TRUMPS,
    CARDS,
    FULL_PACK,
    LEVEL_PLAIN_POINTS,
    LEVEL_TRUMP_POINTS,
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
"""Follow a plain suit: beat its best card, if able (S3 Playing)."""
FREE_IN_TRUMPS: Final = 2
"""Trumps led: no duty to beat a winning partner (S4 Play)."""
FREE_WHEN_VOID: Final = 4
"""Void in the plain suit: no duty to trump the partner's trick (S0, S1 3.1)."""
OVERTRUMP: Final = 8
"""If able (S0, S1 3.1; S3; S4)."""
ELSE_ANY_CARD: Final = 16
"""If unable to overtrump (S0, S1 3.1)."""
NOT_UNDER: Final = 32
"""No lower trump while other cards are held (NKU Amsterdam)."""

CLOSED_LEAD: Final = 64
"""No trump is led while other cards are held (Baloot)."""


class ContractTable(NamedTuple):
    contract: int
    row: int
    """Index in `CARD_TABLES`."""
    trumps: int
    """Mask."""
    points: tuple[int, ...]
    beats: tuple[int, ...]
    """Mask of stronger cards, by card, once its suit is led or it trumps."""
    total: int
    """With the last ten, before no-trumps doubling (rules 2)."""


def contract_table(
    contract: int,
    row: int,
    of_trumps: Mapping[str, int] = TRUMP_POINTS,
    of_plain: Mapping[str, int] = PLAIN_POINTS,
) -> ContractTable:
    """Table of a contract (0..5): orders and points (rules 2; S0, S1 4)."""
    trumps = {NO_TRUMPS: 0, ALL_TRUMPS: FULL_PACK}.get(contract)
    if trumps is None:
        trumps = SUIT_MASK[contract]
    points = tuple(
        (of_trumps if trumps >> card & 1 else of_plain)[CARDS[card][1]] for card in range(32)
    )
    beats = tuple(_beaters(card, trumps) for card in range(32))
    return ContractTable(contract, row, trumps, points, beats, sum(points) + 10)


def _beaters(card: int, trumps: int) -> int:
    is_trump = trumps >> card & 1
    order = TRUMP_ORDER if is_trump else PLAIN_ORDER
    suit, rank = CARDS[card][0], CARDS[card][1]
    higher = order[: order.index(rank)]
    mask = sum(1 << CARDS.index(suit + better) for better in higher)
    return mask if is_trump else mask | trumps


CONTRACT_TABLES: Final = tuple(contract_table(contract, contract) for contract in range(6))
"""Totals 162, 130 and 258."""
LEVEL_NO_TRUMPS: Final = 6
LEVEL_ALL_TRUMPS: Final = 7
"""Rows with 162 points."""
CARD_TABLES: Final = (
    *CONTRACT_TABLES,
    contract_table(NO_TRUMPS, LEVEL_NO_TRUMPS, of_plain=LEVEL_PLAIN_POINTS),
    contract_table(ALL_TRUMPS, LEVEL_ALL_TRUMPS, of_trumps=LEVEL_TRUMP_POINTS),
)

BEATS: Final = tuple(mask for table in CARD_TABLES for mask in table.beats)
POINTS: Final = tuple(points for table in CARD_TABLES for points in table.points)
"""Flat for the compiler: 32 x row + card."""
TRUMPS: Final = tuple(table.trumps for table in CARD_TABLES)


def contract_tables_of(variant: Variant) -> tuple[ContractTable, ...]:
    if variant.points == "classic":
        return CONTRACT_TABLES
    all_trumps = LEVEL_ALL_TRUMPS if variant.points == "level" else ALL_TRUMPS
    rows = (*range(NO_TRUMPS), LEVEL_NO_TRUMPS, all_trumps)
    return tuple(CARD_TABLES[row] for row in rows)


@lru_cache(maxsize=512)
def duties_of(variant: Variant) -> int:
    """Duties of play as bits (rules 3: beat_plain to overtrump)."""
    return (
        BEAT_PLAIN * variant.beat_plain
        | FREE_IN_TRUMPS * (variant.beat_trump == "unless_partner_wins")
        | FREE_WHEN_VOID * (variant.trump_when_void == "unless_partner_wins")
        | OVERTRUMP * (variant.overtrump != "no_duty")
        | ELSE_ANY_CARD * (variant.overtrump == "or_any_card")
        | NOT_UNDER * (variant.overtrump == "not_under")
    )


@kernel
def legal_leads(hand: int, trumps: int, duties: int) -> int:
    return hand & ~trumps or hand if duties & CLOSED_LEAD else hand


@kernel
def legal_cards(
    hand: int, led: int, trumps: int, higher: int, trumped: int, partner_wins: int, duties: int
) -> int:
    """Cards of `hand` that can follow to a trick (S0, S1 3; S3; S4; rules 3).

    `led` masks the suit led, `higher` the cards that beat the best so far; `trumped`: a trump
    is winning a plain-suit trick.
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
    if not cut:
        return hand
    if partner_wins and duties & FREE_WHEN_VOID:
        return hand & ~(cut & ~higher) or hand if trumped and duties & NOT_UNDER else hand
    if trumped and duties & OVERTRUMP:
        if duties & NOT_UNDER:
            return cut & higher or hand ^ cut or hand
        return cut & higher or (hand if duties & ELSE_ANY_CARD else cut)
    return cut


def broken_duty(
    hand: int, led: int, trumps: int, higher: int, trumped: int, free: bool, card: int
) -> str:
    """Message code of the duty that a held but illegal card breaks; `free`: it need not trump."""
    bit = 1 << card
    if hand & led:
        return "must_beat" if bit & led else "must_follow"
    if trumped and hand & trumps & higher and not free:
        return "must_overtrump"
    return "must_not_undertrump" if trumped and bit & trumps else "must_trump"
