"""Matchpoints and Ascherman: two per result beaten, one per equal one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

from tournaments.scoring.comparison import HUNDRED, PERCENT, Sides, count_nets
from tournaments.scoring.results import Average

SMALL_GROUP = 3


def neuberg(matchpoints: Fraction, n: int, field: int) -> Fraction:
    """Scale matchpoints of a board scored n times to one scored `field` times (EBU)."""
    return (matchpoints + 1) * field / n - 1


def small_group_percent(matchpoints: Fraction, n: int) -> Fraction:
    """60, 65/55 or 70/60/50 percent for groups of 1, 2 or 3 of a fouled board (ASE)."""
    return 60 + 5 * (matchpoints - (n - 1))


class Matchpoints:
    """One board in matchpoints, scaled to the board played most often.

    `small_groups`: a small group of a fouled board.
    """

    def __init__(self, nets: Sequence[int], field: int, small_groups: bool = True) -> None:
        self.n = len(nets)
        self.field = field
        self.top = Fraction(2 * max(field - 1, 1))
        self._sorted = sorted(nets)
        self._small_groups = small_groups
        self._played = self._compare_all()

    def _compare_all(self) -> dict[int, Sides]:
        scores, below = {}, 0
        for net, times in count_nets(self._sorted):
            scores[net] = self._on_scale(2 * below + times - 1, self.n)
            below += times
        return scores

    def _on_scale(self, matchpoints: int, n: int) -> Sides:
        field = max(self.field, n)
        if n == field:
            share = Fraction(matchpoints, 2 * (n - 1)) if n > 1 else Fraction(1, 2)
            return Sides(share * self.top, (1 - share) * self.top)
        mine, theirs = Fraction(matchpoints), Fraction(2 * (n - 1) - matchpoints)
        if self._small_groups and n <= SMALL_GROUP:
            ns, ew = small_group_percent(mine, n), small_group_percent(theirs, n)
            return Sides(ns * self.top / HUNDRED, ew * self.top / HUNDRED)
        return Sides(neuberg(mine, n, field), neuberg(theirs, n, field))

    def score_played(self, net: int) -> Sides:
        return self._played[net]

    def score_assigned(self, net: int) -> Sides:
        """Score an unplayed net as one additional result."""
        if not self.n:
            return Sides(self.top / 2, self.top / 2)
        beaten = bisect_left(self._sorted, net)
        return self._on_scale(beaten + bisect_right(self._sorted, net), self.n + 1)

    def average(self, average: Average) -> Sides:
        """60, 50 or 40 percent of the top (Law 12C2)."""
        score = PERCENT[average] * self.top / HUNDRED
        return Sides(score, score)


class Ascherman:
    """One board in matchpoints with a tie against itself, so no factoring is needed."""

    def __init__(self, nets: Sequence[int]) -> None:
        self.n = len(nets)
        self.top = Fraction(2 * max(self.n, 1))
        self._sorted = sorted(nets)

    def score_played(self, net: int) -> Sides:
        """One matchpoint more than usual, of a top of 2n."""
        lower = bisect_left(self._sorted, net)
        score = Fraction(lower + bisect_right(self._sorted, net))
        return Sides(score, self.top - score)

    def score_assigned(self, net: int) -> Sides:
        """Compared as an additional result, scaled to this board's top."""
        lower = bisect_left(self._sorted, net)
        score = lower + bisect_right(self._sorted, net) + 1
        share = Fraction(score, 2 * (self.n + 1))
        return Sides(share * self.top, (1 - share) * self.top)

    def average(self, average: Average) -> Sides:
        score = PERCENT[average] * self.top / HUNDRED
        return Sides(score, score)
