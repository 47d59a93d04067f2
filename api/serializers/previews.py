from typing import Any

from rest_framework import serializers

from api.serializers.changes import MovedPlaceSerializer
from api.serializers.fields import IdField, SlipField
from tournaments.models import Result


class WouldBeSerializer(serializers.Serializer[None]):
    play = IdField()
    slip = SlipField()


class CorrectionPreviewSerializer(serializers.Serializer[dict[str, Any]]):
    """Score of a slip; ``against`` is the objection of the cards or of the game's end.

    ``standings`` lists changed ranks and totals; null if the result cannot be stored, for
    example because the standings are official.
    """

    kind = serializers.ChoiceField(choices=Result.Kind.values)
    outcome = serializers.DictField(help_text="as `manage.py score` gives it; empty: not played")
    score = serializers.ListField(child=serializers.IntegerField(), help_text="NS, EW")
    against = serializers.CharField(help_text="empty, or why it is stored with `override` alone")
    standings = MovedPlaceSerializer(many=True, allow_null=True)
