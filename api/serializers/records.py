from rest_framework import serializers

from api.serializers.fields import VariantField
from games.models import Record
from games.replay.selectors.costs import CostlyCard, Costs


class RecordSerializer(serializers.ModelSerializer[Record]):
    """A stored record (``docs/deal-record.md``) under its share link."""

    record = serializers.DictField(read_only=True)

    class Meta:
        model = Record
        fields = ["share", "record"]
        read_only_fields = fields


class CostlySerializer(serializers.Serializer[CostlyCard]):
    """A card that cost its side points; ``best`` would have cost nothing."""

    order = serializers.IntegerField(help_text="when it was played, from 0")
    trick = serializers.IntegerField()
    seat = serializers.CharField()
    card = serializers.CharField()
    cost = serializers.IntegerField()
    best = serializers.ListField(child=serializers.CharField())


class CostsSerializer(serializers.Serializer[Costs]):
    """State of the search (none, running, failed, done), and the costly cards."""

    state = serializers.CharField()
    percent = serializers.IntegerField()
    cards = CostlySerializer(many=True)


class PresetSerializer(serializers.Serializer[object]):
    preset = serializers.CharField()
    variant = VariantField(read_only=True)
