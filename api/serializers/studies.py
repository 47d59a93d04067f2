"""Studies of many boards: how they were made, and their sums."""

from rest_framework import serializers

from api.serializers.fields import ObjectField, VariantField
from games.studies.selectors import Findings


class StudyLineSerializer(serializers.Serializer[Findings]):
    """A study; ``boards`` are those that are in its sums so far."""

    share = serializers.CharField(help_text="`shipped`: the study that comes with the program")
    variant = VariantField()
    seed = serializers.IntegerField()
    boards = serializers.IntegerField()
    milliseconds = serializers.IntegerField(help_text="of a processor, for all of these boards")


class StudySerializer(StudyLineSerializer):
    """A study with its tables: of each its ``columns``, and ``rows`` of whole numbers by key."""

    tables = ObjectField(
        help_text="`{name: {columns: […], rows: {key: […]}}}`; docs/boards-study.md names them"
    )
