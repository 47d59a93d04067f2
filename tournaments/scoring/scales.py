from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import cache

from tournaments.scoring.display import nearest_whole
from tournaments.scoring.results import FactsError

MAX_FACTOR = 1000
MAX_BOARDS = 1000
"""Per match; larger tables of victory points take seconds."""
EXACT = Context(prec=50, rounding=ROUND_HALF_UP)
HALF, WHOLE = 1000, 2000


@dataclass(frozen=True, slots=True)
class VpScale:
    """Continuous WBF scale: a margin of X = factor · √boards gives all 20 VP.

    Never change a used scale: recalibrate under a new `id`.
    """

    id: str
    factor: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.factor <= MAX_FACTOR:
            raise FactsError(
                f"expected more than 0 and at most {MAX_FACTOR}, found {self.factor}", "factor"
            )

    def points(self, margin: Fraction, boards: int) -> Fraction:
        """VP for a lead of `margin` (negative: behind) after `boards` boards."""
        table = vp_table(self.factor, boards)
        winner = table[min(nearest_whole(abs(margin)), len(table) - 1)]
        return Fraction(winner if margin >= 0 else WHOLE - winner, 100)


@cache
def vp_table(factor: Fraction, boards: int) -> tuple[int, ...]:
    """Winner's VP in hundredths by margin (0, 1, 2, …); the last applies to larger margins.

    WBF 2013: VP = 10 + 10·(1 − τ^(3m/X)) / (1 − τ³), rounded, then corrected to be concave.
    """
    with localcontext(EXACT):
        blitz = Decimal(factor.numerator) / factor.denominator * Decimal(max(boards, 1)).sqrt()
        rounded = list(_hundredths(blitz))
    return tuple(_concave(rounded))


def _concave(rounded: Sequence[int]) -> Sequence[int]:
    """Make steps non-increasing, as the WBF repairs rounding.

    One hundredth usually suffices; where it does not, the rounded values remain.
    """
    steps = list(rounded)
    while (bump := _first_convex(steps)) is not None:
        if steps[bump] > rounded[bump]:
            return rounded
        steps[bump] += 1
    return steps


def _hundredths(blitz: Decimal) -> Iterator[int]:
    golden = (Decimal(5).sqrt() - 1) / 2
    step, power = golden ** (3 / blitz), Decimal(1)
    for margin in range(int(blitz) + 2):
        if margin >= blitz:
            yield WHOLE
        else:
            share = (1 - power) / (1 - golden**3)
            yield HALF + int((share * HALF).to_integral_value())
        power *= step


def _first_convex(steps: Sequence[int]) -> int | None:
    for m in range(1, len(steps) - 1):
        if steps[m + 1] - steps[m] > steps[m] - steps[m - 1]:
            return m
    return None


VP_SCALES = {
    scale.id: scale
    for scale in (
        VpScale("wbf-imps-15", Fraction(15)),
        VpScale("wbf-points-60", Fraction(60)),
    )
}


@dataclass(frozen=True, slots=True)
class Tariff:
    """Points for a win, draw and loss; `by_games` overrides them by games won and lost."""

    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    by_games: tuple[tuple[int, int, Fraction], ...] = ()

    def points(self, outcome: Fraction, games: tuple[int, int] = (0, 0)) -> Fraction:
        """Points for `outcome` 1 (won), ½ or 0 and the games won and lost."""
        for won, lost, points in self.by_games:
            if (won, lost) == games:
                return points
        return self.win if outcome == 1 else self.loss if outcome == 0 else self.draw
