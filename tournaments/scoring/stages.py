from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

ZERO, HALF = Fraction(0), Fraction(1, 2)


class Carry(StrEnum):
    SHARE = "share"
    FULL = "full"
    NONE = "none"


def carry_over(
    scores: Mapping[int, Fraction],
    boards_before: int,
    boards_final: int,
    carry: Carry = Carry.SHARE,
    share: Fraction | None = None,
    as_mean: bool = False,
) -> dict[int, Fraction]:
    """Carry-over of each qualifier from its earlier score per board (or match).

    f · (s − mean) · boards of the final; f is ½, or less if the final is longer than twice the
    earlier stage. `as_mean` omits the boards, for finals ranked by mean. `FULL` is the raw
    total, for finals ranked by sum.
    """
    if carry is Carry.NONE or not scores:
        return dict.fromkeys(scores, ZERO)
    if carry is Carry.FULL:
        return {entrant: score * boards_before for entrant, score in scores.items()}
    part = min(HALF, Fraction(boards_before, boards_final)) if share is None else share
    mean = sum(scores.values(), ZERO) / len(scores)
    weight = part if as_mean else part * boards_final
    return {entrant: (score - mean) * weight for entrant, score in scores.items()}
