from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import TextField
from api.serializers.tournaments import TeamSerializer
from tournaments.entries.selectors.attendance import Attendance
from tournaments.entries.services.details import MAX_WORD_LENGTH
from tournaments.models import Team
from tournaments.state.version_tokens import details_state, names_state


class EnteredTeamSerializer(TeamSerializer):
    id = serializers.IntegerField()


class EntrantSerializer(serializers.ModelSerializer[Team]):
    """An entrant with its stored names, which only organisers see."""

    players = serializers.SerializerMethodField()

    class Meta:
        model = Team
        fields = [
            "id",
            "number",
            "name",
            "players",
            "is_present",
            "here_since",
            "absence",
            "expected_at",
            "category",
            "group",
            "handicap",
            "seeding",
            "fixed_table",
            "remark",
            "withdrawn_from",
        ]
        read_only_fields = fields
        extra_kwargs = {"absence": {"allow_blank": True}}

    def get_players(self, team: Team) -> list[str]:
        return [row.player.name for row in team.team_players.all()]


class OneEntrantSerializer(EntrantSerializer):
    """An entrant with the version tokens of name and details."""

    seen = serializers.SerializerMethodField(help_text="of the name and the players")
    details_seen = serializers.SerializerMethodField(help_text="of all else")

    class Meta(EntrantSerializer.Meta):
        fields = [*EntrantSerializer.Meta.fields, "seen", "details_seen"]
        read_only_fields = fields

    def get_seen(self, team: Team) -> str:
        return names_state(team).seen

    def get_details_seen(self, team: Team) -> str:
        return details_state(team).seen


class AttendanceSerializer(serializers.Serializer[Attendance]):
    entered = serializers.IntegerField()
    present = serializers.IntegerField()
    teams = EntrantSerializer(many=True)


class CountSerializer(serializers.Serializer[int]):
    count = serializers.IntegerField(source="*")


class NamesSerializer(serializers.Serializer[dict[str, list[str]]]):
    names = serializers.ListField(child=serializers.CharField())


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[0-9]{1,18}$"},
        "additionalProperties": {"type": "string", "maxLength": MAX_WORD_LENGTH},
    }
)
class CategoriesField(serializers.DictField):
    child = TextField(max_length=MAX_WORD_LENGTH, allow_blank=True)
    default_error_messages = {"no_id": _("Give teams by id.")}

    def to_internal_value(self, data: object) -> dict[int, str]:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if not all(key.isascii() and key.isdigit() and len(key) < 19 for key in data):
            self.fail("no_id")
        return {int(key): word for key, word in super().to_internal_value(data).items()}
