"""What every way of comparing one board offers to the rest of the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, Protocol

from tournaments.scoring.results import Average

HUNDRED = Fraction(100)
PERCENT = {Average.PLUS: Fraction(60), Average.EQUAL: Fraction(50), Average.MINUS: Fraction(40)}
SIGN = {Average.PLUS: 1, Average.EQUAL: 0, Average.MINUS: -1}


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

    def score_played(self, net: int) -> Sides: ...

    def score_assigned(self, net: int) -> Sides: ...

    def average(self, average: Average) -> Sides: ...


def count_nets(nets: Iterable[int]) -> list[tuple[int, int]]:
    """Distinct nets with how often each occurs, lowest first."""
    return sorted(Counter(nets).items())


def clip_net(net: int, limit: int | None) -> int:
    """The net, held within the limit on both sides."""
    return net if limit is None else max(-limit, min(limit, net))
