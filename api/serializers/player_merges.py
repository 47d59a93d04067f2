from rest_framework import serializers

from api.serializers.clubs import PlayerSerializer
from tournaments.identities.selectors import MergePreview, Pair
from tournaments.models import DistinctPlayers, PlayerMerge, Season, Tournament


class PairSerializer(serializers.Serializer[Pair]):
    first = PlayerSerializer()
    second = PlayerSerializer()


class DistinctPlayersSerializer(serializers.ModelSerializer[DistinctPlayers]):
    first = PlayerSerializer()
    second = PlayerSerializer()

    class Meta:
        model = DistinctPlayers
        fields = ["id", "first", "second", "at"]
        read_only_fields = fields


class PlayerMergeSerializer(serializers.ModelSerializer[PlayerMerge]):
    player = PlayerSerializer()
    kept = PlayerSerializer()

    class Meta:
        model = PlayerMerge
        fields = ["id", "player", "kept", "at", "undone_at"]
        read_only_fields = fields


class CodedSerializer(serializers.Serializer[Tournament | Season]):
    code = serializers.CharField()
    name = serializers.CharField()


class MergePreviewSerializer(serializers.Serializer[MergePreview]):
    player = PlayerSerializer()
    kept = PlayerSerializer()
    entries = serializers.IntegerField()
    substitutions = serializers.IntegerField()
    tournaments = CodedSerializer(many=True)
    seasons = CodedSerializer(many=True)
    payments = serializers.IntegerField(help_text="lines of tills of the entries that move")
    both = CodedSerializer(many=True, help_text="tournaments in which both took part")
