"""A tournament before and after its evening: settings, what is open, whether it is official."""

from rest_framework import serializers

from api.serializers.fields import BodyOfModel, ObjectField
from api.serializers.preconditions import SeenMark
from tournaments.models import Play, Tournament
from tournaments.setup.selectors.stages import Stage
from tournaments.setup.selectors.unfinished_items import OpenEnds
from tournaments.standings.advancement import StageChange, Tie
from tournaments.state.version_tokens import present_corrections, present_settings


class SettingsSerializer(BodyOfModel):
    """What may be changed of a tournament; what the draw has fixed is refused after it."""

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
        """With the name of this state, to be sent back with a change."""
        shown = {**super().to_representation(instance), "game": instance.game.to_json()}
        return {**shown, "seen": present_settings(instance).seen}


class OfficialSerializer(serializers.ModelSerializer[Tournament]):
    """Whether the standings are official, or until when corrections are open (null: no time)."""

    is_official = serializers.BooleanField(read_only=True)
    seen = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = ["state", "is_official", "official_at", "corrections_until", "seen"]
        read_only_fields = fields

    def get_seen(self, tournament: Tournament) -> str:
        return present_corrections(tournament).seen


class PlaySerializer(serializers.Serializer[Play]):
    """A board at a table."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="sitting.round.number")
    table = serializers.IntegerField(source="sitting.table.number")
    board = serializers.IntegerField(source="board.number")
    state = serializers.CharField()


class OpenEndsSerializer(serializers.Serializer[OpenEnds]):
    """What is still open where somebody wants to finish; all but a result may be passed over."""

    missing = PlaySerializer(many=True)
    disputed = PlaySerializer(many=True)
    unconfirmed = PlaySerializer(many=True)
    rounds_to_come = serializers.IntegerField()
    unplayed = serializers.ListField(child=serializers.IntegerField())
    has_draft = serializers.BooleanField()
    may_finish = serializers.BooleanField()


class StageTieSerializer(serializers.Serializer[Tie]):
    """Teams that share a place across the line; `free` of them can go on."""

    place = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())
    free = serializers.IntegerField()


class StageChangeSerializer(serializers.Serializer[StageChange]):
    """How its entrants differ from whom the corrected standings send on; numbers of that stage."""

    enters = serializers.ListField(child=serializers.IntegerField(), source="numbers_in")
    leaves = serializers.ListField(child=serializers.IntegerField(), source="numbers_out")
    undecided = StageTieSerializer(many=True)
    is_reseeded = serializers.BooleanField()
    is_open = serializers.BooleanField(help_text="whether they can be exchanged: nothing is drawn")


class StageSerializer(serializers.Serializer[Stage]):
    """One stage of a contest."""

    code = serializers.CharField()
    name = serializers.CharField()
    state = serializers.CharField()
    is_here = serializers.BooleanField(help_text="whether it is the one that was asked about")
    change = StageChangeSerializer(allow_null=True, help_text="null: nothing differs")
