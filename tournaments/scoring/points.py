from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.scoring.comparison import SIGN, Sides
from tournaments.scoring.results import Average


class Points:
    top: Fraction | None = None

    def __init__(self, nets: Sequence[int], average_net: Fraction) -> None:
        self.n = len(nets)
        self._mean = Fraction(sum(nets), self.n) if nets else Fraction(0)
        self._step = average_net

    def score_played(self, net: int) -> Sides:
        return Sides(Fraction(net), Fraction(-net))

    score_assigned = score_played

    def average(self, average: Average) -> Sides:
        """Mean of the field, plus or minus `average_net`."""
        step = SIGN[average] * self._step
        return Sides(self._mean + step, -self._mean + step)
