"""The organiser's choices about scoring, with the defaults of the house."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that change scores.

    `small_groups`: boards played one to three times, where others were played more often, get
    60, 65/55 or 70/60/50 percent instead of Neuberg's formula (ASE, "average scores").
    `average_net`: what average plus adds, in match points, where nets are not compared.
    """

    small_groups: bool = True
    average_net: Fraction = Fraction(5)
