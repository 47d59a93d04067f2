from collections.abc import Mapping

from rest_framework import serializers

from api.serializers.exact_numbers import FigureField
from api.serializers.fields import WholeField, WordField, YesNoField
from api.serializers.preconditions import SeenMark
from tournaments.bots.selectors.field import MAX_TABLES, FieldContract, FieldOfBoard
from tournaments.models import Tournament


class FieldContractSerializer(serializers.Serializer[FieldContract]):
    """A contract of the field, empty where all passed; ``made`` of its ``tables`` made it."""

    contract = serializers.CharField()
    side = serializers.CharField()
    tables = serializers.IntegerField()
    made = serializers.IntegerField()
    mean = FigureField()


class FieldOfBoardSerializer(serializers.Serializer[FieldOfBoard]):
    """The field on one board; ``mean`` is North–South minus East–West."""

    tables = serializers.IntegerField()
    mean = FigureField()
    contracts = FieldContractSerializer(many=True)


class FieldSerializer(serializers.Serializer[Mapping[str, object]]):
    """How many bot tables play each board, whether they are compared with, and progress."""

    tables = WholeField(min_value=0, max_value=MAX_TABLES)
    counts = YesNoField()
    level = WordField(
        choices=Tournament.FieldLevel.choices,
        required=False,
        help_text="how they play; left out: as before",
    )
    seen = SeenMark()
    done = WholeField(read_only=True)
    total = WholeField(read_only=True)


class NewFieldSerializer(FieldSerializer):
    """Size of the field; ``done`` and ``total`` are accepted and ignored."""
