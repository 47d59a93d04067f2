"""Exact numbers made readable: the only place where anything is rounded."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

ENOUGH_DIGITS = Context(prec=60)


def nearest_whole(value: Fraction) -> int:
    """The nearest whole number, halves away from zero."""
    doubled = abs(value) * 2 + 1
    whole = int(doubled) // 2
    return -whole if value < 0 else whole


def round_half_away(value: Fraction | int, places: int = 2) -> Decimal:
    """The value to so many decimal places, never cut, halves away from zero, zero without sign."""
    scaled = nearest_whole(Fraction(value) * 10**places)
    return Decimal(scaled).scaleb(-places, ENOUGH_DIGITS)
