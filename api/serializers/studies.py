from rest_framework import serializers

from api.serializers.fields import ObjectField, VariantField
from games.studies.selectors import Findings


class StudyLineSerializer(serializers.Serializer[Findings]):
    share = serializers.CharField(help_text="`shipped`: the study that comes with the program")
    variant = VariantField()
    seed = serializers.IntegerField()
    boards = serializers.IntegerField()
    milliseconds = serializers.IntegerField(help_text="of a processor, for all of these boards")


class StudySerializer(StudyLineSerializer):
    tables = ObjectField(
        help_text="`{name: {columns: […], rows: {key: […]}}}`; docs/boards-study.md names them"
    )
