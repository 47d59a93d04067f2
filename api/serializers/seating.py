from typing import Any

from rest_framework import serializers

from api.serializers.fields import TextField, WholeField
from api.serializers.preconditions import SeenMark


def seat(words: str) -> WholeField:
    return WholeField(min_value=1, required=False, allow_null=True, default=None, help_text=words)


class SeatedTableSerializer(serializers.Serializer[dict[str, Any]]):
    """A table and its entrants by number.

    Pairs and teams sit at ``NS`` and ``EW``, single players at ``N``, ``E``, ``S``, ``W``.
    """

    table = WholeField(min_value=1)
    NS = seat("of pairs and teams")
    EW = seat("of pairs and teams")
    N = seat("of single players")
    E = seat("of single players")
    S = seat("of single players")
    W = seat("of single players")
    board_set = seat("of its boards; null: as it is, or the round's own")


class NewSeatedTableSerializer(SeatedTableSerializer):
    """A table in a request."""


class SeatingSerializer(serializers.Serializer[dict[str, Any]]):
    number = serializers.IntegerField()
    tables = SeatedTableSerializer(many=True)
    resting = serializers.ListField(child=serializers.IntegerField())
    seen = serializers.CharField(help_text="names the seats, to be sent back with a change")


class NewSeatingSerializer(serializers.Serializer[None]):
    """All tables of a round; entrants at none of them sit out."""

    tables = serializers.ListField(child=NewSeatedTableSerializer(), min_length=1, max_length=1000)
    reason = TextField(max_length=300, required=False, default="", allow_blank=True)
    seen = SeenMark()


class LookedAtSeatingSerializer(serializers.Serializer[None]):
    tables = serializers.ListField(child=NewSeatedTableSerializer(), min_length=1, max_length=1000)
