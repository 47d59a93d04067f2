"""Limits on a person's use of workers."""

from collections.abc import Mapping
from typing import Final

from games.belot import Level

MAX_DEALS: Final[Mapping[str, tuple[int, int]]] = {
    Level.RANDOM: (20_000, 1_000_000),
    Level.THUMB: (20_000, 1_000_000),
    Level.EXPERT: (40, 4_000),
}
"""Per simulation, by its slowest level: for visitors, signed in."""
MAX_CONCURRENT_PER_VISITOR: Final = 1
MAX_CONCURRENT_VISITORS: Final = 4
"""All visitors together, so that a new identity gains nothing."""
MAX_CONCURRENT_PER_USER: Final = 3


def max_deals(levels: set[str], signed_in: bool) -> int:
    return min(MAX_DEALS[level][signed_in] for level in levels)
