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
    ns: Fraction
    ew: Fraction


class Comparison(Protocol):
    """One board compared over all tables that played it.

    `top` is None for scores without a maximum. An `assigned` net is compared with every played
    one but does not affect their scores.
    """

    @property
    def n(self) -> int: ...

    @property
    def top(self) -> Fraction | None: ...

    def score_played(self, net: int) -> Sides: ...

    def score_assigned(self, net: int) -> Sides: ...

    def average(self, average: Average) -> Sides: ...


def count_nets(nets: Iterable[int]) -> list[tuple[int, int]]:
    return sorted(Counter(nets).items())


def clip_net(net: int, limit: int | None) -> int:
    return net if limit is None else max(-limit, min(limit, net))
