from typing import Any

from rest_framework import serializers

from tournaments.archive.diff import ChangedResult, Comparison
from tournaments.archive.selectors import ArchiveContents
from tournaments.models import StoredArchive


class ArchiveSerializer(serializers.ModelSerializer[StoredArchive]):
    happened = serializers.ChoiceField(choices=StoredArchive.Happened.choices, read_only=True)

    class Meta:
        model = StoredArchive
        fields = [
            "id",
            "code",
            "name",
            "date",
            "happened",
            "made_at",
            "entrants",
            "rounds",
            "results",
        ]
        read_only_fields = fields


class BroughtSerializer(ArchiveSerializer):
    """An uploaded archive; ``findings`` describes its inconsistencies."""

    findings = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta(ArchiveSerializer.Meta):
        fields = [*ArchiveSerializer.Meta.fields, "findings"]
        read_only_fields = fields


class ContentsSerializer(serializers.Serializer[ArchiveContents]):
    """Contents of an archive; ``unknown`` are people whom the club does not know."""

    made_at = serializers.DateTimeField()
    stages = serializers.IntegerField()
    results = serializers.IntegerField(help_text="with all their versions")
    rulings = serializers.IntegerField()
    versions = serializers.IntegerField(help_text="of the standings")
    unknown = serializers.ListField(child=serializers.CharField())
    forgotten_since = serializers.IntegerField(
        source="people_forgotten_since", help_text="people whom the club forgot since then"
    )
    is_here = serializers.BooleanField(help_text="whether the tournament is here too")


class OtherResultSerializer(serializers.Serializer[ChangedResult]):
    """A result that differs: now and in the archive, null for none."""

    place = serializers.ListField(
        child=serializers.IntegerField(), help_text="round, table and board"
    )
    now = serializers.DictField(allow_null=True)
    then = serializers.DictField(allow_null=True)


class ComparisonSerializer(serializers.Serializer[Comparison]):
    rounds_now = serializers.IntegerField()
    rounds_then = serializers.IntegerField()
    entrants_gone = serializers.ListField(child=serializers.CharField())
    entrants_back = serializers.ListField(child=serializers.CharField())
    drawn_otherwise = serializers.BooleanField()
    rulings_gone = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="results that there are now and were none then")
    changed = serializers.IntegerField(help_text="results that were others then")
    returned = serializers.IntegerField(help_text="results that there were then and are none now")
    others = OtherResultSerializer(many=True, source="first_others")


class LookSerializer(serializers.Serializer[Any]):
    """An archive before use; ``changes`` if it would replace a tournament."""

    archive = BroughtSerializer(source="kept")
    contents = ContentsSerializer()
    changes = ComparisonSerializer(required=False)
