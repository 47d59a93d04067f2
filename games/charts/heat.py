"""One of eight tints per figure: greys below even, white around it, blues above."""

from bisect import bisect_left
from fractions import Fraction
from typing import Final

TINT_ENDS: Final = (19, 34, 47, 52, 64, 79, 94)
"""Last percent of all but the strongest."""
EVEN: Final = 50


def tint_of(figure: Fraction, limit: Fraction | None = None) -> int:
    """Tint (0 to 7) of a percentage, or of a difference of at most ``limit``."""
    if limit is None:
        return bisect_left(TINT_ENDS, round(figure))
    share = figure / limit if limit else Fraction(0)
    return bisect_left(TINT_ENDS, round(EVEN * (1 + share)))


def tint_ranges() -> list[tuple[int, str]]:
    starts = (0, *(end + 1 for end in TINT_ENDS))
    return [
        (tint, f"{start}–{end}")
        for tint, (start, end) in enumerate(zip(starts, (*TINT_ENDS, 100), strict=True))
    ]
