"""Places: the best first, equals share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.tally import comparable


class Place(NamedTuple):
    """An entrant's place, counted from 1; equals share the best of their places."""

    entrant: int
    rank: int
    tied: bool


def ranked(totals: Mapping[int, Fraction]) -> list[Place]:
    """Entrants by falling total, equals in order of their numbers."""
    keys = dict(zip(totals, comparable(totals.values()), strict=True))
    return places(keys)


def places(keys: Mapping[int, int]) -> list[Place]:
    """Entrants by falling key, equals in order of their numbers."""
    order = sorted(keys, key=lambda entrant: (-keys[entrant], entrant))
    ranks: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for position, entrant in enumerate(order, start=1):
        ranks.setdefault(keys[entrant], position)
        sizes[keys[entrant]] = sizes.get(keys[entrant], 0) + 1
    return [Place(e, ranks[keys[e]], sizes[keys[e]] > 1) for e in order]
