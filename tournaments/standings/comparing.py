"""What every way of comparing one board offers to the rest of the library."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from tournaments.standings.facts import Average

HUNDRED = Fraction(100)


class Sides(NamedTuple):
    """The scores of North–South and East–West for one result."""

    ns: Fraction
    ew: Fraction


class Comparison(Protocol):
    """One board, compared over all tables that played it.

    `top` is None where scores are no part of a whole. `average` is the artificial score of NS and
    EW; an `assigned` net is compared with every played result but enters none of theirs.
    """

    @property
    def n(self) -> int: ...

    @property
    def top(self) -> Fraction | None: ...

    def played(self, net: int) -> Sides: ...

    def assigned(self, net: int) -> Sides: ...

    def average(self, average: Average) -> Sides: ...


def counted(nets: Sequence[int]) -> list[tuple[int, int]]:
    """Distinct nets with how often each occurs, lowest first."""
    counts: dict[int, int] = {}
    for net in nets:
        counts[net] = counts.get(net, 0) + 1
    return sorted(counts.items())
