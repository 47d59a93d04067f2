"""International match points (IMPs): large swings count progressively less."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction

from tournaments.scoring.comparison import SIGN, Sides
from tournaments.scoring.display import nearest_whole
from tournaments.scoring.results import Average

# Lowest swings worth 1, 2, 3, … IMPs. Belot scores in steps of 2 match points; making
# instead of losing a contract (20) is about a quarter of the scale, as in bridge.
BELOT = (
    2, 4, 7, 10, 13, 17, 21, 25, 30, 35, 41, 48,
    56, 65, 75, 86, 98, 112, 128, 146, 166, 188, 213, 241,
)  # fmt: skip
BRIDGE = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000,
    2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
IMP_TABLES = {"belot": BELOT, "bridge": BRIDGE}


def imps(swing: int, table: Sequence[int] = BELOT) -> int:
    """IMPs of a swing in match points, signed."""
    size = bisect_right(table, abs(swing))
    return -size if swing < 0 else size


def default_drop(n: int) -> int:
    """Default number of extremes dropped at each end: 0 below 5 results, 1 to 9, then 2."""
    return 0 if n < 5 else 1 if n <= 9 else 2


def datum(nets: Sequence[int], drop: int | None = None, step: int = 1) -> int:
    """Mean without extremes, rounded to a multiple of `step`; 0 without nets.

    Halves round away from zero.
    """
    cut = default_drop(len(nets)) if drop is None else min(drop, (len(nets) - 1) // 2)
    trimmed = sorted(nets)[cut : len(nets) - cut] if nets else []
    return nearest_whole(Fraction(sum(trimmed), len(trimmed) * step)) * step if trimmed else 0


class Butler:
    """One board against its datum, own result included, so not zero-sum."""

    top: Fraction | None = None

    def __init__(
        self,
        nets: Sequence[int],
        table: Sequence[int] = BELOT,
        average_imps: Fraction = Fraction(2),
        drop: int | None = None,
        step: int = 1,
    ) -> None:
        self.n = len(nets)
        self.datum = datum(nets, drop, step)
        self._table = table
        self._average = average_imps

    def score_played(self, net: int) -> Sides:
        score = Fraction(imps(net - self.datum, self._table))
        return Sides(score, -score)

    def score_assigned(self, net: int) -> Sides:
        """Zero without results to compare with."""
        return self.score_played(net) if self.n else Sides(Fraction(0), Fraction(0))

    def average(self, average: Average) -> Sides:
        score = SIGN[average] * self._average
        return Sides(score, score)


class CrossImps:
    """Mean of the IMPs against every other result; zero-sum over the field."""

    top: Fraction | None = None

    def __init__(
        self,
        nets: Sequence[int],
        table: Sequence[int] = BELOT,
        average_imps: Fraction = Fraction(2),
    ) -> None:
        self.n = len(nets)
        self._sorted = sorted(nets)
        self._table = table
        self._average = average_imps
        self._played = {net: self._mean(net, self.n - 1) for net in set(nets)}

    def total(self, net: int) -> int:
        """Sum of a net's IMPs against every result of the board.

        Each table step adds one IMP per net that far below, and subtracts one per net that far
        above.
        """
        below = sum(bisect_right(self._sorted, net - step) for step in self._table)
        above = sum(self.n - bisect_left(self._sorted, net + step) for step in self._table)
        return below - above

    def _mean(self, net: int, opponents: int) -> Sides:
        score = Fraction(self.total(net), opponents) if opponents > 0 else Fraction(0)
        return Sides(score, -score)

    def score_played(self, net: int) -> Sides:
        return self._played[net]

    def score_assigned(self, net: int) -> Sides:
        return self._mean(net, self.n)

    def average(self, average: Average) -> Sides:
        score = SIGN[average] * self._average
        return Sides(score, score)
