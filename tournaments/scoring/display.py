"""Display of exact numbers: the only place that rounds."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

ENOUGH_DIGITS = Context(prec=60)


def nearest_whole(value: Fraction) -> int:
    """Nearest integer, halves away from zero."""
    doubled = abs(value) * 2 + 1
    whole = int(doubled) // 2
    return -whole if value < 0 else whole


def round_half_away(value: Fraction | int, places: int = 2) -> Decimal:
    """Round to `places` decimals, halves away from zero, without negative zero."""
    scaled = nearest_whole(Fraction(value) * 10**places)
    return Decimal(scaled).scaleb(-places, ENOUGH_DIGITS)
