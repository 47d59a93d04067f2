"""What entrants take along from one stage into the next."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

ZERO, HALF = Fraction(0), Fraction(1, 2)


class Carry(StrEnum):
    """How much of a qualifying stage counts in the final."""

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
    """The carry-over of each qualifier from its score per board (or match) before.

    A share f of the lead over the qualifiers' mean, for every board of the final:
    f · (s − mean) · boards, f being ½ or less where the final is longer than twice the stage
    before. `as_mean` leaves out the boards, for finals ranked by a mean. `FULL` is the raw total
    before, for finals ranked by a sum.
    """
    if carry is Carry.NONE or not scores:
        return dict.fromkeys(scores, ZERO)
    if carry is Carry.FULL:
        return {entrant: score * boards_before for entrant, score in scores.items()}
    part = min(HALF, Fraction(boards_before, boards_final)) if share is None else share
    mean = sum(scores.values(), ZERO) / len(scores)
    weight = part if as_mean else part * boards_final
    return {entrant: (score - mean) * weight for entrant, score in scores.items()}
