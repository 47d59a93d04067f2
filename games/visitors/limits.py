"""Limits on a person's use of workers."""

from collections.abc import Mapping
from typing import Final

from games.belot import Level

MOST_DEALS: Final[Mapping[str, tuple[int, int]]] = {
    Level.RANDOM: (20_000, 1_000_000),
    Level.THUMB: (20_000, 1_000_000),
    Level.EXPERT: (40, 4_000),
}
"""The most deals of one simulation by the slowest level in it: for visitors, and signed in."""
AT_ONCE_VISITOR: Final = 1
AT_ONCE_VISITORS: Final = 4
"""Of all visitors together, so that nobody gets more by forgetting who they are."""
AT_ONCE_USER: Final = 3


def most_deals(levels: set[str], signed_in: bool) -> int:
    return min(MOST_DEALS[level][signed_in] for level in levels)
