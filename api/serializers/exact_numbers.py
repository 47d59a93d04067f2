from fractions import Fraction

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.scoring import round_half_away


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            "exact": {"type": "string", "example": "200/3"},
            "value": {"type": "number", "example": 66.67},
        },
    }
)
class FigureField(serializers.Field):  # type: ignore[type-arg]
    """An exact score: ``exact`` as a fraction, ``value`` rounded half away from zero."""

    def to_representation(self, value: Fraction) -> dict[str, str | float]:
        return {"exact": str(value), "value": float(round_half_away(value, 2))}
