from rest_framework import serializers

from api.serializers.fields import BodyOfModel, ObjectField
from api.serializers.preconditions import SeenMark
from tournaments.models import Play, Tournament
from tournaments.setup.selectors.stages import Stage
from tournaments.setup.selectors.unfinished_items import UnfinishedItems
from tournaments.standings.advancement import StageChange, Tie
from tournaments.state.version_tokens import corrections_state, settings_state


class SettingsSerializer(BodyOfModel):
    """Editable settings; those fixed by the draw are refused after it."""

    game = ObjectField(required=False, help_text="of open play: how a game goes")
    seen = SeenMark()

    class Meta:
        model = Tournament
        fields = [
            "name",
            "date",
            "start_time",
            "time_zone",
            "place",
            "is_public",
            "unit",
            "cards",
            "game",
            "boards_per_round",
            "minutes_per_board",
            "change_minutes",
            "packs",
            "play_minutes",
            "dealing",
            "seen",
        ]

    def to_representation(self, instance: Tournament) -> dict[str, object]:
        """Adds the version token, to send back with a change."""
        shown = {**super().to_representation(instance), "game": instance.game.to_json()}
        return {**shown, "seen": settings_state(instance).seen}


class OfficialSerializer(serializers.ModelSerializer[Tournament]):
    """Whether standings are official, or until when corrections are open (null: no time)."""

    is_official = serializers.BooleanField(read_only=True)
    seen = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = ["state", "is_official", "official_at", "corrections_until", "seen"]
        read_only_fields = fields

    def get_seen(self, tournament: Tournament) -> str:
        return corrections_state(tournament).seen


class PlaySerializer(serializers.Serializer[Play]):
    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="sitting.round.number")
    table = serializers.IntegerField(source="sitting.table.number")
    board = serializers.IntegerField(source="board.number")
    state = serializers.CharField()


class OpenEndsSerializer(serializers.Serializer[UnfinishedItems]):
    """What is unfinished; all but missing results can be ignored."""

    missing = PlaySerializer(many=True)
    disputed = PlaySerializer(many=True)
    unconfirmed = PlaySerializer(many=True)
    rounds_to_come = serializers.IntegerField()
    unplayed = serializers.ListField(child=serializers.IntegerField())
    has_draft = serializers.BooleanField()
    may_finish = serializers.BooleanField()


class StageTieSerializer(serializers.Serializer[Tie]):
    """Teams that tie across the qualification line; `free` of them can advance."""

    place = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())
    free = serializers.IntegerField()


class StageChangeSerializer(serializers.Serializer[StageChange]):
    """How a stage's entrants differ from the corrected standings; numbers of that stage."""

    enters = serializers.ListField(child=serializers.IntegerField(), source="numbers_in")
    leaves = serializers.ListField(child=serializers.IntegerField(), source="numbers_out")
    undecided = StageTieSerializer(many=True)
    is_reseeded = serializers.BooleanField()
    is_open = serializers.BooleanField(help_text="whether they can be exchanged: nothing is drawn")


class StageSerializer(serializers.Serializer[Stage]):
    code = serializers.CharField()
    name = serializers.CharField()
    state = serializers.CharField()
    is_here = serializers.BooleanField(help_text="whether it is the one that was asked about")
    change = StageChangeSerializer(allow_null=True, help_text="null: nothing differs")
