"""Contra factors, one row per family of contracts.

As text: `"1 2 3"` for all contracts, `"1 2 4 / NT 2 3 5"` where no-trumps or all-trumps
differ: without contra, contra, recontra, sur-contra. `"double"` is 1 2 4 8, up to
`contra_levels`. In `"1 2 3 4 match / NT 1 2"` the last contra is for the whole match and
no-trumps can be doubled once.
"""

from functools import lru_cache
from typing import Final

from games.belot.cards import CONTRACTS, NO_TRUMPS

DOUBLE: Final = "double"
MAX_LEVELS: Final = 4
"""The fourth contra is always for the match."""
LARGEST: Final = 99
MATCH: Final = -1
"""Factor of a contra by which the deal decides the match."""
MATCH_WORD: Final = "match"
SUITS: Final = "suits"
FAMILIES: Final = (SUITS, *CONTRACTS[NO_TRUMPS:])

Row = tuple[int, ...]


def family_of(contract: int) -> int:
    return max(contract - NO_TRUMPS + 1, 0)


def doublings(levels: int) -> Row:
    """1, 2, 4, 8 (S1 §4)."""
    return tuple(1 << level for level in range(levels + 1))


@lru_cache(maxsize=256)
def factor_rows(text: str) -> dict[str, Row] | None:
    """Rows of a text by family; None if invalid.

    Rows increase, are no longer than that of the suits and differ from it: one text per set
    of rows.
    """
    first, *others = text.split(" / ")
    named = {SUITS: factor_row(first)}
    for part in others:
        family, _, row = part.partition(" ")
        if family not in FAMILIES[1:] or family in named:
            return None
        named[family] = factor_row(row)
    rows = {family: row for family, row in named.items() if row is not None}
    order = [family for family in FAMILIES if family in named]
    if len(rows) < len(named) or list(named) != order:
        return None
    others_of = [row for family, row in rows.items() if family != SUITS]
    is_short = all(row != rows[SUITS] and len(row) <= len(rows[SUITS]) for row in others_of)
    return rows if is_short else None


def factor_row(text: str) -> Row | None:
    if text.endswith(f" {MATCH_WORD}"):
        row = factor_row(text.removesuffix(f" {MATCH_WORD}"))
        return (*row, MATCH) if row and len(row) <= MAX_LEVELS else None
    parts = text.split(" ")
    if not all(part.isdecimal() and part.isascii() and len(part) <= 2 for part in parts):
        return None
    row = tuple(map(int, parts))
    climbs = all(one < other for one, other in zip(row, row[1:], strict=False))
    is_plain = text == " ".join(map(str, row))
    return row if climbs and is_plain and row[0] >= 1 and len(row) <= MAX_LEVELS else None


def levels_in(text: str) -> int:
    rows = factor_rows(text)
    return 0 if rows is None else len(rows[SUITS]) - 1


@lru_cache(maxsize=256)
def factors_of(text: str, levels: int) -> tuple[Row, ...]:
    if text == DOUBLE:
        return (doublings(levels),) * len(FAMILIES)
    rows = factor_rows(text) or {}
    return tuple(rows.get(family, rows[SUITS]) for family in FAMILIES)


def contra_factor(text: str, levels: int, contract: str, level: int) -> int | None:
    """Factor of a contra level in a contract; None for the match."""
    row = factors_of(text, levels)[family_of(CONTRACTS.index(contract))]
    factor = row[level] if level < len(row) else 1 << level
    return None if factor == MATCH else factor
