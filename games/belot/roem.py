"""Roem: combinations in the cards of a trick, for its winner (NKU Rotterdam; KBN).

Three in sequence 20, four 50, four of a rank by variant, king and queen of trumps 20, and
their sums. Order of sequences: A K Q J T 9 8 7.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.belot.cards import ALL_TRUMPS, BELOTE_MASK, NO_TRUMPS, mask_of
from games.belot.carres import carre_points_of
from games.belot.compiling import kernel
from games.belot.declarations import BELOTE_VALUE, runs_in
from games.belot.suit_tables import RUN_VALUES
from games.belot.table import VariantTable
from games.belot.variant import Variant

NO_RANK: Final = -1
IMPOSSIBLE_SUMS: Final = frozenset({10, 30})
"""No sum of runs, pairs and usual fours."""


class TrickCombination(NamedTuple):
    kind: str
    cards: int
    value: int


@kernel
def runs_and_pair(trick: int, trumps: int) -> int:
    total = (
        RUN_VALUES[trick & 0xFF]
        + RUN_VALUES[trick >> 8 & 0xFF]
        + RUN_VALUES[trick >> 16 & 0xFF]
        + RUN_VALUES[trick >> 24 & 0xFF]
    )
    for suit in range(4):
        pair = BELOTE_MASK[suit]
        if trick & trumps & pair == pair:
            total += BELOTE_VALUE
    return total


@kernel
def rank_of_four(trick: int) -> int:
    """Rank with all four cards in the trick, or -1."""
    ranks = trick & trick >> 8 & trick >> 16 & trick >> 24 & 0xFF
    for rank in range(8):
        if ranks >> rank & 1:
            return rank
    return NO_RANK


def trick_carre_points(variant: Variant) -> tuple[int, ...]:
    return carre_points_of(variant)[0]


def roem_of(table: VariantTable, contract: int, trick: int) -> int:
    total = runs_and_pair(trick, table.contracts[contract].trumps)
    rank = rank_of_four(trick)
    return total if rank == NO_RANK else total + trick_carre_points(table.variant)[rank]


def combinations_in(table: VariantTable, contract: int, trick: int) -> list[TrickCombination]:
    """Combinations in a trick, the longest first."""
    combinations = []
    rank = rank_of_four(trick)
    if rank != NO_RANK and (points := trick_carre_points(table.variant)[rank]):
        combinations.append(TrickCombination("carre", trick, points))
    for suit in range(4):
        for run in runs_in(trick & 0xFF << 8 * suit, 0):
            name = "quarte" if run.length == 4 else "tierce"
            combinations.append(
                TrickCombination(name, run.cards, RUN_VALUES[run.cards >> 8 * suit & 0xFF])
            )
        pair = BELOTE_MASK[suit]
        if contract in (suit, ALL_TRUMPS) and contract != NO_TRUMPS and trick & pair == pair:
            combinations.append(TrickCombination("belote", pair, BELOTE_VALUE))
    return combinations


def roem_by_trick(table: VariantTable, contract: int, played: Sequence[int]) -> list[int]:
    size = table.players
    whole = len(played) - len(played) % size
    return [
        roem_of(table, contract, mask_of(played[at : at + size])) for at in range(0, whole, size)
    ]


def is_possible_roem(variant: Variant, points: int) -> bool:
    if points % 10:
        return False
    small = IMPOSSIBLE_SUMS.intersection(trick_carre_points(variant))
    return points not in IMPOSSIBLE_SUMS or any(four <= points for four in small)
