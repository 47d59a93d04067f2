"""What contra multiplies by: one row of factors for each family of contracts.

In JSON the rows are a text: `"1 2 3"` for every contract, `"1 2 4 / NT 2 3 5"` where no-trumps or
all-trumps count otherwise. The first number stands without contra, the next for contra, recontra
and sur-contra; `"double"` is 1 2 4 8, as far as `contra_levels` goes.
"""

from functools import lru_cache
from typing import Final

from games.belot.cards import CONTRACTS, NO_TRUMPS

DOUBLE: Final = "double"
MOST_LEVELS: Final = 3
LARGEST: Final = 99
SUITS: Final = "suits"
FAMILIES: Final = (SUITS, *CONTRACTS[NO_TRUMPS:])
"""The families in the order of the contracts: suits, no-trumps, all-trumps."""

Row = tuple[int, ...]


def family_of(contract: int) -> int:
    """The place of a contract's family: 0 for the suits."""
    return max(contract - NO_TRUMPS + 1, 0)


def doublings(levels: int) -> Row:
    """1, 2, 4, 8: each answer doubles once more (S1 §4)."""
    return tuple(1 << level for level in range(levels + 1))


@lru_cache(maxsize=256)
def rows_in(text: str) -> dict[str, Row] | None:
    """The rows that a text names, by family; None where it is no such text.

    Rows climb, are of one length, and a row like that of the suits is not named: so that one set
    of rows is one text.
    """
    first, *others = text.split(" / ")
    named = {SUITS: row_in(first)}
    for part in others:
        family, _, row = part.partition(" ")
        if family not in FAMILIES[1:] or family in named:
            return None
        named[family] = row_in(row)
    rows = {family: row for family, row in named.items() if row is not None}
    order = [family for family in FAMILIES if family in named]
    if len(rows) < len(named) or list(named) != order or len(set(map(len, rows.values()))) > 1:
        return None
    is_short = all(row != rows[SUITS] for family, row in rows.items() if family != SUITS)
    return rows if is_short else None


def row_in(text: str) -> Row | None:
    """One row of climbing numbers, written with single blanks."""
    parts = text.split(" ")
    if not all(part.isdecimal() and part.isascii() and len(part) <= 2 for part in parts):
        return None
    row = tuple(map(int, parts))
    climbs = all(one < other for one, other in zip(row, row[1:], strict=False))
    is_plain = text == " ".join(map(str, row))
    return row if climbs and is_plain and row[0] >= 1 and len(row) <= MOST_LEVELS + 1 else None


def levels_in(text: str) -> int:
    """How often a deal can be doubled by rows that are named."""
    rows = rows_in(text)
    return 0 if rows is None else len(rows[SUITS]) - 1


@lru_cache(maxsize=256)
def factors_of(text: str, levels: int) -> tuple[Row, ...]:
    """The row of each family, in their order."""
    if text == DOUBLE:
        return (doublings(levels),) * len(FAMILIES)
    rows = rows_in(text) or {}
    return tuple(rows.get(family, rows[SUITS]) for family in FAMILIES)
