"""Card points of carrés by rank, one row per family of contracts.

As text: `"J 200 9 150"` for all contracts, `"J 200 9 140 / NT A 190 9 0"` where no-trumps
or all-trumps differ. Ranks not named count 100 (nine to ace) or 0 (seven, eight); a row
that names none is `"all 100"`. Strength has the same form: `"J 9 A K Q T / NT A K Q J T
9"`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.belot.cards import CONTRACTS, RANKS
from games.belot.factors import FAMILIES, SUITS, family_of
from games.belot.variant import Variant

USUAL_CARRES: Final = "J 200 9 150"
"""S1 Премии; S4 Declarations."""
USUAL: Final = tuple(0 if rank in "78" else 100 for rank in RANKS)
HIGHEST: Final = 400
NOTHING_NAMED: Final = "all 100"

Row = tuple[int, ...]
"""By rank, before no-trumps doubling."""


@lru_cache(maxsize=256)
def carre_rows(text: str) -> Mapping[str, Row] | None:
    """Rows of a text by family; None if invalid."""
    first, *others = text.split(" / ")
    rows = {SUITS: carre_row(first)}
    for part in others:
        family, _, row = part.partition(" ")
        if family not in FAMILIES[1:] or family in rows:
            return None
        rows[family] = carre_row(row)
    valid_rows = {family: row for family, row in rows.items() if row is not None}
    return valid_rows if len(valid_rows) == len(rows) else None


def carre_row(text: str) -> Row | None:
    """One row: ranks with tens up to 400, none twice, or `all 100`; else None."""
    if text == NOTHING_NAMED:
        return USUAL
    words = text.split(" ")
    ranks, numbers = words[::2], words[1::2]
    if len(words) % 2 or len(set(ranks)) < len(ranks) or not set(ranks) <= set(RANKS):
        return None
    if not all(number.isdecimal() and number.isascii() and len(number) < 4 for number in numbers):
        return None
    named = dict(zip(ranks, map(int, numbers), strict=True))
    if any(points % 10 or points > HIGHEST for points in named.values()):
        return None
    return tuple(named.get(rank, usual) for rank, usual in zip(RANKS, USUAL, strict=True))


def canonical_text(text: str) -> str:
    """Canonical text: no row equal to that of the suits, highest points first."""
    rows = carre_rows(text) or {}
    parts = [_row_text(rows[SUITS])]
    for family in FAMILIES[1:]:
        if family in rows and rows[family] != rows[SUITS]:
            parts.append(f"{family} {_row_text(rows[family])}")
    return " / ".join(parts)


def _row_text(row: Row) -> str:
    named = [rank for rank in range(len(RANKS)) if row[rank] != USUAL[rank]]
    named.sort(key=lambda rank: (-row[rank], rank))
    return " ".join(f"{RANKS[rank]} {row[rank]}" for rank in named) or NOTHING_NAMED


def carres_in(variant: Variant, contract: str) -> Row:
    return carre_points_of(variant)[family_of(CONTRACTS.index(contract))]


def carre_points_of(variant: Variant) -> tuple[Row, Row, Row]:
    """Points by family: suits, no-trumps, all-trumps."""
    aces, whole = variant.no_trumps_four_aces, variant.no_trumps_declarations
    return _points(variant.carre_points, aces, whole)


@lru_cache(maxsize=256)
def _points(text: str, four_aces: int, in_no_trumps: bool) -> tuple[Row, Row, Row]:
    rows = carre_rows(text) or {}
    suits, none, trumps = (rows.get(family, rows[SUITS]) for family in FAMILIES)
    if not in_no_trumps:
        none = (0,) * len(RANKS)
    if four_aces:
        none = (*none[:-1], four_aces)
    return suits, none, trumps


def carre_strengths(variant: Variant) -> tuple[Row, Row, Row]:
    """Strength by rank for each family (`carre_order`); higher is stronger."""
    return _strengths(variant.carre_order)


@lru_cache(maxsize=64)
def _strengths(text: str) -> tuple[Row, Row, Row]:
    first, *others = text.split(" / ")
    orders = {SUITS: first} | {part[:2]: part[3:] for part in others}
    suits, none, trumps = (_by_rank(orders.get(family, first)) for family in FAMILIES)
    return suits, none, trumps


def _by_rank(order: str) -> Row:
    ranks = [*order.split(), "8", "7"]
    return tuple(len(ranks) - ranks.index(rank) for rank in RANKS)
